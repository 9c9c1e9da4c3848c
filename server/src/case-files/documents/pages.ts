import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFPageLeaf } from '@cantoo/pdf-lib'

const keys = {
  annotations: PDFName.of('Annots'),
  flags: PDFName.of('F'),
  kind: PDFName.of('Subtype'),
  widget: PDFName.of('Widget'),
  parent: PDFName.of('Parent'),
  resources: PDFName.of('Resources'),
} as const

/** What annotations are told about when they are seen. */
const flags = { invisible: 1, hidden: 2, printed: 4, notViewed: 32 } as const

/** Readies a page for a case file, which shows what the viewer shows, printed, too. */
export function settle(page: PDFPageLeaf): void {
  settleAnnotations(page)
  inheritResources(page)
}

function settleAnnotations(page: PDFPageLeaf): void {
  const all = page.lookup(keys.annotations)
  if (!(all instanceof PDFArray)) return
  for (let at = all.size() - 1; at >= 0; at -= 1) {
    const annotation = all.lookup(at)
    if (!(annotation instanceof PDFDict)) continue
    if (isHidden(annotation)) all.remove(at)
    else annotation.set(keys.flags, PDFNumber.of((flagsOf(annotation) | flags.printed) & ~flags.invisible))
  }
}

function isHidden(annotation: PDFDict): boolean {
  const isField = annotation.lookup(keys.kind) === keys.widget
  const hiding = flags.hidden | flags.notViewed | (isField ? 0 : flags.invisible)
  return (flagsOf(annotation) & hiding) !== 0
}

function flagsOf(annotation: PDFDict): number {
  const set = annotation.lookup(keys.flags)
  return set instanceof PDFNumber ? set.asNumber() : 0
}

/** The kinds of resources that a page lacks are those of its parents, as the viewer has it. */
function inheritResources(page: PDFPageLeaf): void {
  const own = page.lookup(keys.resources)
  if (!(own instanceof PDFDict)) return
  const found = new Map<PDFName, PDFObject>(own.entries())
  const seen = new Set<PDFObject>([page])
  for (let parent = page.lookup(keys.parent); parent instanceof PDFDict && !seen.has(parent); ) {
    seen.add(parent)
    const resources = parent.lookup(keys.resources)
    for (const [key, value] of resources instanceof PDFDict ? resources.entries() : [])
      if (!found.has(key)) found.set(key, value)
    parent = parent.lookup(keys.parent)
  }
  page.set(keys.resources, PDFDict.fromMapWithContext(found, page.context))
}
