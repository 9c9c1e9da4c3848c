import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { popupListClass } from '#ui/overlay/popup.ts'

interface PopoverProps {
  onClose(): void
  /** The element next to which the popover opens, and which gets the focus afterward. */
  anchor: HTMLElement | null
  label: string
  children: ReactNode
}

/** A small form next to the control that opened the form. Escape or a click elsewhere closes the form. */
export function Popover({ onClose, anchor, label, children }: PopoverProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className={clsx(popupListClass, 'w-80 max-w-[calc(100vw-1rem)] p-4')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
