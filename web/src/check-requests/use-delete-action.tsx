import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { actionsColumn } from '#check-requests/columns.tsx'
import { ViewLink } from '#check-requests/request-link.tsx'
import { useRowDialog } from '#check-requests/use-row-dialog.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'

const Dialog = lazy(async () => ({
  default: (await import('#check-requests/delete-request-dialog.tsx')).DeleteRequestDialog,
}))

/** The Action column: who may delete a request gets a view and a delete button, everyone else 'View' (R059). */
export function useDeleteAction() {
  const { id: userId, role } = usePerson()
  const { openFor, dialog } = useRowDialog(Dialog)

  function mayDelete(row: ListedRequest): boolean {
    const request = { requesterId: row.requester_id, status: row.status_name }
    return refusalToAct('check-requests.delete', { userId, role }, request) === undefined
  }

  function cell(row: ListedRequest) {
    if (!mayDelete(row)) return <ViewLink request={row} />
    return (
      <>
        <ViewLink request={row} icon />
        <Button
          variant="secondary"
          size="icon"
          aria-label={`Delete ${row.request_number}`}
          onClick={() => openFor(row)}
        >
          <Trash2 aria-hidden className="size-4 text-danger" />
        </Button>
      </>
    )
  }

  return { actions: actionsColumn('Action', cell), dialog }
}
