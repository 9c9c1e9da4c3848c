import type { ExamplesOf } from '../api/endpoint.ts'
import type { accountingEndpoints } from './accounting/endpoints.ts'
import type { journalEndpoints } from './journal/endpoints.ts'
import type { JournalReply } from './journal/fields.ts'

const template: NonNullable<JournalReply['template']> = {
  columns: [
    { field: 'day', header: 'Date' },
    { field: 'text', header: 'Account', text: '2300' },
    { field: 'check_number', header: 'Check number' },
    { field: 'amount', header: 'Amount' },
  ],
  delimiter: 'comma',
  date_form: 'us',
  amount_form: 'dollars',
  has_header: true,
}

const journal: JournalReply = {
  id: 1,
  version: 4,
  begins_on: '2026-10-01',
  closed_through: '2026-10-31',
  template,
  today: '2026-11-23',
  waiting: [{ kind: 'issue', events: 12, amount: 48_210.5 }],
}

const madeExport = {
  id: 3,
  number: 2,
  up_to: '2026-11-20',
  lines: 41,
  issued: 120_004.25,
  voided: 1250,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  made_at: '2026-11-23T15:04:05.000Z',
  made_by_name: 'Denise Carver',
}

/** Examples of the calls about the journal. */
export const journalExamples: ExamplesOf<typeof journalEndpoints> = {
  get: { reply: journal },
  save: { body: { begins_on: '2026-10-01', template, version: 3 }, reply: journal },
  close: { body: { month: '2026-10', version: 3 }, reply: journal },
  exports: { reply: [madeExport] },
  makeExport: { body: { up_to: '2026-11-20' }, reply: madeExport },
  file: { reply: 'Date,Account,Check number,Amount\r\n11/18/2026,2300,104211,1250.50\r\n' },
}

const named = { number: '2310', name: 'Vehicle payoffs', is_active: true }
const account = { id: 12, version: 1, dealer_group_id: 1, ...named }
const defaults = [{ purpose_id: 6, dealership_id: null, account: '2310' }]
const begun = defaults.map((one) => ({ ...one, account_name: named.name, is_active: true }))
const chart = { id: 1, version: 4, has_accounts: true, defaults: begun }

/** An example of each call about charts of accounts. */
export const accountingExamples: ExamplesOf<typeof accountingEndpoints> = {
  chart: { params: { id: '1' }, reply: chart },
  accounts: {
    params: { id: '1' },
    query: { search: 'payoff', in_use: 'true' },
    reply: { accounts: [account], total: 1 },
  },
  create: { body: { dealer_group_id: 1, ...named }, reply: account },
  update: {
    params: { id: '12' },
    body: { name: 'Payoffs of trade-ins', version: 1 },
    reply: { ...account, version: 2, name: 'Payoffs of trade-ins' },
  },
  saveDefaults: { params: { id: '1' }, body: { defaults, version: 3 }, reply: chart },
}
