import type { ExamplesOf } from '../../api/endpoint.ts'
import type { readingEndpoints } from './endpoints.ts'
import type { ReadingReply } from './fields.ts'

const amount = {
  value: '1174.50',
  text: '$1,174.50',
  page: 1,
  polygon: [0.8527, 0.487, 0.9191, 0.487, 0.9191, 0.5012, 0.8527, 0.5012],
  score: 96,
  certainty: 100,
  agreed: true,
  fills: true,
}
const document = {
  pages: [1],
  kind: 'invoice',
  flags: ['past_due'],
  fields: { amount: [amount] },
} satisfies ReadingReply['documents'][number]

const reading: ReadingReply = {
  attachment_id: 81,
  state: 'read',
  kind: 'invoice',
  reader: 'text',
  flags: ['past_due'],
  fields: document.fields,
  documents: [document],
}
const waiting: ReadingReply = {
  attachment_id: 81,
  state: 'waiting',
  kind: null,
  reader: null,
  flags: [],
  fields: {},
  documents: [],
}

/** Examples of the calls that concern what documents say. */
export const readingExamples: ExamplesOf<typeof readingEndpoints> = {
  reading: { reply: reading },
  words: { reply: [{ page: 1, text: '$1,174.50', polygon: amount.polygon }] },
  ofDraft: { reply: [reading] },
  ofRequest: { reply: [reading] },
  keptCounts: {
    reply: [
      {
        payee: 'Midwest Auto Parts',
        kept: 11,
        changed: 1,
        cleared: 0,
        fields: [
          { field: 'invoice_number', kept: 1, changed: 1, cleared: 0 },
          { field: 'amount', kept: 10, changed: 0, cleared: 0 },
        ],
      },
    ],
  },
  readAgain: { reply: waiting },
}
