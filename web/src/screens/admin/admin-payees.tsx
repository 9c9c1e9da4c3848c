import { Download, FileUp, Plus } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { PayeeList } from '#payees/payee-list.tsx'
import { ListOffNote } from '#payees/payee-notes.tsx'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const AddDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))
const ImportDialog = lazy(async () => ({
  default: (await import('#operation/imports/import-payees-dialog.tsx')).ImportPayeesDialog,
}))
const TaxListDialog = lazy(async () => ({ default: (await import('#payees/tax-list-dialog.tsx')).TaxListDialog }))

export function AdminPayeesScreen() {
  const person = usePerson()
  const [writes, verifies] = [may(person, 'payees.write'), may(person, 'payees.verify')]
  const add = useDialogFor<null>(AddDialog)
  const imports = useDialogFor<null>(ImportDialog)
  const taxList = useDialogFor<null>(TaxListDialog)
  return (
    <>
      <PageHeader
        title="Payees"
        subtitle="The payees of the dealer group. A second person verifies each payee."
        actions={
          <>
            {verifies && (
              <Button variant="secondary" onClick={() => taxList.openFor(null)}>
                <Download aria-hidden className="size-4" />
                1099 List
              </Button>
            )}
            {writes && (
              <Button variant="secondary" onClick={() => imports.openFor(null)}>
                <FileUp aria-hidden className="size-4" />
                Import
              </Button>
            )}
            {writes && (
              <Button onClick={() => add.openFor(null)}>
                <Plus aria-hidden className="size-4" />
                Add Payee
              </Button>
            )}
          </>
        }
      />
      <ListOffNote />
      <PayeeList />
      {add.dialog}
      {imports.dialog}
      {taxList.dialog}
    </>
  )
}
