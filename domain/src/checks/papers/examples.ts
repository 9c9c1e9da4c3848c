import type { ExamplesOf } from '../../api/endpoint.ts'
import type { checkPaperEndpoints } from './endpoints.ts'

const reply = '%PDF-1.7 …'

/** An example of each call for documents about checks. */
export const checkPaperExamples: ExamplesOf<typeof checkPaperEndpoints> = {
  coverSheet: { reply },
  copy: { body: { reason: 'Requested by the auditors' }, reply },
  micrSamples: { reply },
  pickUpList: { query: { bank_account_id: 3 }, reply },
  addressLabels: { query: {}, reply },
}
