import { sql } from 'kysely'
import { bareLetters } from './list-model.ts'
import type { World } from './world.ts'

/** More requests than are read one by one (2,000), and more than are searched for short words (5,000). */
export const manyRequests = 6000

// PostgreSQL keeps each version of a counter until its transaction ends, and has to skip all old versions.
const insertedAtOnce = 500

/** Payee names that can break a search index: quotes, pattern characters, non-English letters. */
const payees = ['Harbor "Paint" Supply', '100%_Sure\\Fine AND (NOT*) NEAR', 'İzmir Çelik ΟΔΟΣ', '日本自動車部品 𝓐𝓑𝓒']

/**
 * The nth request's payee. Every fifth request has an odd name, number 4321 is “Needle in the stack”, and number 7 is
 * “Quill”.
 */
export function payeeOf(n: number): string {
  if (n === 4321) return 'Needle in the stack'
  if (n === 7) return 'Quill'
  return n % 5 === 0 ? (payees[(n / 5) % payees.length] as string) : `Vendor ${n}`
}

/**
 * Adds requests in one department, numbered from 1. Of every three requests, one is closed, one is at Request, and one
 * is in Processing.
 */
export async function addManyRequests(world: World, from = 1, to = manyRequests): Promise<void> {
  for (let first = from; first <= to; first += insertedAtOnce) await insertMany(world, first)
  if (world.database.dialect === 'postgres')
    await world.database.transact((trx) => sql`select setval('check_requests_id_seq', ${to})`.execute(trx))
}

async function insertMany({ database, ids: { places, people } }: World, first: number): Promise<void> {
  const isSqlite = database.dialect === 'sqlite'
  const numbers = Array.from({ length: insertedAtOnce }, (_, index) => first + index)
  const rows = JSON.stringify(numbers.map((n) => [n, payeeOf(n)]))
  const source = isSqlite
    ? sql`(select json_extract(value, '$[0]') as n, json_extract(value, '$[1]') as payee from json_each(${rows})) as source`
    : sql`(select (value ->> 0)::int as n, value ->> 1 as payee from json_array_elements(${rows}::json)) as source`
  const folded = JSON.stringify(Object.fromEntries(payees.map((payee) => [payee, bareLetters(payee)])))
  const fold = isSqlite
    ? sql`coalesce((select value from json_each(${folded}) where key = payee), lower(payee))`
    : sql`coalesce(${folded}::json ->> payee, lower(payee))`
  await database.transact(async (trx) => {
    await sql`insert into check_requests (id, dealer_group_id, dealership_id, department_id, requester_id, created_by_id,
        status_id, request_number, amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank,
        due_date, po_purchase_no, delivery_method_id, created_at, status_changed_at, updated_at, cleared_at)
      select n, ${places.NWG}, ${places['NWG/TOY']}, ${places['NWG/TOY/SVC']}, ${people['requester-group']},
        ${people['requester-group']}, case when n % 3 = 0 then 7 else 1 + n % 2 end, 'NWG-' || n, 100 + n, 'business', 'vendor', payee, 1, 1 + n % 4,
        '2026-11-30', 'PO', 1, '2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z',
        case when n % 3 = 0 then '2026-11-' || (10 + n % 10) || 'T15:00:00.000Z' end
      from ${source}`.execute(trx)
    await sql`insert into check_request_search (id, dealer_group_id, request_number, payee, requester, purpose, check_number)
      select n, ${places.NWG}, 'nwg-' || n, ${fold}, 'requester-group tester', '', '' from ${source}`.execute(trx)
  })
}
