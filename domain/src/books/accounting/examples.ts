import type { ExamplesOf } from '../../api/endpoint.ts'
import type { accountingEndpoints } from './endpoints.ts'

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
