import { statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import {
  jsonArray,
  jsonBoolean,
  jsonObject,
  numberedIds,
  speaksPostgres,
} from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { checkJson } from '../detail/checks.ts'
import { handsJson } from '../write/hands.ts'

const page = prepare((db: Db, param: Params<{ ids: string }>) => {
  const items = jsonArray(db, jsonObject(db, listedFields(db)), sql`wanted.position`)
  // The cross join makes SQLite read in this order, so the rows come in the order of the ids.
  const join = speaksPostgres(db) ? sql`join` : sql`cross join`
  return sql<{ json: string }>`
    select ${items} as json
    from ${numberedIds(db, param('ids'))}
    ${join} check_requests r on r.id = wanted.id
    ${join} users u on u.id = r.requester_id
    ${join} dealer_groups g on g.id = r.dealer_group_id
    left join users h on h.id = r.held_by_id
    left join dealerships d on d.id = r.dealership_id
    left join departments p on p.id = r.department_id
    ${join} purposes on purposes.id = r.purpose_id
    ${join} delivery_methods m on m.id = r.delivery_method_id`
})

// Quotation marks within JSON strings are escaped, so this matches only the field.
const absent = /, ?"(?:check|payee_name_2)" ?: ?null/g

/**
 * The list rows of these requests in the order of the ids, as JSON text in the shape of `listedRequest`. Rows without a
 * bank account omit `check`, and rows with one payee the second, to stay small.
 */
export async function listedJson(db: Db, ids: readonly number[]): Promise<string> {
  return (await page(db, { ids: JSON.stringify(ids) }).one()).json.replace(absent, '')
}

function listedFields(db: Db): Record<string, RawBuilder<unknown>> {
  const hands = handsJson(db, sql<number>`r.id`)
  const hold = jsonObject(db, {
    by_id: sql`r.held_by_id`,
    by_name: sql`h.first_name || ' ' || h.last_name`,
    reason: sql`r.hold_reason`,
    at: sql`r.held_at`,
  })
  const given = [...statusIdsOf('sendback'), ...statusIdsOf('rejected')].map((id) => sql.lit(id))
  const note = sql`select note from status_history n where n.check_request_id = r.id
    and n.dealer_group_id = r.dealer_group_id and n.action in ('status', 'withdrawn') and n.status_id = r.status_id
    order by n.id desc limit 1`
  return {
    id: sql`r.id`,
    version: sql`r.version`,
    request_number: sql`r.request_number`,
    status_id: sql`r.status_id`,
    status_name: nameOf(
      sql`r.status_id`,
      statuses.map(({ id, name }) => [id, name]),
    ),
    amount: speaksPostgres(db) ? sql`round(r.amount_cents / 100.0, 2)` : sql`r.amount_cents / 100.0`,
    requester_id: sql`r.requester_id`,
    requester_name: sql`u.first_name || ' ' || u.last_name`,
    payee_name_1: sql`r.payee_name_1`,
    payee_name_2: sql`r.payee_name_2`,
    dealer_group_name: sql`g.name`,
    dealership_name: sql`d.name`,
    department_name: sql`p.name`,
    purpose_name: sql`purposes.name`,
    purpose_other: sql`r.purpose_other`,
    delivery_method_name: sql`m.name`,
    priority_level: nameOf(
      sql`r.priority_rank`,
      priorities.map(({ rank, name }) => [rank, name]),
    ),
    request_date: sql`r.created_at`,
    due_date: sql`r.due_date`,
    status_changed_at: sql`r.status_changed_at`,
    cleared_date: sql`r.cleared_at`,
    check_number: sql`r.check_number`,
    invoice_number: sql`r.invoice_number`,
    good_through: sql`r.good_through`,
    created_by_id: sql`r.created_by_id`,
    last_editor_id: sql`r.last_editor_id`,
    hands: speaksPostgres(db) ? sql`${hands}::json` : sql`json(${hands})`,
    hold: sql`case when r.held_by_id is not null then ${hold} end`,
    reason: sql`case when r.status_id in (${sql.join(given)}) then (${note}) end`,
    check: checkJson(db),
    separation_of_duties: jsonBoolean(db, sql`g.separation_of_duties = 1`),
  }
}

function nameOf(id: RawBuilder<unknown>, names: (readonly [number, string])[]): RawBuilder<string> {
  const cases = names.map(([number, name]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`)
  return sql<string>`case ${id} ${sql.join(cases, sql` `)} end`
}
