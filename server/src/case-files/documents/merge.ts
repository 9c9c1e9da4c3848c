import {
  concatTransformationMatrix,
  drawObject,
  type PDFDocument,
  type PDFImage,
  PDFObjectCopier,
  PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { openPdf } from '../../platform/pdf-opening.ts'
import { drawFields } from './fields.ts'
import { uprightOf, withoutFill } from './jpeg-turn.ts'
import { copyLayers, showUndeclared } from './layers.ts'
import { settle } from './pages.ts'
import { paper } from './paper.ts'
import { untilEnd, uprightOfPng } from './png-turn.ts'
import { placed, type Upright } from './upright.ts'

/** Adds the pages of a document, or a picture on a page of its own. Returns how many pages there are more. */
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

// A picture is opened at once, so that the time counts as its own.
async function addPicture(into: PDFDocument, image: PDFImage, upright: Upright): Promise<void> {
  await image.embed()
  const page = into.addPage([paper.width, paper.height])
  const isLying = upright.turn === 90 || upright.turn === 270
  const shown = isLying ? { width: image.height, height: image.width } : { width: image.width, height: image.height }
  const room = { width: paper.width - 2 * paper.margin, height: paper.height - 2 * paper.margin }
  // A small picture is not blown up beyond its own size at 96 dots an inch.
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
