import type { ExamplesOf } from '../../api/endpoint.ts'
import { checkExamples } from '../examples.ts'
import type { WholeCheckReply } from '../replies.ts'
import type { enteredCheckEndpoints } from './endpoints.ts'

const clerk = { id: 41, name: 'Priya Nair' }
const at = '2026-11-20T17:02:00.000Z'

const opening: WholeCheckReply = {
  ...checkExamples.one.reply,
  id: 128,
  version: 1,
  number: 9981,
  state: 'reserved',
  kind: 'opening',
  signed_by: [],
  entered_by: clerk,
  print_run_id: null,
  check_request_id: null,
  request_number: null,
  check_date: '2026-10-02',
  events: [{ act: 'enter', user_id: 41, user_name: clerk.name, role: 'Processor', note: null, at }],
}

const manual: WholeCheckReply = {
  ...opening,
  id: 129,
  number: 10_042,
  kind: 'manual',
  check_request_id: 9,
  request_number: 'LAG-FOR-SVC-000009',
  check_date: '2026-11-20',
  events: [{ act: 'write', user_id: 41, user_name: clerk.name, role: 'Processor', note: null, at }],
}

/** An example of each call about manually entered checks. */
export const enteredCheckExamples: ExamplesOf<typeof enteredCheckEndpoints> = {
  manual: { body: { bank_account_id: 3, check_request_id: 9 }, reply: manual },
  opening: {
    body: {
      bank_account_id: 3,
      number: 9981,
      check_date: '2026-10-02',
      payee_name: 'Harbor Paint Supply',
      amount: 1250.5,
    },
    reply: opening,
  },
  confirm: { body: { version: 1 }, reply: { ...manual, version: 2, state: 'printed' } },
  discard: {
    body: { reason: 'Written for another request', number: 'free', version: 1 },
    reply: { ...manual, version: 2, state: 'released' },
  },
}
