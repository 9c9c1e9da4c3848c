import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { tell } from '../../../notices/inbox/commands/tell.ts'
import type { Unit } from '../../../services.ts'
import { type DelegationRow, deleteDelegation, listBeginning, listOrphaned } from '../queries/delegations.ts'
import { noteDelegation } from './record.ts'

const system = { userId: null, name: 'System' }

/** Tells whoever stands in, and the absent person where somebody else has arranged it. */
export async function tellParties(unit: Unit, actor: Actor, row: DelegationRow): Promise<void> {
  await tell(unit, [row.to_id], { ...newsFor(row, 'to'), actor, key: `delegation/${row.id}/made` })
  await tell(unit, [row.from_id], { ...newsFor(row, 'from'), actor, key: `delegation/${row.id}/made` })
}

/** Tells those who stand in from today on, where that was arranged on an earlier day. */
export async function tellDeputies(unit: Unit, groupId: number): Promise<void> {
  for (const row of await listBeginning(unit.trx, groupId, unit.now))
    await tell(unit, [row.to_id], { ...newsFor(row, 'to'), actor: system, key: `delegation/${row.id}/begins` })
}

/** Ends the delegations whose deputy can decide no more, and tells who is absent and who had arranged it (T10). */
export async function endOrphaned(unit: Unit, groupId: number): Promise<void> {
  for (const row of await listOrphaned(unit.trx, groupId, unit.now)) {
    await beforeChange(unit.trx, 'delegation', row.id)
    await deleteDelegation(unit.trx, row.id)
    noteDelegation(unit, { ...system, roleId: null, sessionId: null }, 'delete', row)
    const news = { ...newsFor(row, 'from'), event: 'stand-in-gone', actor: system } as const
    await tell(unit, [row.from_id, row.created_by_id], { ...news, key: `delegation/${row.id}/gone` })
  }
}

function newsFor({ dealer_group_id, from_id, to_id, starts_on, ends_on, reason }: DelegationRow, party: 'from' | 'to') {
  return {
    event: party === 'to' ? ('stands-in' as const) : ('stood-in-for' as const),
    dealerGroupId: dealer_group_id,
    accountId: party === 'to' ? from_id : to_id,
    text: `From ${formatDate(starts_on)} to ${formatDate(ends_on)}. ${reason}`,
  }
}
