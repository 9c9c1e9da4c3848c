import {
  type Compared,
  comparedStatuses,
  type MatchKind,
  matchKeys,
  matchKinds,
  type Payment,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { joinedKeysOf } from '@check-requests/domain/check-requests/payee-names.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { CheckRequestTable, MatchKeyTable } from '../../tables.ts'

/** How many of the newest requests with the same match key are examined. */
export const lookedAt = 50

const insert = prepare((db: Db, param: Params<{ row: Insertable<MatchKeyTable> }>) =>
  db.insertInto('match_keys').values(param.row('row')),
)

type Keyed = Payment & { readonly payee_name_2?: string | null }

/** Stores a new request's match keys, so that later requests can be compared with it. */
export async function insertMatchKeys(
  trx: Tx,
  request: Keyed & { readonly id: number; readonly dealer_group_id: number; readonly created_at: string },
): Promise<void> {
  const { id, dealer_group_id, created_at } = request
  const inserted = insert(trx, { row: { id, dealer_group_id, created_at, ...storedKeys(request) } }).write()
  await together(inserted, insertJoinedPayees(trx, request, joinedKeysIn(request)))
}

export async function updateMatchKeys(
  trx: Tx,
  request: Keyed & { readonly id: number; readonly dealer_group_id: number },
): Promise<void> {
  const updated = trx.updateTable('match_keys').set(storedKeys(request)).where('id', '=', request.id).execute()
  await together(updated, deleteJoinedPayees(trx, request))
  await insertJoinedPayees(trx, request, joinedKeysIn(request))
}

/** The delimiter before, between, and after the keys of joined names. Keys contain no whitespace. */
export const betweenKeys = '\n'

/** The columns of `match_keys` for a request. */
export function storedKeys(request: Keyed) {
  const { payee_name_2 = null } = request
  const joined = joinedKeysIn(request)
  const { payment, vin, po, invoice } = matchKeys(request)
  return {
    payment,
    vin,
    po,
    invoice,
    second_payee: payeeKey(payee_name_2 ?? '') || null,
    joined: joined.length > 0 ? ['', ...joined, ''].join(betweenKeys) : null,
  }
}

function joinedKeysIn({ payee_name_1, payee_name_2 = null }: Keyed): string[] {
  return joinedKeysOf({ payee_name_1: payee_name_1 ?? '', payee_name_2 })
}

/** The match keys of a stored request. */
export async function findCompared(db: Db, id: number): Promise<Compared | undefined> {
  return db
    .selectFrom('match_keys as k')
    .innerJoin('check_requests as r', 'r.id', 'k.id')
    .select(['k.payee', 'r.amount_cents', 'k.payment', 'k.vin', 'k.po', 'k.invoice'])
    .where('k.id', '=', id)
    .executeTakeFirst()
}

/** The requests to compare with: those of one dealer group in a time range, except `except`. */
export interface Comparison {
  readonly dealerGroupId: number
  readonly from: string
  readonly to: string
  readonly except: number
  readonly keys: Compared
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

/** A possible duplicate, with its match keys. */
export type Match = Pick<Selectable<CheckRequestTable>, Column> & Compared

type Search = Omit<Comparison, 'keys'> & Compared

const similar = prepare((db: Db, param: Params<Search>, kinds: readonly MatchKind[]) => {
  const arms = kinds.map((kind) => sql`select * from (${newestMatches(db, param, kind)}) as newest`)
  return sql<Match>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
      r.dealer_group_id, r.dealership_id, r.department_id, k.payee, k.payment, k.vin, k.po, k.invoice
    from (${sql.join(arms, sql` union `)}) as found
    join check_requests r on r.id = found.id join match_keys k on k.id = found.id
    order by r.created_at desc, r.id desc`
})

/** The newest requests that share any match key, newest first. At most `lookedAt` for each match key. */
export async function findSimilar(db: Db, { keys, ...comparison }: Comparison): Promise<Match[]> {
  const kinds = matchKinds.filter((kind) => keys[kind] !== null)
  return kinds.length === 0 ? [] : similar(db, { ...comparison, ...keys }, kinds).all()
}

function newestMatches(db: Db, param: Params<Search>, kind: MatchKind): RawBuilder<unknown> {
  const along = speaksPostgres(db) ? sql`` : sql`indexed by ${sql.table(`match_keys_${kind}`)}`
  const counted = comparedStatuses().map(({ id }) => sql.lit(id))
  const agrees =
    kind === 'invoice' ? sql` and (k.payee = ${param('payee')} or r.amount_cents = ${param('amount_cents')})` : sql``
  return sql`select k.id from match_keys k ${along} cross join check_requests r
    where k.dealer_group_id = ${param('dealerGroupId')} and ${sql.ref(`k.${kind}`)} = ${param(kind)}
      and k.created_at between ${param('from')} and ${param('to')} and k.id <> ${param('except')}
      and r.id = k.id and r.status_id in (${sql.join(counted)})${agrees}
    order by k.created_at desc, k.id desc limit ${sql.lit(lookedAt)}`
}

interface Of {
  readonly id: number
  readonly dealer_group_id: number
}

const insertJoined = prepare((db: Db, param: Params<Of & { payees: readonly string[] }>) => {
  const [dealer_group_id, check_request_id] = [param('dealer_group_id'), param('id')]
  const rows = param.list('payees').map((payee) => ({ dealer_group_id, payee, check_request_id }))
  return db.insertInto('joined_payees').values(rows)
})

/** Records the names joined in a request's payee fields, each by its key. */
async function insertJoinedPayees(trx: Tx, { id, dealer_group_id }: Of, payees: readonly string[]): Promise<void> {
  if (payees.length > 0) await insertJoined(trx, { id, dealer_group_id, payees }).write()
}

async function deleteJoinedPayees(trx: Tx, { id, dealer_group_id }: Of): Promise<void> {
  const rows = trx.deleteFrom('joined_payees').where('dealer_group_id', '=', dealer_group_id)
  await rows.where('check_request_id', '=', id).execute()
}

/** The request or draft with the documents to compare, and its dealer group. */
interface Documents {
  readonly of: 'check_request_id' | 'draft_id'
  readonly id: number
  readonly dealerGroupId: number
}

const withSame = prepare((_: Db, param: Params<Pick<Documents, 'id' | 'dealerGroupId'>>, of: Documents['of']) => {
  const counted = comparedStatuses().map(({ id }) => sql.lit(id))
  return sql<Match>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
      r.dealer_group_id, r.dealership_id, r.department_id, k.payee, k.payment, k.vin, k.po, k.invoice
    from check_requests r join match_keys k on k.id = r.id
    where r.status_id in (${sql.join(counted)}) and r.id in (
      select other.check_request_id from attachments own join attachments other
        on other.dealer_group_id = ${param('dealerGroupId')} and other.sha256 = own.sha256
      where own.${sql.ref(of)} = ${param('id')} and coalesce(own.check_request_id, 0) <> other.check_request_id
        and own.removed_at is null and other.removed_at is null)
    order by r.created_at desc, r.id desc limit ${sql.lit(lookedAt)}`
})

/**
 * The newest requests of a dealer group that have a document with the same content as one of these documents, under any
 * file name.
 */
export function findWithSameDocument(db: Db, { of, ...values }: Documents): Promise<Match[]> {
  return withSame(db, values, of).all()
}
