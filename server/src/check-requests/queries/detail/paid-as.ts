import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'

/** Under what a dealer group pays somebody. */
export interface PaidAs {
  /** Names, as names of payees are compared. */
  readonly keys: readonly string[]
  /** Payees of its list that are one: the one that remains, and those that were merged into it. */
  readonly ids: readonly number[]
}

const sameAs = prepare(
  (_: Db, param: Params<{ dealerGroupId: number; key: string }>) =>
    sql<{ id: number; name_key: string }>`select one.id as id, one.name_key as name_key from payees named
        cross join payees one
      where named.dealer_group_id = ${param('dealerGroupId')} and named.name_key = ${param('key')}
        and one.dealer_group_id = ${param('dealerGroupId')} and one.id = coalesce(named.merged_into_id, named.id)
      union select merged.id as id, merged.name_key as name_key from payees named
        cross join payees merged
      where named.dealer_group_id = ${param('dealerGroupId')} and named.name_key = ${param('key')}
        and merged.dealer_group_id = ${param('dealerGroupId')}
        and merged.merged_into_id = coalesce(named.merged_into_id, named.id)
      order by id`,
)

/** Everything under which whoever has this name is paid; `key` is a name as names of payees are compared. */
export async function findPaidAs(db: Db, dealerGroupId: number, key: string): Promise<PaidAs> {
  const rows = await sameAs(db, { dealerGroupId, key }).all()
  const keys = new Set([key, ...rows.map(({ name_key }) => name_key)])
  return { keys: [...keys], ids: rows.map(({ id }) => id) }
}
