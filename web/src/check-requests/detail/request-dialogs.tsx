import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { paths } from '#paths.ts'

const PriorityDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/priority-dialog.tsx')).PriorityDialog,
}))
const DeliveryDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/delivery-dialog.tsx')).DeliveryDialog,
}))
const DeleteRequestDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/delete-request-dialog.tsx')).DeleteRequestDialog,
}))

const HoldDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/hold-dialog.tsx')).HoldDialog,
}))

const DivertDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/divert-dialog.tsx')).DivertDialog,
}))

const WithdrawDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/withdraw-dialog.tsx')).WithdrawDialog,
}))

export type RequestDialogName = 'priority' | 'delivery' | 'divert' | 'hold' | 'withdraw' | 'remove'

/** The dialogs about the request on the screen: one at a time, each reset when it opens (R236). */
export function useRequestDialogs(request: DetailedRequest): { open(name: RequestDialogName): void; shown: ReactNode } {
  const navigate = useNavigate()
  const [shown, setShown] = useState<{ name: RequestDialogName; open: boolean; opening: number }>()
  const common = {
    request,
    open: shown?.open ?? false,
    onOpenChange: (open: boolean) => setShown((before) => before && { ...before, open }),
  }
  return {
    open: (name) => setShown((before) => ({ name, open: true, opening: (before?.opening ?? 0) + 1 })),
    shown: shown && (
      <Suspense key={shown.opening}>
        {shown.name === 'priority' && <PriorityDialog {...common} />}
        {shown.name === 'delivery' && <DeliveryDialog {...common} />}
        {shown.name === 'divert' && <DivertDialog {...common} />}
        {shown.name === 'hold' && <HoldDialog {...common} />}
        {shown.name === 'withdraw' && <WithdrawDialog {...common} />}
        {shown.name === 'remove' && (
          <DeleteRequestDialog
            {...common}
            onDeleted={() => void navigate({ to: paths.checkRequests, replace: true, ignoreBlocker: true })}
          />
        )}
      </Suspense>
    ),
  }
}
