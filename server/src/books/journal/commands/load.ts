import type { JournalTemplate } from '@check-requests/domain/books/journal/template.ts'
import { demandVersion } from '../../../trail/commands/demand-version.ts'
import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { demandGroup } from '../../../payees/commands/load.ts'
import type { Unit } from '../../../services.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'

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
