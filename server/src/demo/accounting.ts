import { defaultAccountsBody } from '@check-requests/domain/accounting/chart-fields.ts'
import { demandsBody } from '@check-requests/domain/demands/fields.ts'
import { importBody } from '@check-requests/domain/imports/fields.ts'
import { saveDefaults } from '../accounting/commands/save-defaults.ts'
import { saveDemands } from '../demands/commands/save.ts'
import { importAccounts } from '../imports/commands/accounts.ts'
import { placeId } from './queries.ts'
import { by, type Scene } from './scene.ts'

/** Accounts as dealerships have them: what is paid by check, and what it is owed for. */
const chart = `Number,Name,Active
2000,Accounts payable,
2310,Vehicle payoffs,
2311,Customer deposits,
2320,Title and registration payable,
2400,Inventory: used vehicles,
2420,Inventory: parts and accessories,
2440,Sublet repairs,
2480,Inventory: paint and materials,
2999,Suspense,No
6500,Advertising,
6800,Shop supplies,
7100,Office supplies,
7250,Outside services,
7700,Training,
`

/** The account that lines of a purpose begin with: everywhere, or at one dealership. */
const defaults = [
  { purpose: 'Payoff', account: '2310' },
  { purpose: 'Parts', account: '2420' },
  { purpose: 'Parts', at: 'FRD', account: '6800' },
  { purpose: 'Auction purchase', account: '2400' },
]

/** What requests of a purpose need; nothing that keeps the demo's visitors from trying the form. */
const demands = [
  { purpose: 'Payoff', items: ['vin', 'document-payoff-letter', 'accounting'] },
  { purpose: 'Parts', items: ['invoice-number', 'accounting'] },
  { purpose: 'Auction purchase', items: ['vin', 'document-invoice', 'accounting'] },
]

/** Gives the group a chart of accounts, accounts to begin with, and what purposes demand: all of it is only warned of. */
export async function keepChart({ services, groupId, places, admin, purposeId }: Scene): Promise<void> {
  await importAccounts(services, by(admin), importBody.parse({ dealer_group_id: groupId, csv: chart }))
  const begun = defaults.map(({ purpose, at, account }) => ({
    purpose_id: purposeId(purpose),
    dealership_id: at === undefined ? null : placeId(places, `LAG/${at}`),
    account,
  }))
  await saveDefaults(services, by(admin), groupId, defaultAccountsBody.parse({ defaults: begun }))
  const purposes = demands.map(({ purpose, items }) => ({
    purpose_id: purposeId(purpose),
    demands: items.map((item) => ({ item, level: 'warn' })),
  }))
  await saveDemands(services, by(admin), groupId, demandsBody.parse({ purposes }))
}
