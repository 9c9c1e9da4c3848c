import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface RowDialogProps {
  request: ListedRequest
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * A dialog about one row of a table. The dialog keeps the row's data from when it opened, and stays open if the row
 * changes or disappears. `Dialog` is loaded lazily and reset each time it opens.
 */
export function useRowDialog(Dialog: ComponentType<RowDialogProps>): {
  openFor(request: ListedRequest): void
  dialog: ReactNode
} {
  const [shown, setShown] = useState<{ request: ListedRequest; open: boolean; opening: number }>()
  return {
    openFor: (request) => setShown((before) => ({ request, open: true, opening: (before?.opening ?? 0) + 1 })),
    dialog: shown && (
      <Suspense>
        <Dialog
          key={shown.opening}
          request={shown.request}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      </Suspense>
    ),
  }
}
