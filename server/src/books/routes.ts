import type {
  ChartReply,
  DefaultAccountsInput,
  LedgerAccount,
} from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import type { ChartAccount } from '@check-requests/domain/books/accounting/lines.ts'
import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import type { JournalExportReply, JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { requireGroup } from '../organization/commands/record.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { changeAccount, createAccount, requireAccount, saveDefaults } from './accounting/commands/save-accounts.ts'
import { type AccountRow, defaultsOf, findAccounts, findChart, hasChart } from './accounting/queries/accounts.ts'
import { downloadExport, makeExport } from './journal/commands/exports.ts'
import { closeMonth, journalOf, saveJournal } from './journal/commands/journal.ts'
import { type ExportRow, listExports, sumWaiting } from './journal/queries/journal.ts'

export function registerAccounting(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const chartOf = async (caller: Caller, groupId: number): Promise<ChartReply> => {
    const group = await requireGroup(read, caller, groupId)
    const defaults = defaultsOf(group)
    const numbers = defaults.map(({ account }) => account)
    const [hasAccounts, accounts] = await Promise.all([hasChart(read, groupId), findChart(read, groupId, numbers)])
    return presentChart({ group, hasAccounts, defaults, accounts })
  }
  api.on(accountingEndpoints.chart, async ({ caller, params }) => ({
    message: 'Chart of accounts',
    data: await chartOf(caller, params.id),
  }))
  api.on(accountingEndpoints.accounts, async ({ caller, params, query }) => {
    await requireGroup(read, caller, params.id)
    const { rows, total } = await findAccounts(read, params.id, query)
    return { message: 'Accounts', data: { accounts: rows.map(presentAccount), total } }
  })
  api.on(accountingEndpoints.create, async ({ caller, repeatable, body }) => {
    const id = await createAccount(services, { caller, repeatable }, body)
    return { message: 'Account added', data: presentAccount(await requireAccount(read, caller, id)) }
  })
  api.on(accountingEndpoints.update, async ({ caller, repeatable, params, body }) => {
    const id = await changeAccount(services, { caller, repeatable }, params.id, body)
    return { message: 'Account updated', data: presentAccount(await requireAccount(read, caller, id)) }
  })
  api.on(accountingEndpoints.saveDefaults, async ({ caller, repeatable, params, body }) => {
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

/** The maximum number of listed exports. */
const mostListed = 200

export function registerJournal(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const shown = async (caller: Caller, groupId: number): Promise<JournalReply> => {
    const group = await requireGroup(read, caller, groupId)
    const { beginsOn, closedThrough, template } = journalOf(group)
    const waiting = beginsOn === null ? [] : await sumWaiting(read, groupId, beginsOn)
    return {
      id: group.id,
      version: group.version,
      begins_on: beginsOn,
      closed_through: closedThrough,
      template,
      today: datesIn(group.time_zone)(services.clock()),
      waiting: presentWaiting(waiting),
    }
  }
  api.on(endpoints.get, async ({ caller, params }) => ({ message: 'Journal', data: await shown(caller, params.id) }))
  api.on(endpoints.save, async ({ caller, repeatable, params, body }) => {
    const id = await saveJournal(services, { caller, repeatable }, params.id, body)
    return { message: 'Journal updated', data: await shown(caller, id) }
  })
  api.on(endpoints.close, async ({ caller, repeatable, params, body }) => {
    const id = await closeMonth(services, { caller, repeatable }, params.id, body)
    return { message: 'Month closed', data: await shown(caller, id) }
  })
  api.on(endpoints.exports, async ({ caller, params }) => {
    const { id } = await requireGroup(read, caller, params.id)
    return { message: 'Exports', data: (await listExports(read, id, mostListed)).map(presentExport) }
  })
  api.on(endpoints.makeExport, async ({ caller, repeatable, params, body }) => {
    const made = await makeExport(services, { caller, repeatable }, params.id, body)
    return { message: 'Export created', data: presentExport(made) }
  })
  api.on(endpoints.file, async ({ caller, params }) => {
    const { fileName, content } = await downloadExport(services, caller, params.id)
    return { fileName, parts: inOnePart(content) }
  })
}

async function* inOnePart(content: string) {
  yield content
}

/** An export in API form. */
function presentExport(row: ExportRow): JournalExportReply {
  const { dealer_group_id: _group, issued_cents, voided_cents, ...others } = row
  return { ...others, issued: centsToDollars(issued_cents), voided: centsToDollars(voided_cents) }
}

/** The unexported events in API form. */
function presentWaiting(sums: Awaited<ReturnType<typeof sumWaiting>>): JournalReply['waiting'] {
  return sums.map(({ kind, events, cents }) => ({ kind, events, amount: centsToDollars(cents) }))
}
