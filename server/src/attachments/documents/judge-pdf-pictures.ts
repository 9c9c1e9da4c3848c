import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { refusalOfSize, unsafe, type Verdict } from './verdict.ts'

const unclear =
  'This PDF doesn’t say clearly what it shows, so programs may show different content. Print it as a PDF, and add that.'

/** What a picture within the content of a page may call its entries; of a picture apart, some programs read these first. */
const shortKeys = ['W', 'H', 'BPC', 'CS', 'D', 'DP', 'F', 'I', 'IM']

/** Kinds of streams that are not drawn, so that it doesn’t matter how they are packed. */
const otherKinds = ['ObjStm', 'XRef', 'Metadata', 'XML', 'Type1C', 'CIDFontType0C', 'OpenType']

/** How far the data of a picture within a content can be from its beginning, in bytes: a list of colors is up to 3,072. */
const longestHead = 4096

/**
 * Why a PDF can’t be taken that draws a picture that is too large to show, or of which programs may read different
 * sizes (D6). A picture is a stream of its own or a part of the content of a page, a form, a pattern or a letter.
 */
export function refusalOfPictures(document: PDFDocument): Verdict | undefined {
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
    // A picture can begin in one part and go on in the next.
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
  // A stream can be drawn whatever it calls itself.
  if (text !== undefined) return refusalWithin(text, dict.context)
  // The small picture of a page need not say that it is one.
  if (dict.has(PDFName.of('Width'))) return refusalOfPicture(dict)
  const isOther = [type, subtype].some((kind) => isOneOf(kind, otherKinds)) && !isOneOf(subtype, ['Form'])
  return isOther ? undefined : unsafe(unclear)
}

/** Of the pictures that are parts of this content, a character a byte, the first that is refused. */
function refusalWithin(content: string, context: PDFContext): Verdict | undefined {
  for (const { index } of content.matchAll(/(?<![^\s\0()<>[\]{}/%])BI(?=[\s\0/%])/g)) {
    const dict = dictIn(content.slice(index + 2, index + 2 + longestHead), context)
    const verdict = dict && refusalOfPicture(dict)
    if (verdict) return verdict
  }
  return undefined
}

/** The dictionary between BI and ID, if there is one: both can be parts of texts, names and data, too. */
function dictIn(head: string, context: PDFContext): PDFDict | undefined {
  for (const { index } of head.matchAll(/ID(?=[\s\0])/g)) {
    const bytes = Buffer.from(`<<${head.slice(0, index)}\n>>`, 'latin1')
    try {
      const dict = PDFObjectParser.forBytes(bytes, context).parseObject()
      if (dict instanceof PDFDict && dict.keys().length > 0) return dict
    } catch {
      // Another one is the end, or this is no picture.
    }
  }
  return undefined
}

function refusalOfPicture(dict: PDFDict): Verdict | undefined {
  const [width, height] = [numberIn(dict, 'Width', 'W'), numberIn(dict, 'Height', 'H')]
  if (width === undefined || height === undefined) return unsafe(unclear)
  return refusalOfSize(width, height, 'A picture in this PDF')
}

/** The number under one of the names; undefined where it is under both or neither. */
function numberIn(dict: PDFDict, ...names: string[]): number | undefined {
  const values = names.map((name) => dict.lookup(PDFName.of(name))).filter((value) => value !== undefined)
  return values.length === 1 && values[0] instanceof PDFNumber ? values[0].asNumber() : undefined
}

/** What a stream says, a character a byte; undefined where it is packed so that programs may unpack it in several ways. */
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
