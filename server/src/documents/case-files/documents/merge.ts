import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFImage,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  type PDFPageLeaf,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { openPdf } from '../../../platform/text/pdf-opening.ts'
import { drawFields } from './fields.ts'
import { copyLayers, showUndeclared } from './layers.ts'
import { paper } from './paper.ts'

/** Appends the pages of a document, or a picture on its own page. Returns the number of added pages. */
export async function merge(into: PDFDocument, bytes: Buffer, type: string): Promise<number> {
  const before = into.getPageCount()
  if (type === 'application/pdf') await addPages(into, bytes)
  else if (type === 'image/png') await addPicture(into, await into.embedPng(untilEnd(bytes)), uprightOfPng(bytes))
  else {
    const jpeg = withoutFill(bytes)
    await addPicture(into, await into.embedJpg(jpeg), uprightOf(jpeg))
  }
  return into.getPageCount() - before
}

async function addPages(into: PDFDocument, bytes: Buffer): Promise<void> {
  const from = await openPdf(bytes)
  await drawFields(from)
  showUndeclared(from)
  const copier = PDFObjectCopier.for(from.context, into.context)
  for (const { node } of from.getPages()) {
    settle(node)
    const page = copier.copy(node)
    into.addPage(PDFPage.of(page, into.context.register(page), into))
  }
  copyLayers(into, from, copier)
}

// Embeds the picture immediately, so that the time counts toward this document's limit.
async function addPicture(into: PDFDocument, image: PDFImage, upright: Upright): Promise<void> {
  await image.embed()
  const page = into.addPage([paper.width, paper.height])
  const isLying = upright.turn === 90 || upright.turn === 270
  const shown = isLying ? { width: image.height, height: image.width } : { width: image.width, height: image.height }
  const room = { width: paper.width - 2 * paper.margin, height: paper.height - 2 * paper.margin }
  // A picture is never enlarged beyond its own size at 96 dpi.
  const scale = Math.min(room.width / shown.width, room.height / shown.height, 0.75)
  const [width, height] = [shown.width * scale, shown.height * scale]
  const [a, b, c, d, e, f] = placed(upright, width, height)
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(a, b, c, d, e + (paper.width - width) / 2, f + (paper.height - height) / 2),
    drawObject(page.node.newXObject('Image', image.ref)),
    popGraphicsState(),
  )
}

const afterSignature = 8

/**
 * Returns how to show a PNG upright, as browsers do. Only metadata before the pixels counts, because programs that draw
 * while reading can't use metadata that comes later.
 */
function uprightOfPng(png: Buffer): Upright {
  return uprightBy(() => {
    let at = afterSignature
    while (typeAt(png, at) !== 'eXIf' && typeAt(png, at) !== 'IDAT') at = nextAfter(png, at)
    return typeAt(png, at) === 'eXIf' ? orientationIn(png.subarray(at + 8, at + 8 + png.readUInt32BE(at))) : 1
  })
}

/** Cuts off data after the end of the PNG, because some libraries fail on it. */
function untilEnd(png: Buffer): Buffer {
  let at = afterSignature
  while (typeAt(png, at) !== 'IEND') at = nextAfter(png, at)
  return png.subarray(0, at + 12)
}

function typeAt(png: Buffer, at: number): string {
  return png.toString('latin1', at + 4, at + 8)
}

function nextAfter(png: Buffer, at: number): number {
  return at + 12 + png.readUInt32BE(at)
}

const markers = { start: 0xffd8, exif: 0xffe1, scan: 0xffda } as const

/** Returns how to show a JPEG upright. A JPEG without an orientation is shown as stored. */
export function uprightOf(jpeg: Buffer): Upright {
  return uprightBy(() => orientationOf(jpeg))
}

/** Removes fill bytes before segments, because some libraries fail on them. */
export function withoutFill(jpeg: Buffer): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  for (let at = 2; jpeg[at] === 0xff; ) {
    while (jpeg[at + 1] === 0xff) at += 1
    const isScan = jpeg.readUInt16BE(at) === markers.scan
    const end = isScan ? jpeg.length : at + 2 + jpeg.readUInt16BE(at + 2)
    parts.push(jpeg.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

function orientationOf(jpeg: Buffer): number {
  for (let at = 2; jpeg.readUInt16BE(0) === markers.start; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at)
    if (marker === markers.scan) return 1
    if (marker === markers.exif && jpeg.toString('latin1', at + 4, at + 8) === 'Exif')
      return orientationIn(jpeg.subarray(at + 10))
  }
  return 1
}

const keys = {
  annotations: PDFName.of('Annots'),
  flags: PDFName.of('F'),
  kind: PDFName.of('Subtype'),
  widget: PDFName.of('Widget'),
  parent: PDFName.of('Parent'),
  resources: PDFName.of('Resources'),
} as const

/** The annotation flags for visibility. */
const flags = { invisible: 1, hidden: 2, printed: 4, notViewed: 32 } as const

/** Prepares a page so that the case file shows and prints what a viewer shows. */
function settle(page: PDFPageLeaf): void {
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

/** Copies resources that a page inherits from its ancestors, as the viewer resolves them. */
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

const orientationTag = 0x0112
// Some programs ignore an orientation in any other number type.
const shortType = 3

/** How to show a photograph upright: first mirror it if needed, then turn it clockwise by this many degrees. */
interface Upright {
  readonly isMirrored: boolean
  readonly turn: 0 | 90 | 180 | 270
}

const asItIs: Upright = { isMirrored: false, turn: 0 }

/** The transformation for each Exif orientation. */
const uprights: Readonly<Record<number, Upright>> = {
  2: { isMirrored: true, turn: 0 },
  3: { isMirrored: false, turn: 180 },
  4: { isMirrored: true, turn: 180 },
  5: { isMirrored: true, turn: 270 },
  6: { isMirrored: false, turn: 90 },
  7: { isMirrored: true, turn: 90 },
  8: { isMirrored: false, turn: 270 },
}

/** Returns the transformation for the orientation found, or no transformation if reading the orientation fails. */
function uprightBy(orientation: () => number): Upright {
  try {
    return uprights[orientation()] ?? asItIs
  } catch {
    // Camera metadata can be truncated anywhere.
    return asItIs
  }
}

/**
 * Maps a unit square: x' = a x + c y + e, y' = b x + d y + f, in PDF coordinates, upward from the lower left corner.
 */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const turnsOfSquare: Readonly<Record<Upright['turn'], Matrix>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, -1, 1, 0, 0, 1],
  180: [-1, 0, 0, -1, 1, 1],
  270: [0, 1, -1, 0, 1, 0],
}

/** The matrix that places an upright picture in a rectangle with this width and height. */
export function placed({ isMirrored, turn }: Upright, width: number, height: number): Matrix {
  const [a, b, c, d, e, f] = turnsOfSquare[turn]
  const [right, up, left, low] = isMirrored ? [-a, -b, a + e, b + f] : [a, b, e, f]
  return [width * right, height * up, width * c, height * d, width * left, height * low]
}

/** Reads the orientation from camera metadata. Returns 1 if there is none. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag && short(at + 2) === shortType) return short(at + 8)
  }
  return 1
}
