import { type ChartAccount, readLines } from '@check-requests/domain/books/accounting/lines.ts'
import type { JournalFacts, JournalTemplate } from '@check-requests/domain/books/journal/template.ts'
import { purposeText } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { joinOf } from '@check-requests/domain/check-requests/payee-names.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import { demandGroup } from '../../../payees/commands/payee.ts'
import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import type { Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import { demandVersion } from '../../../trail/commands/demand-version.ts'
import { findChart } from '../../accounting/queries/accounts.ts'
import { insertEvents, type NewEvent } from '../queries/journal.ts'

interface Noted {
  readonly action: 'set-journal' | 'close-journal' | 'export-journal' | 'download-journal'
  readonly before?: object
  readonly after: object
}

/** Records in the group's trail what was done with its journal, and brings it up to date wherever it is shown. */
export function noteJournal(unit: Unit, caller: Caller, groupId: number, { action, ...states }: Noted): void {
  const subject = { chain: groupId, entity: 'dealer-group', entityId: groupId, action: `dealer-group.${action}` }
  unit.audit({ actor: caller, ...subject, ...states })
  const scopes = ['organisation:all', `organisation:${groupId}`]
  if (action !== 'download-journal') unit.changed({ topic: 'organisation', id: groupId, scopes })
}

/** Adds events to the journal; the trail vouches for them from now on. */
export async function writeEvents(trx: Tx, rows: readonly NewEvent[]): Promise<void> {
  for (const id of await insertEvents(trx, rows)) afterCreate(trx, 'journal-event', id)
}

/** How the journal of a dealer group is set up. */
export function journalOf(group: Awaited<ReturnType<typeof demandGroup>>) {
  const template: JournalTemplate | null = group.journal_template && JSON.parse(group.journal_template)
  return { beginsOn: group.journal_begins_on, closedThrough: group.journal_closed_through, template }
}

/**
 * Loads a dealer group to change its journal: the caller's role is in force, this is the version they saw, and until
 * this transaction ends nobody else changes it and no event is written.
 */
export async function loadJournal(unit: Unit, caller: Caller, id: number, version: number | undefined) {
  await demandInForce(unit, caller)
  await demandGroup(unit.trx, caller, id)
  await demandVersion(unit.trx, 'dealer-group', id, version)
  // As it is now that nobody else can change it.
  const group = await demandGroup(unit.trx, caller, id)
  return { group, ...journalOf(group) }
}

/** The accounts of the lines of requests of one dealer group; no lines cost no statement. */
export function findCharged(trx: Tx, groupId: number, rows: readonly NamedRequest[]) {
  const accounts = rows.flatMap(({ accounting }) => readLines(accounting).map(({ account }) => account))
  return findChart(trx, groupId, [...new Set(accounts)])
}

/** What a line of the journal tells of its request, as it is now. */
export function factsOf(row: NamedRequest, chart: ReadonlyMap<string, ChartAccount>): JournalFacts {
  return {
    request_number: row.request_number,
    payee: row.payee_name_1,
    second_payee: row.payee_name_2,
    payee_join: row.payee_name_2 === null ? null : joinOf(row).toUpperCase(),
    memo: row.memo_line,
    purpose: purposeText(row),
    dealership: row.dealership_name,
    department: row.department_name,
    requester: `${row.requester_first_name} ${row.requester_last_name}`,
    invoice_number: row.invoice_number,
    purchase_order: row.po_purchase_no,
    vin: row.vin_last_digits,
    stock_number: row.stock_number,
    deal_number: row.deal_number,
    repair_order: row.repair_order,
    accounting: readLines(row.accounting).map(({ account, controlNumber, cents }) => {
      return { account, account_name: chart.get(account)?.name ?? '', control_number: controlNumber, cents }
    }),
  }
}
