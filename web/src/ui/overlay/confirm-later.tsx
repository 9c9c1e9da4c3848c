import { useState } from 'react'
import { optional } from '#ui/optional.tsx'
import type { ConfirmDialogProps } from '#ui/overlay/confirm-dialog.tsx'

export const loadConfirmDialog = () => import('#ui/overlay/confirm-dialog.tsx')
const ConfirmDialog = optional(async () => (await loadConfirmDialog()).ConfirmDialog)

/** A confirmation dialog for screens that are shown before its code has loaded. The code loads when it first opens. */
export function ConfirmLater(props: ConfirmDialogProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return wasOpened && <ConfirmDialog {...props} />
}
