import { type PDFDict, PDFDocument, PDFName, PDFParser, type PDFRef, type PDFStream } from '@cantoo/pdf-lib'

const endOfFile = '%%EOF'
/**
 * Keywords that readers search for when they repair a file. If the tail contains any, readers might show another
 * document.
 */
const readable = /obj|xref|trailer|stream/

/** Returns true if data after the end of a PDF can be read as part of the document. */
export function goesOnAfterEnd(bytes: Buffer): boolean {
  return readable.test(tailOf(bytes).toString('latin1'))
}

/**
 * Opens a PDF as viewers do: without a password, whatever permissions its owner set (D2), and without data after its
 * end.
 */
export function openPdf(bytes: Buffer): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false, throwOnInvalidObject: false }
  return PDFDocument.load(withoutTail(bytes), options)
}

/**
 * Parses like the library, except that it reads the cross-references of encrypted files without decrypting them,
 * because they are never encrypted.
 */
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
 * Removes data after the end of a PDF, because the parser takes minutes if it is long (L2). Keeps data that readers
 * might treat as part of the document, so that the same document is inspected, shown, and filed.
 */
function withoutTail(bytes: Buffer): Buffer {
  return goesOnAfterEnd(bytes) ? bytes : bytes.subarray(0, bytes.length - tailOf(bytes).length)
}

function tailOf(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endOfFile)
  return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + endOfFile.length)
}
