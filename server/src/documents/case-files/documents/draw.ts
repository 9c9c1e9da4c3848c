import { PDFDocument } from '@cantoo/pdf-lib'
import type { CheckPart, Contents, Entry, ListedDocument } from './make.ts'
import { merge } from './merge.ts'
import { Paper, type Place } from './paper.ts'

const body = 9.5
const indented = 66
const cannotMerge = 'This document couldn’t be included. Open it from the check request.'

/**
 * Draws a case file. `files` contains the merged documents in list order. `tell` receives the position of each document
 * before that document is merged, and finally the number of documents.
 */
export async function drawCaseFile(
  contents: Contents,
  files: readonly Buffer[],
  tell: (index: number) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(`${contents.title} ${contents.subtitle}`)
  const paper = new Paper(document)
  await paper.write(contents.title, { size: 18, weight: 'bold' })
  await paper.write(contents.subtitle, { size: 11, isSoft: true })
  await writeSections(paper, contents.sections)
  await writeEntries(paper, 'History', contents.history)
  if (contents.comments.length > 0) await writeEntries(paper, 'Comments', contents.comments)
  for (const check of contents.checks) await writeCheck(paper, check)
  const places = await writeDocuments(paper, contents.documents)
  await writeSections(paper, contents.closing)
  await mergeAll(document, paper, contents.documents, { places, files, tell })
  await paper.foot(contents.foot)
  paper.end()
  return document.save()
}

async function writeSections(paper: Paper, sections: Contents['sections']): Promise<void> {
  for (const { heading, facts } of sections) {
    await writeHeading(paper, heading)
    for (const { label, value } of facts) await paper.row(label, value, body)
  }
}

async function writeCheck(paper: Paper, { heading, facts, signature, story }: CheckPart): Promise<void> {
  await writeSections(paper, [{ heading, facts }])
  if (signature) {
    paper.space(4, 90)
    await paper.write('Signature', { size: body, isSoft: true })
    paper.drawing(signature, { left: indented, width: 200 })
  }
  await writeEntryList(paper, story)
}

async function writeHeading(paper: Paper, heading: string): Promise<void> {
  paper.space(16, 48)
  await paper.write(heading, { size: 12, weight: 'bold' })
  paper.space(2)
}

async function writeEntries(paper: Paper, heading: string, entries: readonly Entry[]): Promise<void> {
  await writeHeading(paper, heading)
  await writeEntryList(paper, entries)
}

async function writeEntryList(paper: Paper, entries: readonly Entry[]): Promise<void> {
  for (const { when, who, lines } of entries) {
    paper.space(4, 28)
    await paper.write(`${who} · ${when}`, { size: 8.5, isSoft: true })
    for (const line of lines) await paper.write(line, { size: body, left: indented })
  }
}

async function writeDocuments(paper: Paper, documents: readonly ListedDocument[]): Promise<Place[]> {
  await writeHeading(paper, 'Documents')
  if (documents.length === 0) await paper.write('None.', { size: body })
  const places: Place[] = []
  for (const { name, lines } of documents) {
    paper.space(4, 56)
    await paper.write(name, { size: body, weight: 'bold' })
    for (const line of lines) await paper.write(line, { size: 8.5, isSoft: true, left: indented })
    places.push(paper.reserve({ size: 8.5, left: indented }))
  }
  return places
}

interface Merging {
  readonly places: readonly Place[]
  readonly files: readonly Buffer[]
  readonly tell: (index: number) => void
}

/** Appends the documents to the case file, and writes their page numbers next to the list entries. */
async function mergeAll(
  document: PDFDocument,
  paper: Paper,
  documents: readonly ListedDocument[],
  { places, files, tell }: Merging,
): Promise<void> {
  const left = [...files]
  for (const [index, { merged }] of documents.entries()) {
    const place = places[index]
    if (!('not' in merged)) tell(index)
    const words = 'not' in merged ? merged.not : await mergeOne(document, left.shift(), merged.type)
    if (place) await paper.fill(place, words)
  }
  tell(documents.length)
}

/** Appends one document. Returns the numbers of the pages it was added as. */
async function mergeOne(document: PDFDocument, file: Buffer | undefined, type: string): Promise<string> {
  const first = document.getPageCount() + 1
  const pages = file ? await merge(document, file, type).catch(() => 0) : 0
  if (pages === 0) return cannotMerge
  return pages === 1 ? `Page ${first} of this file` : `Pages ${first} to ${first + pages - 1} of this file`
}
