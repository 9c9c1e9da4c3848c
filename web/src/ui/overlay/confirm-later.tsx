import { useState } from 'react'
import { optional } from '#ui/optional.tsx'
import type { ConfirmDialogProps } from '#ui/overlay/confirm-dialog.tsx'

const ConfirmDialog = optional(async () => (await import('#ui/overlay/confirm-dialog.tsx')).ConfirmDialog)

/**
 * A confirmation dialog for screens that are shown before its code has loaded. The code loads when the dialog can be
 * expected (`soon`) or first opens.
 */
export function ConfirmLater({ soon = false, ...props }: ConfirmDialogProps & { soon?: boolean | undefined }) {
  const [isNeeded, setNeeded] = useState(false)
  if ((soon || props.open) && !isNeeded) setNeeded(true)
  return isNeeded && <ConfirmDialog {...props} />
}
