import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { focusAfterwards } from '#ui/overlay/open-dialog.tsx'

export const backdropClass =
  'fixed inset-0 z-50 bg-shade transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0'

export const popupClass = clsx(
  'fixed inset-x-0 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-y-1/2 flex-col',
  'rounded-lg border border-line bg-raised shadow-popup transition-[opacity,scale] duration-150',
  'data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0',
)

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  description?: ReactNode
  /** Maximum width: 28, 36, 48, or 64 rem. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** The element focused initially; the first control if omitted. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** The element focused after closing; if undefined, the focus returns to its previous place. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
  children: ReactNode
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' }

/** A dialog above the page. Put the buttons into `DialogFooter` at the end of the form inside. */
export function Dialog({ open, onOpenChange, title, description, size = 'sm', children, ...focus }: DialogProps) {
  const { initialFocus, finalFocus } = focus
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          className={clsx(popupClass, widths[size])}
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus: () => focusAfterwards(finalFocus) })}
        >
          <header className="grid gap-1 border-b border-line py-3.5 ps-5 pe-12">
            <Base.Title className="text-base font-semibold">{title}</Base.Title>
            {description && <Base.Description className="text-ink-soft">{description}</Base.Description>}
          </header>
          <div className="scroll-pb-20 overflow-y-auto px-5 py-4">{children}</div>
          <Base.Close aria-label="Close" className={buttonClass('ghost', 'icon', 'absolute top-2 right-2')}>
            <X aria-hidden className="size-4" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The row of buttons at the end of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
