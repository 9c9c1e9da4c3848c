import { afterCreate } from '../../audit/commands/changes.ts'
import type { Tx } from '../../tables.ts'
import { insertEvents, type NewEvent } from '../queries/events.ts'

/** Adds events to the journal; the trail vouches for them from now on. */
export async function writeEvents(trx: Tx, rows: readonly NewEvent[]): Promise<void> {
  for (const id of await insertEvents(trx, rows)) afterCreate(trx, 'journal-event', id)
}
