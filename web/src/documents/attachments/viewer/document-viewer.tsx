import { Dialog } from '@base-ui/react/dialog'
import type { PlaceInDocument } from '@check-requests/domain/documents/readings/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { contentOf } from '#documents/attachments/api.ts'
import { cutAround, cutPageWidth } from '#documents/attachments/viewer/sheet.ts'
import { openDocument, useNear } from '#documents/attachments/viewer/sheet-view.tsx'
import { type DocumentViewerProps, ViewerContent } from '#documents/attachments/viewer/viewer-content.tsx'
import { useApi } from '#platform/api-context.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'
import { useMedia } from '#ui/use-sizes.ts'

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

interface CutOutProps {
  place: PlaceInDocument
  /** What is shown, such as `Amount on page 1 of invoice.pdf`. */
  label: string
}

/** Canvas pixels per CSS pixel. */
const sharpness = 2
const marked = 'rgb(250 204 21 / 0.35)'

/** The part of a page that shows a value, with the value marked. Loads the document once it comes near the window. */
export function CutOut({ place, label }: CutOutProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { data: page, isError } = usePagePicture(place, useNear(box))
  useEffect(() => {
    if (page && canvas.current) drawCut(page, place.polygon, canvas.current)
  }, [page, place])
  if (isError) return null
  return (
    <div ref={box} className="w-fit max-w-full overflow-hidden rounded-md border border-line bg-surface">
      <canvas ref={canvas} role="img" aria-label={label} aria-busy={!page} className="block h-14 max-w-full" />
    </div>
  )
}

/** A drawn page, which all cut-outs of that page share. */
function usePagePicture({ attachment_id, page }: PlaceInDocument, isWanted: boolean) {
  const [api, queries] = [useApi(), useQueryClient()]
  return useQuery({
    queryKey: ['page-picture', attachment_id, page],
    queryFn: async ({ signal }) => {
      const content = await queries.fetchQuery(contentOf(api, attachment_id))
      const { sheets, close } = await openDocument(content, content.type)
      try {
        const sheet = sheets[page - 1]
        if (!sheet) throw new Error(`Page ${page} doesn’t exist`)
        const canvas = document.createElement('canvas')
        await sheet.draw(canvas, (sharpness * cutPageWidth) / sheet.width, 0, signal)
        return canvas
      } finally {
        close()
      }
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}

function drawCut(page: HTMLCanvasElement, polygon: readonly number[], canvas: HTMLCanvasElement) {
  const cut = cutAround(polygon, page.height / sharpness)
  const [left, top, width, height] = [cut.left, cut.top, cut.width, cut.height].map((side) => side * sharpness)
  if (left === undefined || top === undefined || width === undefined || height === undefined) return
  Object.assign(canvas, { width, height })
  Object.assign(canvas.style, { width: `${cut.width}px`, height: 'auto' })
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(page, left, top, width, height, 0, 0, width, height)
  context.fillStyle = marked
  context.beginPath()
  for (let at = 0; at < polygon.length; at += 2)
    context.lineTo((polygon[at] ?? 0) * page.width - left, (polygon[at + 1] ?? 0) * page.height - top)
  context.fill()
}
