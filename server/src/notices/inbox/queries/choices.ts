import type { Choices, Delivery } from '@check-requests/domain/notices/inbox/choices.ts'
import type { NoticeTopic } from '@check-requests/domain/notices/inbox/notices.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'

const choicesOf = prepare((db: Db, param: Params<{ userId: number }>) =>
  db.selectFrom('notice_choices').select(['topic', 'delivery']).where('user_id', '=', param('userId')),
)

/** How a person has chosen to be told. */
export async function findChoices(db: Db, userId: number): Promise<Choices> {
  const rows = await choicesOf(db, { userId }).all()
  return Object.fromEntries(rows.map(({ topic, delivery }) => [topic, delivery]))
}

/** Stores how a person wants to be told of a topic. */
export async function storeChoice(
  trx: Tx,
  { userId, dealerGroupId }: { readonly userId: number; readonly dealerGroupId: number | null },
  { topic, delivery }: { readonly topic: NoticeTopic; readonly delivery: Delivery },
): Promise<void> {
  await trx
    .insertInto('notice_choices')
    .values({ user_id: userId, dealer_group_id: dealerGroupId, topic, delivery })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet({ delivery }))
    .execute()
}
