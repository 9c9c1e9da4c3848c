import type { ExamplesOf } from '../api/endpoint.ts'
import type { bankingEndpoints } from './endpoints.ts'
import type { BankAccountReply } from './replies.ts'
import type { UnclaimedPropertyReply } from './unclaimed.ts'

/** A bank account, for the examples. */
export const account: BankAccountReply = {
  id: 127,
  version: 2,
  dealer_group_id: 1,
  dealer_group_name: 'Lakeside Auto Group',
  time_zone: 'America/Chicago',
  name: 'Operating',
  bank_name: 'First Harbor Bank',
  bank_place: 'Astoria, OR',
  fraction: '55-2/212',
  routing_number: '021200025',
  account_last4: '9012',
  on_us: 'SAP',
  auxiliary_on_us: 'PCCCCCCPS',
  on_us_at: null,
  next_check_number: 10_041,
  dealerships: [{ id: 1, name: 'Lakeside Ford' }],
  default_dealerships: [{ id: 1, name: 'Lakeside Ford' }],
  layout: 'top',
  stock: 'blank',
  micr: true,
  offset_x: 0,
  offset_y: 0,
  field_offsets: { date: { x: 5, y: 0 } },
  void_after_days: 180,
  date_form: 'short',
  logo: null,
  stale_after_days: 180,
  pick_up_reminder_days: 5,
  mail_task_days: 15,
  two_signers_above: 25_000,
  limit_per_check: null,
  positive_pay: 'none',
  omits_foreign_payees: false,
  people: [],
  is_sample: false,
  state: 'active',
  waiting: null,
  proposed_by: [],
  confirmed_by: { id: 33, name: 'Manuel Ortiz' },
  confirmed_at: '2026-11-20T17:02:00.000Z',
  reconciled_through: '2026-11-18',
  created_at: '2026-11-19T15:40:00.000Z',
}

const proposed_by = [{ id: 31, name: 'Denise Carver' }]
const proposal: BankAccountReply = {
  ...account,
  version: 1,
  state: 'proposed',
  proposed_by,
  confirmed_by: null,
  confirmed_at: null,
}

const unclaimed: UnclaimedPropertyReply = {
  id: 1,
  version: 4,
  holder_state: 'DE',
  rules: [{ state: 'TX', kind: null, dormancy_months: 36, cutoff: '03-01', report: '07-01', letter_days: 60 }],
}

/** An example of each call about bank accounts. */
export const bankingExamples: ExamplesOf<typeof bankingEndpoints> = {
  list: { reply: [account] },
  one: { reply: account },
  unclaimed: { reply: unclaimed },
  saveUnclaimed: {
    body: { holder_state: 'DE', rules: unclaimed.rules, version: 4 },
    reply: { ...unclaimed, version: 5 },
  },
  create: {
    body: {
      dealer_group_id: 1,
      name: 'Operating',
      bank_name: 'First Harbor Bank',
      bank_place: 'Astoria, OR',
      fraction: '55-2/212',
      routing_number: '021200025',
      account_number: '123456789012',
      dealership_ids: [1],
      default_dealership_ids: [1],
      next_check_number: 10_041,
      layout: 'top',
      micr: true,
      two_signers_above: 25_000,
      limit_per_check: null,
    },
    reply: proposal,
  },
  update: {
    body: { two_signers_above: 10_000, version: 2 },
    reply: { ...account, version: 3, waiting: { two_signers_above: 10_000 }, proposed_by },
  },
  confirm: { body: { version: 1 }, reply: account },
  discard: { body: { version: 3 }, reply: { ...account, version: 4 } },
  close: { body: { version: 2 }, reply: { ...account, version: 3, waiting: { closes: true }, proposed_by } },
}
