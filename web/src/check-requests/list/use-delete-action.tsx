import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { actionsColumn } from '#check-requests/list/columns.tsx'
import { ViewLink } from '#check-requests/list/request-link.tsx'
import { useRowDialog } from '#check-requests/list/use-row-dialog.tsx'
import { Button } from '#ui/button.tsx'

const Dialog = lazy(async () => ({
  default: (await import('#check-requests/detail/delete-request-dialog.tsx')).DeleteRequestDialog,
}))

/** The Action column and its delete dialog. */
export function useDeleteAction() {
  const { openFor, dialog } = useRowDialog(Dialog)
  const actions = actionsColumn('Action', (row) => <ViewOrDelete request={row} onDelete={openFor} />, { width: 70 })
  return { actions, dialog }
}

interface ViewOrDeleteProps {
  request: ListedRequest
  onDelete(request: ListedRequest): void
}

/** Users who can delete a request get view and delete buttons, everyone else 'View' (R059). */
function ViewOrDelete({ request, onDelete }: ViewOrDeleteProps) {
  const { id: userId, role } = usePerson()
  const owned = { requesterId: request.requester_id, status: request.status_name }
  if (refusalToAct('check-requests.delete', { userId, role }, owned)) return <ViewLink request={request} />
  return (
    <>
      <ViewLink request={request} icon />
      <Button
        variant="secondary"
        size="small-icon"
        aria-label={`Delete ${request.request_number}`}
        onClick={() => onDelete(request)}
      >
        <Trash2 aria-hidden className="size-4 text-danger" />
      </Button>
    </>
  )
}
