import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services, Unit } from '../../../services.ts'
import { listEntries } from '../../../trail/queries/read.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findAuditorOf } from '../queries/auditors.ts'

interface Noted {
  readonly verb: 'propose' | 'confirm' | 'end' | 'sample' | 'look'
  readonly id: number
  readonly groupId: number
  readonly before?: object
  readonly after: object
}

/** Records a change to an auditor's access, or a view by an auditor, in the group's audit trail. */
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

/** The screen or item that an auditor views. `id` identifies a check or a request. */
export interface Look {
  readonly at: 'register' | 'check' | 'request' | 'case file' | 'audit trail'
  readonly id?: number
}

/** Records, once per UTC day, that an auditor viewed an item. Records nothing for other users. */
export async function noteLook(services: Services, caller: Caller, look: Look): Promise<void> {
  const groupId = caller.scope.dealerGroupId
  if (!caller.isAuditor || groupId === null) return
  await commit(services, undefined, async (unit) => {
    const auditor = await findAuditorOf(unit.trx, groupId, caller.userId)
    if (!auditor) return
    const today = moment(unit.now).slice(0, 10)
    const noted = { person: caller.userId, entity: 'auditor', entity_id: auditor.id, action: 'auditor.look' } as const
    const known = await listEntries(unit.trx, groupId, { ...noted, from: today, to: today }, mostADay)
    if (known.some(({ payload }) => isSame(payload, look))) return
    noteAuditor(unit, caller, { verb: 'look', id: auditor.id, groupId, after: look })
  })
}

const mostADay = 5000

function isSame(payload: string, { at, id }: Look): boolean {
  const { after }: { readonly after: Look } = JSON.parse(payload)
  return after.at === at && after.id === id
}
