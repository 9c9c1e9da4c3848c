import type { DocumentType, ListedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useContent } from '#documents/attachments/api.ts'
import {
  fittingScale,
  nextRotation,
  type OpenDocument,
  type Rotation,
  type Sheet,
  sheetAt,
  zoomedIn,
  zoomedOut,
} from '#documents/attachments/viewer/sheet.ts'
import { openDocument, SheetView } from '#documents/attachments/viewer/sheet-view.tsx'
import { useViewerKeys, ViewerToolbar } from '#documents/attachments/viewer/viewer-controls.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { useDelayed } from '#ui/timers.ts'
import { useWidth } from '#ui/use-sizes.ts'

export interface DocumentViewerProps {
  /** The documents that can be shown, in order. */
  documents: readonly ListedAttachment[]
  /** The document shown. */
  shown: ListedAttachment
  /** Information about the document's owner, which stays visible. */
  about: ReactNode
  /** Shown below a document that covers the page. */
  foot?: ReactNode
  /** True if the document opened by itself, so that it must not take the focus or scroll the page. */
  isUnasked?: boolean
  /** What lies over an upright page. */
  over?: (page: number) => ReactNode
  onShow(id: number): void
  onClose(): void
}

interface ViewerContentProps extends DocumentViewerProps {
  /** The element that scrolls the sheets. */
  scroller: RefObject<HTMLElement | null>
  /** The button that closes the viewer. */
  closeButton: ReactNode
}

/** Margins to the left and right of a sheet, in pixels. */
const margin = 24

/** The document with its name, tools, and sheets. */
export function ViewerContent({ documents, shown, about, over, onShow, scroller, closeButton }: ViewerContentProps) {
  const { width, measure } = useWidth()
  const { sheets, error, onRetry } = useOpenDocument(shown)
  const { scale, rotation, fits, ...look } = useView(shown.id, sheets, width - margin)
  const { sheet, onScroll } = usePlace(scroller, { sheets, scale, rotation })
  const acts = { ...look, ...useNeighbors(documents, shown, onShow) }
  const press = useViewerKeys(acts)
  const name = markHidden(shown.name)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the shortcut keys of the buttons inside.
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={(event: KeyboardEvent) => press(event)}>
      <header className="flex items-start gap-2 border-b border-line py-2 ps-4 pe-2">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">{about}</p>
          <h2 className="text-[0.8125rem] wrap-anywhere text-ink-soft">
            {name}
            {sheets && sheets.length > 1 && `, page ${sheet + 1} of ${sheets.length}`}
          </h2>
        </div>
        {closeButton}
      </header>
      <ViewerToolbar documents={documents} shown={shown} scale={sheets && scale} fits={fits} acts={acts} />
      <p role="status" className="sr-only">
        {sheets ? `${name}, ${pagesInWords(sheets.length)}` : !error && `Loading ${name}`}
      </p>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll with the arrow keys.
        tabIndex={0}
        aria-label={`Pages in ${name}`}
        className={clsx(
          'relative min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken [scrollbar-gutter:stable]',
          'focus-visible:-outline-offset-2',
          fits && 'touch-pan-y touch-pinch-zoom',
        )}
        onScroll={onScroll}
      >
        <div ref={measure}>
          {error && <ErrorState message={error} onRetry={onRetry} />}
          {!error && !sheets && <Waiting />}
          <div className="grid w-fit min-w-full gap-3 p-3">
            {width > 0 &&
              sheets?.map((one) => (
                <SheetView
                  key={`${shown.id}:${one.number}`}
                  sheet={one}
                  name={sheets.length > 1 ? `Page ${one.number} of ${sheets.length}` : name}
                  scale={scale}
                  rotation={rotation}
                  scroller={scroller}
                >
                  {rotation === 0 && over?.(one.number)}
                </SheetView>
              ))}
          </div>
        </div>
      </section>
    </div>
  )
}

function useNeighbors(documents: readonly ListedAttachment[], shown: ListedAttachment, onShow: (id: number) => void) {
  const show = (step: number) => () => {
    const neighbor = documents[documents.indexOf(shown) + step]
    if (neighbor) onShow(neighbor.id)
  }
  return { previous: show(-1), next: show(1) }
}

function Waiting() {
  const isLate = useDelayed(true)
  return (
    <div className="grid min-h-60 place-items-center text-ink-soft">{isLate && <Spinner className="size-7" />}</div>
  )
}

function pagesInWords(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

interface View {
  readonly documentId: number
  /** The zoom scale; undefined to fit the width. */
  readonly zoom: number | undefined
  readonly rotation: Rotation
}

/** The view settings of a document. Every newly opened document begins upright and fitted to the width. */
function useView(documentId: number, sheets: readonly Sheet[] | undefined, width: number) {
  const [kept, setView] = useState<View>()
  const view = kept?.documentId === documentId ? kept : { documentId, zoom: undefined, rotation: 0 as const }
  const scale = view.zoom ?? fittingScale(sheets ?? [], view.rotation, width)
  return {
    scale,
    rotation: view.rotation,
    fits: view.zoom === undefined,
    zoomIn: () => setView({ ...view, zoom: zoomedIn(scale) }),
    zoomOut: () => setView({ ...view, zoom: zoomedOut(scale) }),
    fit: () => setView({ ...view, zoom: undefined }),
    rotate: () => setView({ ...view, rotation: nextRotation(view.rotation) }),
  }
}

interface Shown {
  readonly sheets: readonly Sheet[] | undefined
  readonly scale: number
  readonly rotation: Rotation
}

/**
 * The index of the sheet in view. Zooming keeps the middle of the view in place, rotating keeps the sheet in view, and
 * another document starts at the top.
 */
function usePlace(scroller: RefObject<HTMLElement | null>, { sheets, scale, rotation }: Shown) {
  const [sheet, setSheet] = useState(0)
  const before = useRef<Shown>({ sheets, scale, rotation })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { sheets, scale, rotation }
    const element = scroller.current
    if (!element) return
    if (last.sheets !== sheets) element.scrollTo(0, 0)
    else if (last.rotation !== rotation) element.scrollTop = topsIn(element)[sheet] ?? 0
    else if (last.scale !== scale) keepMiddle(element, scale / last.scale)
    setSheet(sheetSeen(element))
  }, [scroller, sheets, scale, rotation, sheet])
  return { sheet, onScroll: () => scroller.current && setSheet(sheetSeen(scroller.current)) }
}

function keepMiddle(element: HTMLElement, growth: number) {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
  element.scrollTop = (scrollTop + clientHeight / 2) * growth - clientHeight / 2
  element.scrollLeft = (scrollLeft + clientWidth / 2) * growth - clientWidth / 2
}

function sheetSeen(element: HTMLElement): number {
  return sheetAt(topsIn(element), element.scrollTop + element.clientHeight / 2)
}

function topsIn(element: HTMLElement): number[] {
  return [...element.querySelectorAll<HTMLElement>('[data-sheet]')].map(({ offsetTop }) => offsetTop)
}

const cannotOpen = 'Couldn’t open this document. Try again, or download it.'

interface Opening {
  /** The content to open. Every attempt uses a new object. */
  readonly content: Blob
  readonly sheets?: readonly Sheet[]
  readonly failed?: true
}

/** The sheets of a document after it was fetched and opened, or the reason for a failure and a retry function. */
function useOpenDocument({ id, type }: Pick<ListedAttachment, 'id' | 'type'>) {
  const fetched = useContent(id)
  const failure = useLoadFailure(fetched)
  const { opening, openAgain } = useOpening(fetched.data, type)
  if (opening?.failed) return { sheets: undefined, error: cannotOpen, onRetry: openAgain }
  return { sheets: opening?.sheets, ...failure }
}

function useOpening(content: Blob | undefined, type: DocumentType) {
  const [opening, setOpening] = useState<Opening>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same content again.
  useEffect(() => {
    if (!content) return
    let opened: OpenDocument | undefined
    let isOver = false
    openDocument(content, type).then(
      (document) => {
        opened = document
        if (isOver) document.close()
        else setOpening({ content, sheets: document.sheets })
      },
      () => !isOver && setOpening({ content, failed: true }),
    )
    return () => {
      isOver = true
      opened?.close()
    }
  }, [content, type, tries])
  function openAgain() {
    setOpening(undefined)
    setTries(tries + 1)
  }
  return { opening: opening?.content === content ? opening : undefined, openAgain }
}
