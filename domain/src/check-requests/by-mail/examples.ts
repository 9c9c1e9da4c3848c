import type { ExamplesOf } from '../../api/endpoint.ts'
import { attachmentExamples } from '../../documents/examples.ts'
import { checkRequestExamples } from '../examples.ts'
import type { byMailEndpoints } from './endpoints.ts'

const link = 'q0ZrThisIsAnExampleLinkNotOne00000000000000000000000000000000000'

/** An example of each call with the link of an email. */
export const byMailExamples: ExamplesOf<typeof byMailEndpoints> = {
  open: {
    body: { link },
    reply: {
      request_id: 127,
      request_number: 'LAG-TOY-SAL-000127',
      person: { id: 12, name: 'Ada Adams', email: 'ada@lakeside.example' },
      refusal: null,
      request: checkRequestExamples.detail.reply,
      choices: [{ status_id: 3, refusal: null }],
      documents: attachmentExamples.list.reply,
    },
  },
  document: { body: { link, document_id: 84 }, reply: '' },
  decide: { body: { link, status_id: 3 }, reply: checkRequestExamples.changeStatus.reply },
}
