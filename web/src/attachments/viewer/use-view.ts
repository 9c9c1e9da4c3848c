import { useState } from 'react'
import type { Sheet } from '#attachments/viewer/sheet.ts'
import { fittingScale, nextRotation, type Rotation, zoomedIn, zoomedOut } from '#attachments/viewer/zoom.ts'

interface View {
  readonly documentId: number
  /** Undefined: as wide as there is room. */
  readonly zoom: number | undefined
  readonly rotation: Rotation
}

/** How somebody looks at a document; another document begins upright and as wide as there is room. */
export function useView(documentId: number, sheets: readonly Sheet[] | undefined, width: number) {
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
