import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Unit } from '../../../services.ts'

interface Noted {
  readonly verb: 'propose' | 'confirm' | 'end' | 'sample' | 'look'
  readonly id: number
  readonly groupId: number
  readonly before?: object
  readonly after: object
}

/** Records in the group's trail what became of a right to audit, or what an auditor has looked at. */
export function noteAuditor(unit: Unit, caller: Caller, { verb, id, groupId, before, after }: Noted): void {
  unit.audit({
    actor: caller,
    chain: groupId,
    entity: 'auditor',
    entityId: id,
    action: `auditor.${verb}`,
    before,
    after,
  })
  if (verb === 'sample' || verb === 'look') return
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}
