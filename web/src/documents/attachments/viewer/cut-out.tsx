import type { PlaceInDocument } from '@check-requests/domain/documents/readings/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFetchContent } from '#documents/attachments/api.ts'
import { cutAround, cutPageWidth } from '#documents/attachments/viewer/sheet.ts'
import { openDocument, useNear } from '#documents/attachments/viewer/sheet-view.tsx'

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
  const fetchContent = useFetchContent()
  return useQuery({
    queryKey: ['page-picture', attachment_id, page],
    queryFn: async ({ signal }) => {
      const content = await fetchContent(attachment_id)
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
