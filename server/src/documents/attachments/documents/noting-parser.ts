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

/** Where the library found an object: its value begins `at` this byte, or the object stream that holds it does. */
export interface Definition {
  readonly at: number
  readonly container?: PDFRef
}

/** Where a stream’s dictionary ends, and where the word after its data does. */
interface StreamPlace {
  readonly dictEnd: number
  readonly end: number
}

interface Header {
  readonly number: number
  readonly generation: number
  /** Where the value begins. */
  readonly at: number
}

const parsers = new WeakMap<PDFContext, NotingParser>()

/** A character of a word: no space, and none that begins or ends something else. */
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]/
const spaces = /^[\0\t\n\f\r ]*$/

/** How the library expects data to begin. Viewers pass over the rest of any line. */
const startOfData = /stream(?: ?\r\n|\r|\n)/y
/** What viewers take for the end of data when its length does not lead there. */
const endOfData = /endstream|endst(?:eam|rea)[\0\t\n\f\r ]/g

/** Parses as the library does, and notes where it found what: it takes the last definition of an object in the file. */
export class NotingParser extends PlainReferencesParser {
  readonly definitions = new Map<PDFRef, Definition>()
  /** All that object streams hold, as pairs of an object and its container, in the order of the file. */
  readonly members: (readonly [member: PDFRef, container: PDFRef])[] = []
  /** What trailers say, later ones first. The library forgets how a document was encrypted. */
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

  /** Goes to a byte, over spaces and comments, and says where that leads. */
  goTo(offset: number): number {
    this.bytes.moveTo(offset)
    this.skipWhitespaceAndComments()
    return this.bytes.offset()
  }

  /** The next word, which is empty at brackets, names, strings and the end. */
  word(): string {
    let word = ''
    this.skipWhitespaceAndComments()
    while (!this.bytes.done() && regular.test(String.fromCharCode(this.bytes.peek())))
      word += String.fromCharCode(this.bytes.next())
    return word
  }

  /**
   * The header of an object, as “12 0 obj”; undefined when no viewer can take what stands there for one. Throws where
   * viewers may read numbers that the library does not.
   */
  headerAt(offset: number): Header | undefined {
    this.goTo(offset)
    const [number, generation] = [this.#wholeNumber(), this.#wholeNumber()]
    if (number === undefined || generation === undefined || this.word() !== 'obj') return undefined
    return { number, generation, at: this.goTo(this.bytes.offset()) }
  }

  /** A value as it is written, not decrypted. */
  valueAt(offset: number): PDFObject {
    this.goTo(offset)
    return super.parseObject()
  }

  /** A dictionary as it is written. */
  dictAt(offset: number): PDFDict {
    this.goTo(offset)
    return this.parseDict()
  }

  /** The file, a character for each byte. */
  get text(): string {
    this.#text ??= Buffer.from(this.#bytes).toString('latin1')
    return this.#text
  }

  /** Whether viewers take the same bytes for the data of a stream. They trust an indirect length, the library does not. */
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

  /** Where the last word or value that was read ends. */
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

  // The parser assigns what an object stream holds before it assigns the stream.
  #note(ref: PDFRef, object: PDFObject): void {
    const { at, value, ref: container } = this.#outermost
    const isMember = object !== value && container !== undefined
    this.definitions.set(ref, isMember ? { at, container } : { at })
    if (isMember) this.members.push([ref, container])
  }

  #wholeNumber(): number | undefined {
    const word = this.word()
    if (/^\d{1,15}$/.test(word)) return Number(word)
    if (/^[-+.\d]/.test(word)) throw new Error('a number that is not written plainly')
    return undefined
  }
}

PDFParser.forBytesWithOptions = (...options) => new NotingParser(...options)

/** What parsed a document. */
export function parserOf(context: PDFContext): NotingParser {
  const parser = parsers.get(context)
  if (!parser) throw new Error('This document was not parsed')
  return parser
}
