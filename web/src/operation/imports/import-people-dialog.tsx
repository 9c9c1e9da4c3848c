import { peopleImportSample } from '@check-requests/domain/operation/imports/columns.ts'
import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import type { ImportedPeople, PeoplePreview } from '@check-requests/domain/operation/imports/replies.ts'
import { useState } from 'react'
import { FirstPasswords } from '#operation/imports/first-passwords.tsx'
import { ImportDialog } from '#operation/imports/import-dialog.tsx'
import { RowList } from '#operation/imports/row-list.tsx'
import { useWrite } from '#platform/use-write.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

type Row = PeoplePreview['rows'][number]

/** Adds the people of a CSV file. Where no mail is set, it then shows the password of each, once. */
export function ImportPeopleDialog({ open, onOpenChange }: DialogFor<null>) {
  const [added, setAdded] = useState<ImportedPeople>()
  const preview = useWrite(endpoints.previewPeople, { refreshes: [] })
  const texts = {
    done: 'People imported',
    failed: 'Couldn’t import the users',
    refreshes: ['users', 'organisation'],
  } as const
  const add = useWriteWithNotices(endpoints.people, texts, {
    onSuccess(reply) {
      if (reply.people.some(({ password }) => password !== null)) setAdded(reply)
      else onOpenChange(false)
    },
  })
  if (added) return <FirstPasswords open={open} onOpenChange={onOpenChange} people={added.people} />
  return (
    <ImportDialog<Row, PeoplePreview>
      open={open}
      onOpenChange={onOpenChange}
      title="Import People"
      description="From a CSV file with names, emails, roles, places and approval titles, up to 200 rows. You see first what it would add; then all of it is added, or nothing. New approvers, processors and admins wait for a second person."
      sample={{ name: 'people.csv', text: peopleImportSample }}
      preview={preview}
      add={add}
      addLabel={(count) => `Add ${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`}
      table={({ rows, are_mailed }) => (
        <>
          <RowList
            rows={rows.map(({ line, name, email, role_names, place_names, approval_titles }) => ({
              key: line,
              name,
              facts: [email, role_names.join(', '), place_names.join(', '), approval_titles.join('; ')],
            }))}
          />
          <p className="text-ink-soft">
            {are_mailed
              ? 'Each of them is mailed a link to choose a password.'
              : 'You see a password for each of them once they are added, and only then.'}
          </p>
        </>
      )}
    />
  )
}
