import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { goesOnAfterEnd, openPdf } from '../../../platform/text/pdf-opening.ts'
import { isReadConsistently } from './object-versions.ts'
import { refusalOfSize, unsafe, type Verdict } from './verdict.ts'

const mostPages = 300

const locked = 'This PDF is locked with a password. Save a copy without a password, and add the copy.'
const active =
  'This PDF contains scripts, automatic actions, or embedded files. Print it to a new PDF, and add that file.'
const twoDocuments =
  'This PDF has content after its end, so programs might show different documents. Print it to a new PDF, and add that file.'
const otherPages =
  'The page list in this PDF is incorrect, so programs might show different pages. Print it to a new PDF, and add that file.'
const otherObjects =
  'The index in this PDF is incorrect, so programs might show different content. Print it to a new PDF, and add that file.'
const tooLong = `This PDF has more than ${mostPages} pages. Add only the pages that the payment needs.`

/** Keys and values that occur only with active content, such as scripts, or with embedded files. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'RichMediaSettings']
const activeValues = [
  ...['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Movie', 'Rendition'],
  ...['RichMedia', 'EmbeddedFile', 'Filespec'],
]

/** Actions under these keys run without a click. Here, opening a URL or switching layers is refused. */
const keysOfItself = ['OpenAction', 'AA']
const kindsRefusedThere = ['URI', 'SetOCGState']

/**
 * Accepts a PDF that opens without a password, has pages, and reads the same in viewers and case files. Refuses
 * pictures too large to show, active content, embedded files, and actions that open a URL or switch layers without a
 * click.
 */
export async function judgePdf(bytes: Buffer): Promise<Verdict> {
  if (goesOnAfterEnd(bytes)) return unsafe(twoDocuments)
  const document = await open(bytes)
  if (!document) return unsafe(locked)
  const pages = countPages(document.catalog.Pages())
  if (pages === undefined) return unsafe(otherPages)
  if (pages === 0) throw new Error('no pages')
  if (pages > mostPages) return unsafe(tooLong)
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) throw new Error('unreadable object')
    if (acts(object) || actsByItself(object)) return unsafe(active)
  }
  if (!isReadConsistently(document, bytes.length)) return unsafe(otherObjects)
  return refusalOfPictures(document) ?? { type: 'application/pdf' }
}

/** Returns undefined if the document needs a password. */
async function open(bytes: Buffer): Promise<PDFDocument | undefined> {
  try {
    return await openPdf(bytes)
  } catch (error) {
    // The library reports a missing password only in the error message.
    if (error instanceof Error && /password/i.test(error.message)) return undefined
    throw error
  }
}

/**
 * Returns the number of pages, or undefined if a node's count is wrong, the tree is circular, or a page isn't marked as
 * one. Some readers trust the counts and others count the pages, so they might show such files differently.
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

/**
 * Returns true if an action that runs without a click is refused. The value is one action, or several keyed by trigger.
 * A destination is allowed, because it only leads to a page.
 */
function startsRefused(started: PDFObject | undefined): boolean {
  if (!(started instanceof PDFDict)) return false
  const seen = new Set<PDFObject>()
  return [started, ...started.keys().map((key) => started.lookup(key))].some((action) => isRefusedThere(action, seen))
}

/** Returns true if this action, or one that follows it, is of a refused kind. */
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

const unclear =
  'The content of this PDF is ambiguous, so programs might show it differently. Print it to a new PDF, and add that file.'

/** Abbreviated keys for inline pictures. In other pictures, some programs read these keys first. */
const shortKeys = ['W', 'H', 'BPC', 'CS', 'D', 'DP', 'F', 'I', 'IM']

/** Kinds of streams that are never drawn, so it doesn’t matter how they are packed. */
const otherKinds = ['ObjStm', 'XRef', 'Metadata', 'XML', 'Type1C', 'CIDFontType0C', 'OpenType']

/** The maximum size of an inline picture's dictionary, in bytes. Its list of colors alone can take 3,072. */
const longestHead = 4096

/**
 * Returns the refusal if a PDF draws a picture that is too large to show or whose size programs might read differently
 * (D6). Pictures are either separate streams or inline in the content of a page, form, pattern, or glyph.
 */
function refusalOfPictures(document: PDFDocument): Verdict | undefined {
  const { context } = document
  for (const [, object] of context.enumerateIndirectObjects()) {
    const verdict = object instanceof PDFStream ? refusalOfStream(object) : undefined
    if (verdict) return verdict
  }
  for (const page of document.getPages()) {
    const content = page.node.Contents()
    const parts = content instanceof PDFArray ? content.asArray().map((_, at) => content.lookup(at)) : [content]
    const texts = parts.filter((part) => part !== undefined).map(textOf)
    if (texts.includes(undefined)) return unsafe(unclear)
    // An inline picture can begin in one content stream and continue in the next.
    const verdict = refusalWithin(texts.join('\n'), context)
    if (verdict) return verdict
  }
  return undefined
}

function refusalOfStream(stream: PDFStream): Verdict | undefined {
  const { dict } = stream
  const [type, subtype] = ['Type', 'Subtype'].map((key) => dict.lookup(PDFName.of(key)))
  if (isOneOf(subtype, ['Image']))
    return shortKeys.some((key) => dict.has(PDFName.of(key))) ? unsafe(unclear) : refusalOfPicture(dict)
  const text = textOf(stream)
  // A stream can be drawn no matter what type it declares.
  if (text !== undefined) return refusalWithin(text, dict.context)
  // A page's thumbnail doesn't have to declare that it is a picture.
  if (dict.has(PDFName.of('Width'))) return refusalOfPicture(dict)
  const isOther = [type, subtype].some((kind) => isOneOf(kind, otherKinds)) && !isOneOf(subtype, ['Form'])
  return isOther ? undefined : unsafe(unclear)
}

/** Returns the first refusal among inline pictures. `content` has one character per byte. */
function refusalWithin(content: string, context: PDFContext): Verdict | undefined {
  for (const { index } of content.matchAll(/(?<![^\s\0()<>[\]{}/%])BI(?=[\s\0/%])/g)) {
    const dict = dictIn(content.slice(index + 2, index + 2 + longestHead), context)
    const verdict = dict && refusalOfPicture(dict)
    if (verdict) return verdict
  }
  return undefined
}

/** Returns the dictionary between BI and ID, if there is one. BI and ID can also occur in texts, names, and data. */
function dictIn(head: string, context: PDFContext): PDFDict | undefined {
  for (const { index } of head.matchAll(/ID(?=[\s\0])/g)) {
    const bytes = Buffer.from(`<<${head.slice(0, index)}\n>>`, 'latin1')
    try {
      const dict = PDFObjectParser.forBytes(bytes, context).parseObject()
      if (dict instanceof PDFDict && dict.keys().length > 0) return dict
    } catch {
      // A second BI or an end before ID means that this is no picture.
    }
  }
  return undefined
}

function refusalOfPicture(dict: PDFDict): Verdict | undefined {
  const [width, height] = [numberIn(dict, 'Width', 'W'), numberIn(dict, 'Height', 'H')]
  if (width === undefined || height === undefined) return unsafe(unclear)
  return refusalOfSize(width, height, 'A picture in this PDF')
}

/** Returns the number under one of the names, or undefined if both names or neither have one. */
function numberIn(dict: PDFDict, ...names: string[]): number | undefined {
  const values = names.map((name) => dict.lookup(PDFName.of(name))).filter((value) => value !== undefined)
  return values.length === 1 && values[0] instanceof PDFNumber ? values[0].asNumber() : undefined
}

/** Returns the content of a stream, one character per byte, or undefined if programs might unpack it differently. */
function textOf(stream: unknown): string | undefined {
  if (!(stream instanceof PDFRawStream) || hasPredictor(stream.dict.lookup(PDFName.of('DecodeParms')))) return undefined
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  } catch {
    return undefined
  }
}

function hasPredictor(parameters: PDFObject | undefined): boolean {
  if (parameters instanceof PDFArray) return parameters.asArray().some((_, at) => hasPredictor(parameters.lookup(at)))
  return parameters instanceof PDFDict && parameters.has(PDFName.of('Predictor'))
}

function isOneOf(object: PDFObject | undefined, names: readonly string[]): boolean {
  return object instanceof PDFName && names.includes(object.decodeText())
}
