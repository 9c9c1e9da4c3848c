import { z } from 'zod'
import { documentFlags, kindsOfDocuments } from './kinds.ts'
import { readingFields } from './understand.ts'

/**
 * How far a document's reading is. `missing`: the part of the package that reads pictures isn't installed. `none`: the
 * document isn't read, because it is a tax form or the dealer group switched reading off.
 */
const readingStates = ['waiting', 'reading', 'read', 'failed', 'missing', 'none'] as const
/** The channel on which servers hear that a document waits, or that a dealer group switched reading off. */
export const documentsWaiting = 'readings:waiting'

const share = z.number().min(0).max(1)
const polygonReply = z
  .array(share)
  .describe('x and y of four corners as shares of the page, clockwise from the upper left')

/** A place on a page of a document. */
export const placeReply = z
  .object({ attachment_id: z.int(), page: z.int(), polygon: polygonReply })
  .meta({ id: 'PlaceInDocument' })
export type PlaceInDocument = z.output<typeof placeReply>

const candidateReply = z
  .object({
    value: z.string().describe('A date as YYYY-MM-DD, an amount as a decimal number, an address with line breaks'),
    text: z.string().describe('The text as printed'),
    page: z.int(),
    polygon: polygonReply,
    score: z.int().describe('From 0 to 100'),
    certainty: z.int().describe('From 0 to 100: how certain the characters are'),
    agreed: z.boolean().nullable().describe('What the second reader said; null if it didn’t look'),
    fills: z.boolean().describe('True for the value that fills the field. Others are only offered.'),
  })
  .meta({ id: 'ReadValue' })

const fieldsReply = z.partialRecord(z.enum(readingFields), z.array(candidateReply))

const readDocumentReply = z
  .object({
    pages: z.array(z.int()),
    kind: z.enum(kindsOfDocuments),
    flags: z.array(z.enum(documentFlags)),
    fields: fieldsReply,
  })
  .meta({ id: 'ReadDocument' })

/** What a document says. `kind`, `flags`, and `fields` are those of the first document in the file. */
export const readingReply = z
  .object({
    attachment_id: z.int(),
    state: z.enum(readingStates),
    kind: z.enum(kindsOfDocuments).nullable(),
    reader: z.enum(['text', 'picture']).nullable(),
    flags: z.array(z.enum(documentFlags)),
    fields: fieldsReply,
    documents: z.array(readDocumentReply),
  })
  .meta({ id: 'Reading' })
export type ReadingReply = z.output<typeof readingReply>

const wordReply = z.object({ page: z.int(), text: z.string(), polygon: polygonReply })
export type ReadWord = z.output<typeof wordReply>

/** The words of a document’s pages, so that a click on one can fill a field. */
export const wordsReply = z.array(wordReply)
