import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { documentCoding, documentCodingQuery } from './coding.ts'
import { readingReply, wordsReply } from './fields.ts'
import { keptCountsReply } from './kept-values.ts'

const get = { method: 'GET', params: idParams, status: 200 } as const
const failure = 'Couldn’t load what the document says. Try again.'

/** Calls about what documents say (decision 180). */
export const readingEndpoints = {
  reading: endpoint({
    ...get,
    id: 'getReading',
    path: '/attachments/:id/reading',
    summary: 'What a document says: for each field, the best values with their places and scores',
    policy: 'check-requests.read',
    reply: readingReply,
    failure,
  }),
  words: endpoint({
    ...get,
    id: 'getReadWords',
    path: '/attachments/:id/reading/words',
    summary: 'The words of a document’s pages with their places',
    policy: 'check-requests.read',
    reply: wordsReply,
    failure,
  }),
  ofDraft: endpoint({
    ...get,
    id: 'listReadingsOfDraft',
    path: '/drafts/:id/readings',
    summary: 'What the documents of one of the caller’s own drafts say',
    policy: 'check-requests.create',
    reply: z.array(readingReply),
    failure,
  }),
  ofRequest: endpoint({
    ...get,
    id: 'listReadings',
    path: '/check-requests/:id/readings',
    summary: 'What the documents of a check request say',
    policy: 'check-requests.read',
    reply: z.array(readingReply),
    failure,
  }),
  coding: endpoint({
    id: 'listCodingOfDocuments',
    method: 'GET',
    path: '/readings/coding',
    refusals: [404],
    summary:
      'What the words of the documents of one of the caller’s own drafts, or of a check request, suggest for it: by ' +
      'what they name, and by earlier documents with the same words among the requests that the caller can see',
    policy: 'check-requests.create',
    query: documentCodingQuery,
    reply: documentCoding,
    status: 200,
    failure,
  }),
  keptCounts: endpoint({
    id: 'countKeptValues',
    method: 'GET',
    path: '/readings/kept-values',
    summary: 'How often requesters kept, changed, or cleared what documents suggested, by payee',
    policy: 'readings.repeat',
    reply: z.array(keptCountsReply),
    status: 200,
    failure: 'Couldn’t load these counts. Try again.',
  }),
  readAgain: endpoint({
    id: 'readDocumentAgain',
    method: 'POST',
    path: '/attachments/:id/reading/read-again',
    summary: 'Read a document again, such as after an update; the event stream announces the new reading',
    policy: 'readings.repeat',
    params: idParams,
    reply: readingReply,
    status: 200,
    failure: 'Couldn’t read the document again. Try again.',
  }),
}
