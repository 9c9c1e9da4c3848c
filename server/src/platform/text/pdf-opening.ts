import { type PDFDict, PDFDocument, PDFName, PDFParser, type PDFRef, type PDFStream } from '@cantoo/pdf-lib'

const endOfFile = '%%EOF'
/** Whatever readers look for when they repair a file: with it in the tail, they may show another document. */
const readable = /obj|xref|trailer|stream/

/** True where something that a reader can take for a part of the document follows the end of a PDF. */
export function goesOnAfterEnd(bytes: Buffer): boolean {
  return readable.test(tailOf(bytes).toString('latin1'))
}

/** Opens a PDF as viewers open it: with no password, whatever its owner allows (D2), and without what follows its end. */
export function openPdf(bytes: Buffer): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false, throwOnInvalidObject: false }
  return PDFDocument.load(withoutTail(bytes), options)
}

/** Parses as the library does, but for cross-references of encrypted files: it would decrypt them, and they are plain. */
export class PlainReferencesParser extends PDFParser {
  readonly #decrypts: boolean
  #isInside = false

  constructor(...options: ConstructorParameters<typeof PDFParser>) {
    super(...options)
    this.#decrypts = options[5] !== undefined
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    if (!this.#decrypts || this.#isInside) return super.parseDictOrStream(ref)
    this.#isInside = true
    try {
      const at = this.bytes.offset()
      const type = this.parseDict().get(PDFName.of('Type'))
      this.bytes.moveTo(at)
      return super.parseDictOrStream(type === PDFName.of('XRef') ? undefined : ref)
    } finally {
      this.#isInside = false
    }
  }
}

PDFParser.forBytesWithOptions = (...options) => new PlainReferencesParser(...options)

/**
 * A PDF without what follows its end, which takes the parser minutes where it is long (L2). Where readers could find
 * anything there it is left whole: what is judged, shown, and filed is one document.
 */
function withoutTail(bytes: Buffer): Buffer {
  return goesOnAfterEnd(bytes) ? bytes : bytes.subarray(0, bytes.length - tailOf(bytes).length)
}

function tailOf(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endOfFile)
  return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + endOfFile.length)
}
