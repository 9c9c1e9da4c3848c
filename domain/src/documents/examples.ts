import type { ExamplesOf } from '../api/endpoint.ts'
import type { attachmentEndpoints, caseFileEndpoints } from './attachments/endpoints.ts'
import type { incomingMailEndpoints } from './incoming-mail/endpoints.ts'
import type { readingEndpoints } from './readings/endpoints.ts'
import type { ReadingReply } from './readings/fields.ts'

const document = {
  id: 81,
  name: 'invoice-4711.pdf',
  size: 48_213,
  type: 'application/pdf',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  kind: 'invoice',
  created_at: '2026-11-20T16:20:00.000Z',
  created_by: { id: 12, name: 'Rosa Delgado' },
} as const
const taxForm = { ...document, id: 84, name: 'w9-2026.pdf', kind: 'tax-form' } as const
const listed = { ...document, removed_at: null, removed_by: null, can_remove: true }

/** Examples of the calls that concern documents. */
export const attachmentExamples: ExamplesOf<typeof attachmentEndpoints> = {
  attach: { body: { kind: 'invoice' }, reply: { ...document, request_version: 2 } },
  attachToDraft: { body: { kind: 'invoice' }, reply: { ...document, request_version: null } },
  attachToPayee: { body: {}, reply: { ...taxForm, request_version: null } },
  list: { reply: [listed] },
  listOfDraft: { reply: [listed] },
  listOfPayee: {
    reply: [
      { ...listed, ...taxForm },
      { ...listed, ...taxForm, id: 83, name: 'w9-2023.pdf', replaced_at: '2026-11-20T16:20:00.000Z' },
    ],
  },
  limits: { reply: { most_bytes: 10_485_760, most_documents: 10 } },
  content: { reply: '' },
  remove: { reply: { ...document, request_version: 3 } },
}

const keptUntil = { received_at: '2026-11-29T15:00:00.000Z', kept_until: '2026-12-13T15:00:00.000Z' }

/** Examples of the calls that concern emails with documents. */
export const incomingMailExamples: ExamplesOf<typeof incomingMailEndpoints> = {
  list: {
    reply: {
      receives: true,
      addresses: [
        {
          id: 2,
          dealer_group_id: 1,
          dealership_id: 3,
          dealership_name: 'Lakeside Ford',
          tag: 'frd',
          address: 'requests+frd@example.com',
          people: [{ id: 12, name: 'Rosa Delgado' }],
        },
      ],
      kept: [
        {
          id: 31,
          dealer_group_id: 1,
          sender: 'billing@harbor.example',
          subject: 'Invoice 4711',
          files: ['invoice-4711.pdf'],
          reason: 'unknown',
          ...keptUntil,
        },
      ],
    },
  },
  addAddress: { body: { dealership_id: 3, tag: 'frd', people_ids: [12] }, reply: { id: 2 } },
  removeAddress: { reply: { id: 2 } },
  give: { body: { user_id: 12 }, reply: { id: 31 } },
  discard: { reply: { id: 31 } },
}

/** An example of the call for a case file. */
export const caseFileExamples: ExamplesOf<typeof caseFileEndpoints> = { make: { reply: '' } }

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
const found = {
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
  fields: found.fields,
  documents: [found],
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
  coding: {
    query: { dealer_group_id: 1, dealership_id: 3, payee: 'Midwest Auto Parts', draft_id: 31 },
    reply: [
      { field: 'account', value: '7410', reason: '9 of 10 documents with “brake pads”' },
      { field: 'delivery_method_id', value: 2, reason: 'The document says “Will call”' },
    ],
  },
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
