import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import {
  type ImportedPeople,
  type PeoplePreview,
  peopleImportSample,
} from '@check-requests/domain/operation/imports/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { ImportDialog } from '#operation/imports/import-dialog.tsx'
import { RowList } from '#operation/imports/line-lists.tsx'
import { saveFile } from '#platform/downloads.ts'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Row = PeoplePreview['rows'][number]

/** Imports users from a CSV file. Without email, shows each user's password once afterward. */
export function ImportPeopleDialog({ open, onOpenChange }: DialogFor<null>) {
  const [added, setAdded] = useState<ImportedPeople>()
  const preview = useWrite(endpoints.previewPeople, { refreshes: [] })
  const texts = {
    done: 'Users imported',
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
      title="Import Users"
      description="From a CSV file with names, emails, roles, locations, and approval titles, up to 200 rows. You can preview the users first. Either all rows are added or none. A second person has to confirm new approvers, processors, and admins."
      sample={{ name: 'people.csv', text: peopleImportSample }}
      preview={preview}
      add={add}
      addLabel={(count) => `Add ${count.toLocaleString('en-US')} ${count === 1 ? 'User' : 'Users'}`}
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
              ? 'Each user is emailed a link to choose a password.'
              : 'The users’ passwords are shown only once, after the users are added.'}
          </p>
        </>
      )}
    />
  )
}

type People = ImportedPeople['people']

/** The passwords of new accounts, shown only once. Each user is asked to choose a new password. */
function FirstPasswords(props: { open: boolean; onOpenChange(open: boolean): void; people: People }) {
  const { open, onOpenChange, people } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Passwords for the First Login"
      description="These passwords are shown only once and aren’t stored. Give each user the password for their account. Each user is asked to choose another one."
      size="md"
    >
      <div className="grid gap-4">
        <ul aria-label="Passwords" className="grid divide-y divide-line rounded-md border border-line">
          {people.map(({ id, name, email, password }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{markHidden(name)}</span>{' '}
                <span className="text-ink-soft">{markHidden(email)}</span>
              </span>
              <code className="select-all">{password}</code>
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button variant="secondary" onClick={() => saveFile(fileOf(people), 'passwords.csv')}>
            <FileDown aria-hidden className="size-4" />
            Save as CSV
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

// A CSV file of passwords. Needs no quoting, because email addresses and passwords contain no quotation marks or
// commas.
function fileOf(people: People): Blob {
  const lines = people.map(({ email, password }) => `${email},${password ?? ''}`)
  return new Blob([['Email,Password', ...lines, ''].join('\r\n')], { type: 'text/csv' })
}
