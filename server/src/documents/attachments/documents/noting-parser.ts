import {
  type PDFContext,
  type PDFDict,
  PDFNumber,
  type PDFObject,
  PDFParser,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { PlainReferencesParser } from '../../../platform/text/pdf-opening.ts'

/** Where the library found an object: a byte offset, or the object stream that contains the object. */
export interface Definition {
  readonly at: number
  readonly container?: PDFRef
}

/** The end of a stream’s dictionary, and the end of the keyword that follows the stream's data. */
interface StreamPlace {
  readonly dictEnd: number
  readonly end: number
}

interface Header {
  readonly number: number
  readonly generation: number
  /** The offset of the value. */
  readonly at: number
}

const parsers = new WeakMap<PDFContext, NotingParser>()

/** A character within a word: neither whitespace nor a delimiter. */
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]/
const spaces = /^[\0\t\n\f\r ]*$/

/** The line endings that the library expects before stream data. Viewers skip the rest of the line, whatever it is. */
const startOfData = /stream(?: ?\r\n|\r|\n)/y
/** The keywords at which viewers end a stream's data when its declared length is wrong. */
const endOfData = /endstream|endst(?:eam|rea)[\0\t\n\f\r ]/g

/**
 * Parses like the library and records where each object was found. If an object is defined repeatedly, the library uses
 * the last definition in the file.
 */
export class NotingParser extends PlainReferencesParser {
  readonly definitions = new Map<PDFRef, Definition>()
  /** All objects in object streams, paired with their container, in file order. */
  readonly members: (readonly [member: PDFRef, container: PDFRef])[] = []
  /** The merged trailers, in which later values win. The library doesn't keep how a document was encrypted. */
  trailer: PDFContext['trailerInfo'] = {}
  readonly #bytes: Uint8Array
  readonly #streams = new Map<PDFObject, StreamPlace>()
  #text: string | undefined
  #depth = 0
  #dictEnd = 0
  #outermost: { at: number; value: PDFObject | undefined; ref: PDFRef | undefined } = {
    at: 0,
    value: undefined,
    ref: undefined,
  }

  constructor(...options: ConstructorParameters<typeof PDFParser>) {
    super(...options)
    this.#bytes = options[0]
    parsers.set(this.context, this)
  }

  override async parseDocument(): Promise<PDFContext> {
    const { assign } = this.context
    this.context.assign = (ref, object) => {
      this.#note(ref, object)
      assign.call(this.context, ref, object)
    }
    await super.parseDocument()
    this.context.assign = assign
    this.trailer = { ...this.context.trailerInfo }
    return this.context
  }

  override parseObject(ref?: PDFRef): PDFObject {
    if (this.#depth > 0) return super.parseObject(ref)
    const at = this.bytes.offset()
    this.#depth += 1
    try {
      const value = super.parseObject(ref)
      this.#outermost = { at, value, ref }
      return value
    } finally {
      this.#depth -= 1
    }
  }

  /** Moves to an offset, skips whitespace and comments, and returns the new offset. */
  goTo(offset: number): number {
    this.bytes.moveTo(offset)
    this.skipWhitespaceAndComments()
    return this.bytes.offset()
  }

  /** Returns the next word, or an empty string at brackets, names, strings, and the end. */
  word(): string {
    let word = ''
    this.skipWhitespaceAndComments()
    while (!this.bytes.done() && regular.test(String.fromCharCode(this.bytes.peek())))
      word += String.fromCharCode(this.bytes.next())
    return word
  }

  /**
   * Returns the object header at this offset, such as “12 0 obj”, or undefined if no viewer would accept one there.
   * Throws if viewers might read numbers that the library doesn't.
   */
  headerAt(offset: number): Header | undefined {
    this.goTo(offset)
    const [number, generation] = [this.#wholeNumber(), this.#wholeNumber()]
    if (number === undefined || generation === undefined || this.word() !== 'obj') return undefined
    return { number, generation, at: this.goTo(this.bytes.offset()) }
  }

  /** Returns the value at this offset, without decrypting it. */
  valueAt(offset: number): PDFObject {
    this.goTo(offset)
    return super.parseObject()
  }

  /** Returns the dictionary at this offset without decrypting it. */
  dictAt(offset: number): PDFDict {
    this.goTo(offset)
    return this.parseDict()
  }

  /** The file content, one character per byte. */
  get text(): string {
    this.#text ??= Buffer.from(this.#bytes).toString('latin1')
    return this.#text
  }

  /**
   * Returns true if viewers read the same stream data as the library. If the length is an indirect reference, viewers
   * trust it, but the library doesn't.
   */
  hasSameData(stream: PDFStream, length: PDFObject | undefined): boolean {
    const place = this.#streams.get(stream)
    if (!place) return false
    startOfData.lastIndex = this.goTo(place.dictEnd)
    if (!startOfData.test(this.text)) return false
    return this.#endOfData(startOfData.lastIndex, length instanceof PDFNumber ? length.asNumber() : 0) === place.end
  }

  #endOfData(start: number, length: number): number | undefined {
    if (!Number.isSafeInteger(length) || length < 0) return undefined
    const end = this.goTo(start + length)
    if (this.word() === 'endstream')
      return spaces.test(this.text.slice(start + length, end)) ? this.bytes.offset() : undefined
    endOfData.lastIndex = start
    return endOfData.exec(this.text)?.[0] === 'endstream' ? endOfData.lastIndex : undefined
  }

  /** The end of the last word or value that was read. */
  get offset(): number {
    return this.bytes.offset()
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    const dict = super.parseDict(ref)
    this.#dictEnd = this.bytes.offset()
    return dict
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const object = super.parseDictOrStream(ref)
    if (object instanceof PDFStream) this.#streams.set(object, { dictEnd: this.#dictEnd, end: this.bytes.offset() })
    return object
  }

  // The parser assigns the objects in an object stream before the object stream itself.
  #note(ref: PDFRef, object: PDFObject): void {
    const { at, value, ref: container } = this.#outermost
    const isMember = object !== value && container !== undefined
    this.definitions.set(ref, isMember ? { at, container } : { at })
    if (isMember) this.members.push([ref, container])
  }

  #wholeNumber(): number | undefined {
    const word = this.word()
    if (/^\d{1,15}$/.test(word)) return Number(word)
    if (/^[-+.\d]/.test(word)) throw new Error('unexpected number format')
    return undefined
  }
}

PDFParser.forBytesWithOptions = (...options) => new NotingParser(...options)

/** Returns the parser that read a document. */
export function parserOf(context: PDFContext): NotingParser {
  const parser = parsers.get(context)
  if (!parser) throw new Error('This document wasn’t parsed')
  return parser
}
