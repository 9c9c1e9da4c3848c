import type { Place } from '@check-requests/domain/access/scope.ts'
import { significantDigits } from '@check-requests/domain/check-requests/numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'
import { callsWebhooks, type StoredRequest } from '../detail/find.ts'

/** The codes of a location, and whether it accepts new requests. */
export interface PlaceCodes {
  readonly group_code: string
  readonly dealership_code: string | null
  readonly department_code: string | null
  readonly group_is_active: number
  readonly dealership_is_active: number | null
  readonly department_is_active: number | null
}

function codesOf(db: Db, param: Params<Place>) {
  return db
    .selectFrom('dealer_groups')
    .leftJoin('dealerships', (join) =>
      join
        .onRef('dealerships.dealer_group_id', '=', 'dealer_groups.id')
        .on('dealerships.deleted_at', 'is', null)
        .on('dealerships.id', '=', param('dealershipId')),
    )
    .leftJoin('departments', (join) =>
      join
        .onRef('departments.dealership_id', '=', 'dealerships.id')
        .on('departments.deleted_at', 'is', null)
        .on('departments.id', '=', param('departmentId')),
    )
    .select([
      'dealer_groups.code as group_code',
      'dealerships.code as dealership_code',
      'departments.code as department_code',
      'dealer_groups.is_active as group_is_active',
      'dealerships.is_active as dealership_is_active',
      'departments.is_active as department_is_active',
    ])
    .where('dealer_groups.id', '=', param('dealerGroupId'))
    .where('dealer_groups.deleted_at', 'is', null)
}

const codes = prepare((db: Db, param: Params<Place>) => codesOf(db, param))

/** The codes of a location; undefined if parts of the location don't exist or don't belong together. */
export async function findPlaceCodes(db: Db, place: Place): Promise<PlaceCodes | undefined> {
  return ifWhole(place, await codes(db, place).first())
}

function ifWhole<Row extends PlaceCodes>({ dealershipId, departmentId }: Place, row: Row | undefined): Row | undefined {
  const isWhole =
    row &&
    (dealershipId === null || row.dealership_code !== null) &&
    (departmentId === null || row.department_code !== null)
  return isWhole ? row : undefined
}

/** Where a request is raised, for what, and how its check is delivered. */
interface Raised {
  readonly place: Place
  readonly purposeId: number
  readonly methodId: number
}

const terms = prepare((db: Db, param: Params<Place & Pick<Raised, 'purposeId' | 'methodId'>>) =>
  codesOf(db, param)
    .leftJoin('purposes', (join) => join.on('purposes.id', '=', param('purposeId')))
    .leftJoin('delivery_methods', (join) => join.on('delivery_methods.id', '=', param('methodId')))
    .leftJoin('approval_policies', (join) =>
      join
        .onRef('approval_policies.dealer_group_id', '=', 'dealer_groups.id')
        .on('approval_policies.number', '=', ({ selectFrom }) =>
          selectFrom('approval_policies as other')
            .select(({ fn }) => fn.max('other.number').as('newest'))
            .where('other.dealer_group_id', '=', param('dealerGroupId')),
        ),
    )
    .select(['dealer_groups.purpose_demands', 'dealer_groups.payee_list', callsWebhooks])
    .select(['purposes.name as purpose_name', 'delivery_methods.kind as delivery_kind'])
    .select(['approval_policies.number as policy_number', 'approval_policies.content as policy'])
    .select(({ fn }) => fn.coalesce('dealerships.time_zone', 'dealer_groups.time_zone').as('zone')),
)

/** All that a new or edited request depends on. `purpose_name` and `delivery_kind` are null if there is no such row. */
export type Terms = NonNullable<Awaited<ReturnType<typeof findTerms>>>

/** Reads everything that a new or edited request depends on at once; undefined if the location isn't valid. */
export async function findTerms(db: Db, { place, purposeId, methodId }: Raised) {
  return ifWhole(place, await terms(db, { ...place, purposeId, methodId }).first())
}

/**
 * The number that a new request of this group would get now. This is only a preview, because another request might take
 * the number first (A7).
 */
export async function peekNextNumber(db: Db, groupCode: string): Promise<number> {
  const row = await db
    .selectFrom('request_number_counters')
    .select('last_number')
    .where('group_code', '=', groupCode)
    .executeTakeFirst()
  return (row?.last_number ?? 0) + 1
}

/**
 * Another request with this check number in the same dealership or, without one, in the group (A16). Leading zeros in
 * the number don't matter. Leaves out duplicates from before numbers were unique.
 */
export async function findCheckNumber(db: Db, place: Place, checkNumber: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('check_requests')
    .select('request_number')
    .where('dealer_group_id', '=', place.dealerGroupId)
    .where(sql`coalesce(dealership_id, 0)`, '=', place.dealershipId ?? 0)
    .where(sql`ltrim(check_number, '0')`, '=', significantDigits(checkNumber))
    .where('check_number', 'is not', null)
    .where('check_number_exempt', '=', sql.lit(0))
    .executeTakeFirst()
  return row?.request_number
}

/**
 * The maximum number of a group's latest check numbers to search. Keeps the query fast for dealerships that have none.
 */
const mostLookedThrough = 1000

/**
 * The last check number at a dealership, or in a group for requests without a dealership; undefined if the last one is
 * too old.
 */
export async function findLastCheckNumber(db: Db, place: Place): Promise<string | undefined> {
  const row = await db
    .selectFrom((given) =>
      given
        .selectFrom('status_history')
        .select(['id', 'check_request_id', 'check_number', 'dealer_group_id'])
        .where('dealer_group_id', '=', place.dealerGroupId)
        .where('check_number', 'is not', null)
        .orderBy('id', 'desc')
        .limit(mostLookedThrough)
        .as('given'),
    )
    .innerJoin('check_requests', (join) =>
      join
        .onRef('check_requests.id', '=', 'given.check_request_id')
        .onRef('check_requests.dealer_group_id', '=', 'given.dealer_group_id'),
    )
    .select('given.check_number')
    .where(sql`coalesce(check_requests.dealership_id, 0)`, '=', place.dealershipId ?? 0)
    .orderBy('given.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.check_number ?? undefined
}

type Clash = Pick<
  StoredRequest,
  'id' | 'request_number' | 'check_number' | 'dealer_group_id' | 'dealership_id' | 'department_id' | 'requester_id'
>

const most = 500

/** Requests that share a check number from before check numbers were unique, grouped by number (A16). */
export async function listNumberClashes(db: Db): Promise<Clash[]> {
  const fields = (table: string): RawBuilder<unknown> =>
    sql.raw(
      ['id', 'request_number', 'check_number', 'dealer_group_id', 'dealership_id', 'department_id', 'requester_id']
        .map((field) => `${table}.${field}`)
        .join(', '),
    )
  // The index begins with the dealer group, and contains only requests with numbers.
  const isExempt = sql`e.dealer_group_id in (select id from dealer_groups)
    and e.check_number_exempt = 1 and e.check_number is not null`
  const { rows } = await sql<Clash>`
    select * from (
      select ${fields('e')}, ltrim(e.check_number, '0') as number from check_requests e where ${isExempt}
      union
      select ${fields('f')}, ltrim(f.check_number, '0') as number from check_requests e join check_requests f
        on f.dealer_group_id = e.dealer_group_id and coalesce(f.dealership_id, 0) = coalesce(e.dealership_id, 0)
        and ltrim(f.check_number, '0') = ltrim(e.check_number, '0')
      where ${isExempt} and f.check_number is not null and f.check_number_exempt = 0
    ) clashes order by dealer_group_id, coalesce(dealership_id, 0), number, id limit ${most}`.execute(db)
  return rows
}
