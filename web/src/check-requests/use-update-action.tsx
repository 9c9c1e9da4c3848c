import { transitions } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { lazy } from 'react'
import { actionsColumn } from '#check-requests/columns.tsx'
import { ViewLink } from '#check-requests/request-link.tsx'
import { useRowDialog } from '#check-requests/use-row-dialog.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'

const Dialog = lazy(async () => ({
  default: (await import('#check-requests/update-status-dialog.tsx')).UpdateStatusDialog,
}))

/** The View column of the Processing list, with 'Update' for who may move the check on (B4). */
export function useUpdateAction() {
  const { role } = usePerson()
  const { openFor, dialog } = useRowDialog(Dialog)

  function cell(row: ListedRequest) {
    const canMove = transitions.some(({ by, from }) => by === role && from === row.status_name)
    return (
      <>
        <ViewLink request={row} />
        {canMove && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Update ${row.request_number}`}
            onClick={() => openFor(row)}
          >
            Update
          </Button>
        )}
      </>
    )
  }

  return { actions: actionsColumn('View', cell), dialog }
}
