import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { Db } from '../../../tables.ts'

/** The names of the dealer group and the dealerships of a scope: what others would try as a password first. */
export async function findNamesOfScope(
  db: Db,
  { dealerGroupId, dealershipIds }: Pick<Scope, 'dealerGroupId' | 'dealershipIds'>,
): Promise<string[]> {
  if (dealerGroupId === null) return []
  const group = db.selectFrom('dealer_groups').select('name').where('id', '=', dealerGroupId)
  const dealerships = db.selectFrom('dealerships').select('name').where('dealer_group_id', '=', dealerGroupId)
  const wanted = dealershipIds.length > 0 ? dealerships.where('id', 'in', dealershipIds) : dealerships
  const rows = [...(await group.execute()), ...(await wanted.where('deleted_at', 'is', null).execute())]
  return rows.map(({ name }) => name)
}
