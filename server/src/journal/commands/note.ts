import type { Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'

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
