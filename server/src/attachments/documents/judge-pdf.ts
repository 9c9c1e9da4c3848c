import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFStream,
} from '@cantoo/pdf-lib'
import { goesOnAfterEnd, openPdf } from '../../platform/pdf-opening.ts'
import { refusalOfPictures } from './judge-pdf-pictures.ts'
import { isReadAlike } from './object-versions.ts'
import { unsafe, type Verdict } from './verdict.ts'

const mostPages = 300

const locked = 'This PDF is locked with a password. Open it, print or save it as a PDF without one, and add that.'
const active =
  'This PDF holds scripts, forms or links that act by themselves, or other files. Print it as a PDF, and add that.'
const twoDocuments =
  'This PDF has content after its end, so programs may show different documents. Print it as a PDF, and add that.'
const otherPages =
  'This PDF doesn’t say correctly which pages it has, so programs may show different pages. Print it as a PDF, and add that.'
const otherObjects =
  'This PDF doesn’t say correctly where its content is, so programs may show different content. Print it as a PDF, and add that.'
const tooLong = `This PDF has more than ${mostPages} pages. Add only the pages that the payment needs.`

/** Keys that only what acts or carries other files has, and values that name an action. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'RichMediaSettings']
const activeValues = [
  ...['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Movie', 'Rendition'],
  ...['RichMedia', 'EmbeddedFile', 'Filespec'],
]

/** Under these keys is what a program does on its own, where it may open no address and show or hide no layer. */
const keysOfItself = ['OpenAction', 'AA']
const kindsRefusedThere = ['URI', 'SetOCGState']

/**
 * A PDF is taken when it opens without a password, has pages and no picture that is too large to show, reads the same in
 * viewers and case files, and nothing in it acts, opens an address or turns layers on or off by itself, or carries other
 * files.
 */
export async function judgePdf(bytes: Buffer): Promise<Verdict> {
  if (goesOnAfterEnd(bytes)) return unsafe(twoDocuments)
  const document = await open(bytes)
  if (!document) return unsafe(locked)
  const pages = countPages(document.catalog.Pages())
  if (pages === undefined) return unsafe(otherPages)
  if (pages === 0) throw new Error('no page')
  if (pages > mostPages) return unsafe(tooLong)
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) throw new Error('an object that cannot be read')
    if (acts(object) || actsByItself(object)) return unsafe(active)
  }
  if (!isReadAlike(document, bytes.length)) return unsafe(otherObjects)
  return refusalOfPictures(document) ?? { type: 'application/pdf' }
}

/** Undefined where it takes a password. */
async function open(bytes: Buffer): Promise<PDFDocument | undefined> {
  try {
    return await openPdf(bytes)
  } catch (error) {
    // Without a password the library says so by a sentence alone.
    if (error instanceof Error && /password/i.test(error.message)) return undefined
    throw error
  }
}

/**
 * How many pages there are; undefined where a node of the tree counts wrong or is below itself, or a page doesn't say
 * that it is one: some readers count by what nodes say, others by what they hold.
 */
function countPages(tree: PDFPageTree, above: readonly PDFObject[] = []): number | undefined {
  const kids = tree.Kids()
  let pages = 0
  for (let at = 0; at < kids.size(); at += 1) {
    const kid = kids.lookup(at)
    if (!kid || kid === tree || above.includes(kid)) return undefined
    const below = kid instanceof PDFPageTree ? countPages(kid, [...above, tree]) : Number(kid instanceof PDFPageLeaf)
    if (!below) return undefined
    pages += below
  }
  return tree.Count().asNumber() === pages ? pages : undefined
}

function acts(object: PDFObject): boolean {
  if (object instanceof PDFName) return isActive(object, activeValues)
  if (object instanceof PDFStream) return acts(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(acts)
  if (!(object instanceof PDFDict)) return false
  return object.entries().some(([key, value]) => isActive(key, activeKeys) || acts(value))
}

function actsByItself(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return object instanceof PDFArray && object.asArray().some(actsByItself)
  return object
    .entries()
    .some(([key, value]) => (isActive(key, keysOfItself) ? startsRefused(object.lookup(key)) : actsByItself(value)))
}

/** An action that is started by itself, or several by what starts them. A destination leads to a page and no further. */
function startsRefused(started: PDFObject | undefined): boolean {
  if (!(started instanceof PDFDict)) return false
  const seen = new Set<PDFObject>()
  return [started, ...started.keys().map((key) => started.lookup(key))].some((action) => isRefusedThere(action, seen))
}

/** Whether an action, or one of those that follow it, is of a kind that is refused there. */
function isRefusedThere(action: PDFObject | undefined, seen: Set<PDFObject>): boolean {
  if (action instanceof PDFArray) return action.asArray().some((_, at) => isRefusedThere(action.lookup(at), seen))
  if (!(action instanceof PDFDict) || seen.has(action)) return false
  seen.add(action)
  const kind = action.lookup(PDFName.of('S'))
  if (kind && isActive(kind, kindsRefusedThere)) return true
  return isRefusedThere(action.lookup(PDFName.of('Next')), seen)
}

function isActive(object: PDFObject, names: readonly string[]): boolean {
  return object instanceof PDFName && names.includes(object.decodeText())
}
