import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { goesOnAfterEnd, withoutTail } from '../../platform/pdf-tail.ts'
import { unsafe, type Verdict } from './verdict.ts'

const mostPages = 300

const locked = 'This PDF is locked with a password. Open it, print or save it as a PDF without one, and add that.'
const active = 'This PDF holds scripts, forms that act, or other files. Print it as a PDF, and add that.'
const twoDocuments =
  'This PDF has content after its end, so programs may show different documents. Print it as a PDF, and add that.'
const tooLong = `This PDF has more than ${mostPages} pages. Add only the pages that the payment needs.`

/** Keys that only what acts or carries other files has, and values that name an action. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'RichMediaSettings']
const activeValues = ['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'RichMedia', 'EmbeddedFile', 'Filespec']

/** A PDF is taken when it opens without a password, has pages, and nothing in it acts or carries other files. */
export async function judgePdf(bytes: Buffer): Promise<Verdict> {
  if (goesOnAfterEnd(bytes)) return unsafe(twoDocuments)
  const document = await open(bytes)
  if (!document) return unsafe(locked)
  const pages = document.getPageCount()
  if (pages === 0) throw new Error('no page')
  if (pages > mostPages) return unsafe(tooLong)
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) throw new Error('an object that cannot be read')
    if (acts(object)) return unsafe(active)
  }
  return { type: 'application/pdf' }
}

/** Opened as viewers open it, with no password, whatever its owner allows (D2). */
async function open(bytes: Buffer): Promise<PDFDocument | undefined> {
  try {
    return await PDFDocument.load(withoutTail(bytes), {
      password: '',
      updateMetadata: false,
      throwOnInvalidObject: false,
    })
  } catch (error) {
    // Without a password the library says so by a sentence alone.
    if (error instanceof Error && /password/i.test(error.message)) return undefined
    throw error
  }
}

function acts(object: PDFObject): boolean {
  if (object instanceof PDFStream) return acts(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(acts)
  if (!(object instanceof PDFDict)) return false
  return object
    .entries()
    .some(([key, value]) => isActive(key, activeKeys) || isActive(value, activeValues) || acts(value))
}

function isActive(object: PDFObject, names: readonly string[]): boolean {
  return object instanceof PDFName && names.includes(object.decodeText())
}
