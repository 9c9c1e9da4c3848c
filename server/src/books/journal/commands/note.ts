import { afterCreate } from '../../../trail/commands/changes.ts'
import type { Unit } from '../../../services.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Tx } from '../../../tables.ts'
import { insertEvents, type NewEvent } from '../queries/events.ts'

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
