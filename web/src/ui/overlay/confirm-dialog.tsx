import { AlertDialog } from '@base-ui/react/alert-dialog'
import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { backdropClass, DialogFooter, popupClass } from '#ui/overlay/dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  text: ReactNode
  /** The details of the action's object, which keep users from confirming the wrong one. */
  details?: readonly Description[] | undefined
  confirmLabel?: string | undefined
  cancelLabel?: string | undefined
  /** True for a destructive action, which gets a red button. */
  danger?: boolean | undefined
  pending?: boolean | undefined
  error?: string | undefined
  onConfirm(): void
  /** Additional fields, such as a note. */
  children?: ReactNode
}

/**
 * A dialog that asks for confirmation of an action that is hard to undo. The focus starts on Cancel, so that pressing
 * Enter does nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel = 'Continue', cancelLabel = 'Cancel', danger = true } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropClass} />
        <AlertDialog.Popup className={clsx(popupClass, 'max-w-md')} initialFocus={cancel}>
          <div className="grid gap-3 overflow-y-auto p-5">
            <AlertDialog.Title className="text-base font-semibold">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="text-ink-soft" render={<div />}>
              {props.text}
            </AlertDialog.Description>
            {props.details && (
              <div className="rounded-md border border-line bg-sunken p-3">
                <DescriptionList items={props.details} />
              </div>
            )}
            {props.children}
            {props.error && (
              <p role="alert" className="text-danger">
                {props.error}
              </p>
            )}
            <DialogFooter>
              <Button ref={cancel} variant="secondary" onClick={() => props.onOpenChange(false)}>
                {cancelLabel}
              </Button>
              <Button variant={danger ? 'danger' : 'primary'} pending={props.pending} onClick={props.onConfirm}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
