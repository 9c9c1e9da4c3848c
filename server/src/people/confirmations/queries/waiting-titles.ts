import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import type { TitleInForce } from './confirmations.ts'

const inForce = prepare((db: Db, param: Params<{ groupId: number | null; now: string }>, isOfGroup: boolean) => {
  const waiting = db
    .selectFrom('account_confirmations as c')
    .innerJoin('dealer_groups as g', 'g.id', 'c.dealer_group_id')
    .select(['c.user_id', 'c.titles_in_force'])
    .where('c.titles_in_force', 'is not', null)
    .where('c.in_effect', '=', 0)
    .where('g.account_confirmation', '=', 1)
    .where(({ eb, or }) => or([eb('c.effective_at', 'is', null), eb('c.effective_at', '>', param('now'))]))
  return isOfGroup ? waiting.where('c.dealer_group_id', '=', param('groupId')) : waiting
})

/**
 * The approval titles in force of those whose other titles wait for a second person, by user; of a dealer group, or of
 * all.
 */
export async function listTitlesInForce(
  db: Db,
  groupId: number | null,
  now: string,
): Promise<ReadonlyMap<number, readonly TitleInForce[]>> {
  const rows = await inForce(db, { groupId, now }, groupId !== null).all()
  return new Map(rows.map(({ user_id, titles_in_force }) => [user_id, JSON.parse(titles_in_force ?? '[]')]))
}
