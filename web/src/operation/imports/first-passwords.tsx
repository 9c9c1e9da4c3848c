import type { ImportedPeople } from '@check-requests/domain/operation/imports/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { FileDown } from 'lucide-react'
import { saveFile } from '#platform/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogFooter } from '#ui/dialog.tsx'

type People = ImportedPeople['people']

/** The passwords of new accounts, which are shown this once: each person is asked to choose another. */
export function FirstPasswords(props: { open: boolean; onOpenChange(open: boolean): void; people: People }) {
  const { open, onOpenChange, people } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Passwords for the first login"
      description="They are shown now and kept nowhere. Give each person theirs; everybody is asked to choose another."
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

// Emails and passwords have no quotation marks and no commas.
function fileOf(people: People): Blob {
  const lines = people.map(({ email, password }) => `${email},${password ?? ''}`)
  return new Blob([['Email,Password', ...lines, ''].join('\r\n')], { type: 'text/csv' })
}
