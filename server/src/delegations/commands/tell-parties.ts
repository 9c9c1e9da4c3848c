import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Actor } from '../../audit/commands/append.ts'
import { tell } from '../../inbox/commands/tell.ts'
import type { Unit } from '../../services.ts'
import { type DelegationRow, listBeginning } from '../queries/delegations.ts'

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

function newsFor({ dealer_group_id, from_id, to_id, starts_on, ends_on, reason }: DelegationRow, party: 'from' | 'to') {
  return {
    event: party === 'to' ? ('stands-in' as const) : ('stood-in-for' as const),
    dealerGroupId: dealer_group_id,
    accountId: party === 'to' ? from_id : to_id,
    text: `From ${formatDate(starts_on)} to ${formatDate(ends_on)}. ${reason}`,
  }
}
