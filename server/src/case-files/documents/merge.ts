import { degrees, PDFDocument, type PDFImage } from '@cantoo/pdf-lib'
import { withoutTail } from '../../platform/pdf-tail.ts'
import { turnOf } from './jpeg-turn.ts'
import { paper } from './paper.ts'

/** Adds the pages of a document, or a picture on a page of its own. Returns how many pages there are more. */
export async function merge(into: PDFDocument, bytes: Buffer, type: string): Promise<number> {
  const before = into.getPageCount()
  if (type === 'application/pdf') await addPages(into, bytes)
  else if (type === 'image/jpeg') await addPicture(into, await into.embedJpg(bytes), turnOf(bytes))
  else await addPicture(into, await into.embedPng(bytes), 0)
  return into.getPageCount() - before
}

async function addPages(into: PDFDocument, bytes: Buffer): Promise<void> {
  const from = await PDFDocument.load(withoutTail(bytes), {
    password: '',
    updateMetadata: false,
    throwOnInvalidObject: false,
  })
  for (const page of await into.copyPages(from, from.getPageIndices())) into.addPage(page)
}

// A picture is opened at once, so that the time counts as its own.
async function addPicture(into: PDFDocument, image: PDFImage, turn: 0 | 90 | 180 | 270): Promise<void> {
  await image.embed()
  const page = into.addPage([paper.width, paper.height])
  const isLying = turn === 90 || turn === 270
  const upright = isLying ? { width: image.height, height: image.width } : { width: image.width, height: image.height }
  const room = { width: paper.width - 2 * paper.margin, height: paper.height - 2 * paper.margin }
  // A small picture is not blown up beyond its own size at 96 dots an inch.
  const scale = Math.min(room.width / upright.width, room.height / upright.height, 0.75)
  const [width, height] = [upright.width * scale, upright.height * scale]
  const [left, low] = [(paper.width - width) / 2, (paper.height - height) / 2]
  // A picture is turned around its lower left corner, against the clock.
  const corner = {
    0: { x: left, y: low },
    90: { x: left, y: low + height },
    180: { x: left + width, y: low + height },
    270: { x: left + width, y: low },
  }[turn]
  const size = isLying ? { width: height, height: width } : { width, height }
  page.drawImage(image, { ...corner, ...size, rotate: degrees(-turn) })
}
