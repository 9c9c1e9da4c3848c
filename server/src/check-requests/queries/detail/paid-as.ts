import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'

/** Under what a dealer group pays somebody. */
export interface PaidAs {
  /** Names that it has and had, as names of payees are compared. */
  readonly keys: readonly string[]
  /** Payees of its list that are one: the one that remains, and those that were merged into it. */
  readonly ids: readonly number[]
}

type Named = { dealerGroupId: number; key: string }

// Few payees are ever renamed, and an index holds only them.
const renamedOrNamed = prepare((db: Db, param: Params<Named>) => {
  const payees = db.selectFrom('payees').where('dealer_group_id', '=', param('dealerGroupId'))
  const columns = ['id', 'merged_into_id', 'name_key', 'former_keys'] as const
  return payees
    .select(columns)
    .where('name_key', '=', param('key'))
    .unionAll(payees.select(columns).where('former_keys', 'is not', null))
})

const sameAs = prepare((db: Db, param: Params<{ dealerGroupId: number; ids: readonly number[] }>) => {
  const payees = db.selectFrom('payees').where('dealer_group_id', '=', param('dealerGroupId'))
  return payees
    .select(['id', 'name_key', 'former_keys'])
    .where('id', 'in', param.list('ids'))
    .union(payees.select(['id', 'name_key', 'former_keys']).where('merged_into_id', 'in', param.list('ids')))
    .orderBy('id')
})

/** Everything under which whoever has or had this name is paid; `key` is a name as names of payees are compared. */
export async function findPaidAs(db: Db, dealerGroupId: number, key: string): Promise<PaidAs> {
  const rows = await renamedOrNamed(db, { dealerGroupId, key }).all()
  const named = rows.filter((row) => namesOf(row).includes(key))
  if (named.length === 0) return { keys: [key], ids: [] }
  const remaining = new Set(named.map(({ id, merged_into_id }) => merged_into_id ?? id))
  const same = await sameAs(db, { dealerGroupId, ids: [...remaining] }).all()
  return { keys: [...new Set([key, ...same.flatMap(namesOf)])], ids: same.map(({ id }) => id) }
}

/** The keys of all names that a payee has and had. */
export function namesOf({ name_key, former_keys }: { name_key: string; former_keys: string | null }): string[] {
  const former: string[] = former_keys === null ? [] : JSON.parse(former_keys)
  return [name_key, ...former]
}
