import { Dialog } from '@base-ui/react/dialog'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { type DocumentViewerProps, ViewerContent } from '#documents/attachments/viewer/viewer-content.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { useMedia } from '#ui/use-media.ts'
import { useShortcut } from '#ui/use-shortcut.ts'

const closeLabel = 'Close Document'

/** A document, next to its owner if there is room, otherwise full screen. */
export function DocumentViewer(props: DocumentViewerProps) {
  const isWide = useMedia('(width >= 64rem)')
  // The key makes the viewer scroll into view and take the focus whenever the user opens a document.
  return isWide ? (
    <BesideTheRest key={`${props.shown.id} ${props.isUnasked}`} {...props} />
  ) : (
    <WholeScreenViewer {...props} />
  )
}

function BesideTheRest(props: DocumentViewerProps) {
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  useShortcut('Escape', props.onClose)
  const isUnasked = useRef(props.isUnasked)
  useEffect(() => {
    if (isUnasked.current) return
    scroller.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section
      ref={section}
      aria-label="Document"
      className="flex h-[calc(100dvh-var(--header-height)-2rem)] min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface print:hidden"
    >
      <ViewerContent
        {...props}
        scroller={scroller}
        closeButton={
          <Button
            variant="ghost"
            size="icon"
            aria-label={closeLabel}
            aria-keyshortcuts="Escape"
            title={`${closeLabel} (Esc)`}
            onClick={props.onClose}
          >
            <X aria-hidden className="size-4" />
          </Button>
        }
      />
    </section>
  )
}

/** A full-screen document above the page. */
export function WholeScreenViewer(props: DocumentViewerProps) {
  const scroller = useRef<HTMLElement>(null)
  const swipe = useSwipe(props.onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          aria-label={`Document ${markHidden(props.shown.name)}`}
          initialFocus={scroller}
          className="fixed inset-0 z-50 flex touch-pan-y touch-pinch-zoom flex-col bg-surface outline-hidden print:hidden"
          {...swipe}
        >
          <ViewerContent
            {...props}
            scroller={scroller}
            closeButton={
              <Dialog.Close aria-label={closeLabel} className={buttonClass('ghost', 'icon')}>
                <X aria-hidden className="size-4" />
              </Dialog.Close>
            }
          />
          {props.foot}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The minimum swipe distance, in CSS pixels. */
const shortest = 64

/**
 * Handlers for swiping an element to the right with one finger; on a page zoomed in by pinching, a swipe scrolls
 * instead.
 */
function useSwipe(onSwipe: () => void) {
  const begun = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      begun.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : undefined
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const { x, y } = begun.current ?? { x: clientX, y: clientY }
      begun.current = undefined
      const isAcross = clientX - x >= shortest && clientX - x > 2 * Math.abs(clientY - y)
      if (isAcross && (visualViewport?.scale ?? 1) <= 1) onSwipe()
    },
    onPointerCancel() {
      begun.current = undefined
    },
  }
}
