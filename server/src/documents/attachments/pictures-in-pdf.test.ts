import type { PDFDocument } from '@cantoo/pdf-lib'
import { PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { changedPdf } from '../../testing/documents.ts'
import { judgePdf } from './documents/judge-pdf.ts'

const unclear =
  'The content of this PDF is ambiguous, so programs might show it differently. Print it to a new PDF, and add that file.'
const tooManyPixels =
  'A picture in this PDF has 12,000 × 12,000 pixels, which is too many to show. Use a smaller picture.'

/** Adds these content streams to the page, in order. */
const draws = (document: PDFDocument, ...parts: string[]) => {
  const { context } = document
  const refs = parts.map((part) => context.register(context.flateStream(part)))
  document.getPage(0).node.set(PDFName.of('Contents'), context.obj(refs))
}

const inPages: Record<string, { draw: (document: PDFDocument) => unknown; sentence?: string }> = {
  'a small picture': { draw: (document) => draws(document, 'q BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q') },
  'a text that says BI': {
    draw: (document) => draws(document, 'BT (BI /W 12000 /H 12000) Tj ET', 'BT (BI and ID ) Tj ET'),
  },
  'too large a picture': {
    draw: (document) => draws(document, 'q\nBI\n/W 12000 /H 12000 /CS [/I /RGB 1 (%ID )] /BPC 1\nID x EI Q'),
    sentence: tooManyPixels,
  },
  'too large a picture whose names are spelled otherwise, after a comment that seems to end it': {
    draw: (document) => draws(document, 'BI % ID \n/#57idth 12000/Heigh#74 12000 ID x EI'),
    sentence: tooManyPixels,
  },
  'too large a picture that begins in one part and goes on in the next': {
    draw: (document) => draws(document, 'BI /W 12000', '/H 12000 ID x EI'),
    sentence: tooManyPixels,
  },
  'a form with too large a picture': {
    draw: (document) =>
      document.context.register(
        document.context.flateStream('BI/W 12000/H 12000 ID x EI', {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 9, 9],
        }),
      ),
    sentence: tooManyPixels,
  },
  'a page that calls itself a font, and draws too large a picture': {
    draw: (document) => {
      const content = document.context.flateStream('BI /W 12000 /H 12000 ID x EI', { Length1: 1, Type: 'Metadata' })
      document.getPage(0).node.set(PDFName.of('Contents'), document.context.register(content))
    },
    sentence: tooManyPixels,
  },
  'a small picture of a page, which doesn’t say that it is a picture': {
    draw: (document) =>
      document.context.register(document.context.stream('x', { Width: 9, Height: 9, Filter: 'DCTDecode' })),
  },
  'a picture with two widths': {
    draw: (document) => draws(document, 'BI /W 1 /Width 2 /H 1 ID x EI'),
    sentence: unclear,
  },
  'a picture apart whose width some programs read elsewhere': {
    draw: (document) =>
      document.context.register(
        document.context.stream('x', { Subtype: 'Image', Width: 1, Height: 1, W: 12_000, H: 12_000 }),
      ),
    sentence: unclear,
  },
  'a picture apart without a height': {
    draw: (document) => document.context.register(document.context.stream('x', { Subtype: 'Image', Width: 1 })),
    sentence: unclear,
  },
  'a content that is packed in an unusual way': {
    draw: (document) =>
      document.context.register(document.context.flateStream('q Q', { DecodeParms: { Predictor: 12, Columns: 3 } })),
    sentence: unclear,
  },
  'a content that nothing unpacks': {
    draw: (document) => document.context.register(document.context.stream('q Q', { Filter: 'FlateDecode' })),
    sentence: unclear,
  },
}

const judged = Object.entries(inPages).map(
  ([name, page]) => [`${page.sentence ? 'refuses' : 'accepts'} a PDF with ${name} (D6)`, page] as const,
)

test.each(judged)('%s', async (_, { draw, sentence }) => {
  expect(await judgePdf(await changedPdf(draw))).toEqual(
    sentence ? { refused: 'unsafe', sentence } : { type: 'application/pdf' },
  )
})
