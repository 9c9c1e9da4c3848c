import type { ListedAttachment } from '@check-requests/domain/attachments/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { SheetView } from '#attachments/viewer/sheet-view.tsx'
import { useOpenDocument } from '#attachments/viewer/use-open-document.ts'
import { usePlace } from '#attachments/viewer/use-place.ts'
import { useView } from '#attachments/viewer/use-view.ts'
import { useViewerKeys } from '#attachments/viewer/use-viewer-keys.ts'
import { ViewerToolbar } from '#attachments/viewer/viewer-toolbar.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDelayed } from '#ui/use-delayed.ts'
import { useWidth } from '#ui/use-width.ts'

export interface DocumentViewerProps {
  /** Those that can be shown, in their order. */
  documents: readonly ListedAttachment[]
  /** One of them. */
  shown: ListedAttachment
  /** What the document belongs to; stays in sight. */
  about: ReactNode
  onShow(id: number): void
  onClose(): void
}

interface ViewerContentProps extends DocumentViewerProps {
  /** What the sheets scroll in. */
  scroller: RefObject<HTMLElement | null>
  /** Closes the viewer. */
  closeButton: ReactNode
}

/** Left and right of a sheet, in pixels. */
const margin = 24

/** The document with its name, its tools and its sheets. */
export function ViewerContent({ documents, shown, about, onShow, scroller, closeButton }: ViewerContentProps) {
  const { width, measure } = useWidth()
  const { sheets, error, onRetry } = useOpenDocument(shown)
  const { scale, rotation, fits, ...look } = useView(shown.id, sheets, width - margin)
  const { sheet, onScroll } = usePlace(scroller, { sheets, scale, rotation })
  const acts = { ...look, ...useNeighbors(documents, shown, onShow) }
  const press = useViewerKeys(acts)
  const name = markHidden(shown.name)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside, wherever the focus is in here.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls with the arrow keys.
        tabIndex={0}
        aria-label={`Pages of ${name}`}
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
                />
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
