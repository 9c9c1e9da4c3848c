import type { ExamplesOf } from '../../api/endpoint.ts'
import type { AccountConfirmation, confirmationEndpoints } from './endpoints.ts'

const waiting: AccountConfirmation = {
  user_id: 41,
  version: 1,
  name: 'Alma Reyes',
  email: 'alma.reyes@lakeside.example',
  changes: ['roles'],
  waiting_role_ids: [3],
  waiting_role_names: ['Approver'],
  scope_waits: false,
  asked_by: ['Grace Lindqvist'],
  asked_at: '2026-11-20T16:20:00.000Z',
  password_waits: false,
  second_people: ['Sam Okafor'],
  effective_at: null,
  in_effect: false,
  stopped_by: null,
  stopped_at: null,
  confirm_refusal: null,
  stop_refusal: null,
}

/** Examples of the calls about confirmations of accounts. */
export const confirmationExamples: ExamplesOf<typeof confirmationEndpoints> = {
  list: { reply: { own: null, others: [waiting], announced: false } },
  confirm: { body: { version: 1 }, reply: { user_id: 41 } },
  stop: { body: { version: 1 }, reply: { user_id: 41 } },
  dismiss: { reply: null },
}
