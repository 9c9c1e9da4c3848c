import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { mayManage } from '#organisation/place-authority.ts'
import { PayeeList } from '#payees/payee-list.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const AddDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))

export function AdminPayeesScreen() {
  const writes = mayManage(usePerson(), 'payees.write')
  const add = useDialogFor<null>(AddDialog)
  return (
    <>
      <PageHeader
        title="Payees"
        subtitle="Whom the dealer group pays. A second person verifies each."
        actions={
          writes && (
            <Button onClick={() => add.openFor(null)}>
              <Plus aria-hidden className="size-4" />
              Add Payee
            </Button>
          )
        }
      />
      <PayeeList />
      {add.dialog}
    </>
  )
}
