import type {
  ChartReply,
  DefaultAccountsInput,
  LedgerAccount,
} from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import type { ChartAccount } from '@check-requests/domain/books/accounting/lines.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../organization/commands/record.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { changeAccount, createAccount, requireAccount, saveDefaults } from './commands/save-accounts.ts'
import { type AccountRow, defaultsOf, findAccounts, findChart, hasChart } from './queries/accounts.ts'

export function registerAccounting(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const chartOf = async (caller: Caller, groupId: number): Promise<ChartReply> => {
    const group = await requireGroup(read, caller, groupId)
    const defaults = defaultsOf(group)
    const numbers = defaults.map(({ account }) => account)
    const [hasAccounts, accounts] = await Promise.all([hasChart(read, groupId), findChart(read, groupId, numbers)])
    return presentChart({ group, hasAccounts, defaults, accounts })
  }
  api.on(endpoints.chart, async ({ caller, params }) => ({
    message: 'Chart of accounts',
    data: await chartOf(caller, params.id),
  }))
  api.on(endpoints.accounts, async ({ caller, params, query }) => {
    await requireGroup(read, caller, params.id)
    const { rows, total } = await findAccounts(read, params.id, query)
    return { message: 'Accounts', data: { accounts: rows.map(presentAccount), total } }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const id = await createAccount(services, { caller, repeatable }, body)
    return { message: 'Account added', data: presentAccount(await requireAccount(read, caller, id)) }
  })
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => {
    const id = await changeAccount(services, { caller, repeatable }, params.id, body)
    return { message: 'Account updated', data: presentAccount(await requireAccount(read, caller, id)) }
  })
  api.on(endpoints.saveDefaults, async ({ caller, repeatable, params, body }) => {
    const id = await saveDefaults(services, { caller, repeatable }, params.id, body)
    return { message: 'Default accounts updated', data: await chartOf(caller, id) }
  })
}

function presentAccount(row: AccountRow): LedgerAccount {
  const { id, version, dealer_group_id, number, name } = row
  return { id, version, dealer_group_id, number, name, is_active: row.is_active === 1 }
}

interface Chart {
  readonly group: { readonly id: number; readonly version: number }
  readonly hasAccounts: boolean
  readonly defaults: DefaultAccountsInput['defaults']
  /** The default accounts for requests, by account number. */
  readonly accounts: ReadonlyMap<string, ChartAccount>
}

function presentChart({ group: { id, version }, hasAccounts, defaults, accounts }: Chart): ChartReply {
  const begun = defaults.map((one) => {
    const { name = '', isActive = false } = accounts.get(one.account) ?? {}
    return { ...one, account_name: name, is_active: isActive }
  })
  return { id, version, has_accounts: hasAccounts, defaults: begun }
}
