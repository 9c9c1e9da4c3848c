import {
  comparedStatuses,
  type MatchKeys,
  type MatchKind,
  matchKinds,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiled, compiledChange, hole } from '../../../platform/compiled.ts'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Db, Tables, Tx } from '../../../tables.ts'
import type { CheckRequestTable } from '../../tables.ts'

/** How many of the newest requests with the same key are looked at. */
export const lookedAt = 50

const insert = compiledChange<Tables, 'insert'>((db) =>
  db.insertInto('likeness_keys').values({
    id: hole('id'),
    dealer_group_id: hole('group'),
    created_at: hole('createdAt'),
    payment: hole('payment'),
    vin: hole('vin'),
    po: hole('po'),
  }),
)

/** Lets a new request be compared with those to come. */
export async function insertMatchKeys(
  trx: Tx,
  request: { id: number; dealer_group_id: number; created_at: string },
  keys: MatchKeys,
): Promise<void> {
  const { id, dealer_group_id: group, created_at: createdAt } = request
  await insert(trx, 'insert', { id, group, createdAt, ...keys })
}

const update = compiledChange<Tables, 'update'>((db) =>
  db
    .updateTable('likeness_keys')
    .set({ payment: hole('payment'), vin: hole('vin'), po: hole('po') })
    .where('id', '=', hole('id')),
)

export async function updateMatchKeys(trx: Tx, id: number, keys: MatchKeys): Promise<void> {
  await update(trx, 'update', { id, ...keys })
}

const stored = compiled<Tables, 'id', MatchKeys>((db) =>
  db.selectFrom('likeness_keys').select(['payment', 'vin', 'po']).where('id', '=', hole('id')),
)

/** What a stored request is compared by. */
export async function findLikenessKeys(db: Db, id: number): Promise<MatchKeys | undefined> {
  return (await stored(db, 'id', { id }))[0]
}

/** Which requests to compare with: of one dealer group, between two moments, all but `except`. */
export interface Comparison {
  readonly dealerGroupId: number
  readonly from: string
  readonly to: string
  readonly except: number
  readonly keys: MatchKeys
}

type Column =
  | 'id'
  | 'request_number'
  | 'amount_cents'
  | 'status_id'
  | 'created_at'
  | 'requester_id'
  | 'dealer_group_id'
  | 'dealership_id'
  | 'department_id'

/** A request that is alike, with what it was compared by. */
export type Alike = Pick<Selectable<CheckRequestTable>, Column> & MatchKeys

const alike = compiled<Tables, MatchKind[], Alike>((db, shape) => {
  const arms = shape.map((likeness) => sql`select * from (${newestAlike(db, likeness)}) as newest`)
  const query = sql<Alike>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
      r.dealer_group_id, r.dealership_id, r.department_id, k.payment, k.vin, k.po
    from (${sql.join(arms, sql` union `)}) as found
    join check_requests r on r.id = found.id join likeness_keys k on k.id = found.id
    order by r.created_at desc, r.id desc`
  return { compile: () => query.compile(db) }
})

/** The newest requests that are alike in anything, newest first; no more than `lookedAt` for each likeness. */
export async function findAlike(db: Db, { keys, ...comparison }: Comparison): Promise<Alike[]> {
  const shape = matchKinds.filter((likeness) => keys[likeness] !== null)
  return shape.length === 0 ? [] : alike(db, shape, { ...comparison, ...keys })
}

function newestAlike(db: Db, likeness: MatchKind): RawBuilder<unknown> {
  const along = speaksPostgres(db) ? sql`` : sql`indexed by ${sql.table(`likeness_keys_${likeness}`)}`
  const counted = comparedStatuses().map(({ id }) => sql.lit(id))
  return sql`select k.id from likeness_keys k ${along} cross join check_requests r
    where k.dealer_group_id = ${hole('dealerGroupId')} and ${sql.ref(`k.${likeness}`)} = ${hole(likeness)}
      and k.created_at between ${hole('from')} and ${hole('to')} and k.id <> ${hole('except')}
      and r.id = k.id and r.status_id in (${sql.join(counted)})
    order by k.created_at desc, k.id desc limit ${sql.lit(lookedAt)}`
}
