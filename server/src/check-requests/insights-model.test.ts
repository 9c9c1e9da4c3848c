import type { ChartSpan } from '@check-requests/domain/check-requests/chart-spans.ts'
import { type Insights, mondayOf } from '@check-requests/domain/check-requests/insights.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { moment } from '../platform/clock.ts'
import type { Tx } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { wrongTotals } from '../trail/commands/compare.ts'
import { addsUp, totals } from '../trail/queries/totals.ts'
import { drawInsights } from './commands/draw-insights.ts'

const hour = 3_600_000
const begin = Date.parse('2026-06-01T08:00:00Z')
const places = ['NWG/TOY/SVC', 'NWG/TOY', 'NWG/HON/SVC', 'NWG', 'EAS/KIA/SVC'] as const
const people = ['requester-group', 'requester-honda', 'requester-eastside'] as const
const openStatuses = [1, 2, 3, 4, 5, 6, 9] as const
/** The transitions from each status. */
const next: Partial<Record<StatusId, readonly StatusId[]>> = {
  1: [2, 3, 3, 3, 8, 9],
  2: [3, 9],
  3: [4],
  4: [5],
  5: [6],
  6: [7],
  9: [1],
}

interface ModelRequest {
  readonly id: number
  group: number
  dealership: number | null
  department: number | null
  requester: number
  status: StatusId
  cents: number
  readonly created: number
  completed: number | null
  readonly steps: { status: number; at: number }[]
}

interface Question {
  readonly weeks: ChartSpan
  readonly dealership: number | undefined
}

const moves = Array.from({ length: 12 }, () => 'move' as const)
const operation = fc.record({
  what: fc.constantFrom(...moves, 'create', 'create', 'edit', 'delete'),
  target: fc.nat({ max: 40 }),
  choice: fc.nat({ max: 5 }),
  cents: fc.integer({ min: 1, max: 9_999_999_999 }),
  hours: fc.integer({ min: 0, max: 60 }),
})
type Operation = typeof operation extends fc.Arbitrary<infer Shape> ? Shape : never

onBothDatabases('charts against a model on $name', (kind) => {
  let world: World
  const requests: ModelRequest[] = []
  let now = begin
  beforeAll(async () => {
    world = await startWorld(kind)
    const { NWG } = world.ids.places
    await world.database.transact((trx) =>
      trx.updateTable('dealer_groups').set({ time_zone: 'Asia/Kathmandu' }).where('id', '=', NWG).execute(),
    )
  })
  afterAll(() => world.close())

  function whereabouts(choice: number) {
    const path = places[choice % places.length] ?? places[0]
    const [group, dealership, department] = path.split('/')
    const ids = world.ids.places as Record<string, number>
    return {
      group: ids[group as string] as number,
      dealership: (dealership && ids[`${group}/${dealership}`]) || null,
      department: (department && ids[path]) || null,
      requester: world.ids.people[people[choice % people.length] ?? people[0]],
    }
  }

  async function create(trx: Tx, { choice, cents }: Operation): Promise<void> {
    const place = whereabouts(choice)
    const at = moment(now)
    const { id } = await trx
      .insertInto('check_requests')
      .values({
        ...columnsOf(place),
        created_by_id: place.requester,
        status_id: 1,
        request_number: `R-${now}-${requests.length}`,
        amount_cents: cents,
        payee_type: 'business',
        payee_sub_type: 'vendor',
        payee_name_1: 'Harbor Paint Supply',
        purpose_id: 1,
        priority_rank: 1,
        due_date: '2026-12-31',
        po_purchase_no: 'PO',
        delivery_method_id: 1,
        created_at: at,
        status_changed_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    requests.push({ id, ...place, status: 1, cents, created: now, completed: null, steps: [] })
    await note(trx, requests.at(-1) as ModelRequest, 'created')
  }

  async function move(trx: Tx, request: ModelRequest, { choice }: Operation): Promise<void> {
    const to = next[request.status]?.[choice % (next[request.status]?.length ?? 1)]
    if (to === undefined) return
    const from = request.status
    request.status = to
    if (to === 7) request.completed = now
    const values = { status_id: to, ...(to === 7 && { cleared_at: moment(now) }) }
    await trx.updateTable('check_requests').set(values).where('id', '=', request.id).execute()
    await note(trx, request, from === 9 ? 'resubmitted' : 'status')
    await note(trx, request, 'priority')
  }

  async function edit(trx: Tx, request: ModelRequest, { choice, cents }: Operation): Promise<void> {
    if (request.completed !== null) return
    const place = whereabouts(choice)
    // A request stays in its dealer group.
    if (place.group !== request.group) return
    Object.assign(request, place, { cents })
    const values = { ...columnsOf(place), amount_cents: cents }
    await trx.updateTable('check_requests').set(values).where('id', '=', request.id).execute()
  }

  async function remove(trx: Tx, request: ModelRequest): Promise<void> {
    requests.splice(requests.indexOf(request), 1)
    await trx.deleteFrom('status_history').where('check_request_id', '=', request.id).execute()
    await trx.deleteFrom('check_requests').where('id', '=', request.id).execute()
  }

  function columnsOf({ group, dealership, department, requester }: ReturnType<typeof whereabouts>) {
    return {
      dealer_group_id: group,
      dealership_id: dealership,
      department_id: department,
      requester_id: requester,
    }
  }

  async function note(trx: Tx, request: ModelRequest, action: 'created' | 'status' | 'resubmitted' | 'priority') {
    if (action !== 'priority') request.steps.push({ status: request.status, at: now })
    await trx
      .insertInto('status_history')
      .values({
        check_request_id: request.id,
        dealer_group_id: request.group,
        action,
        status_id: request.status,
        user_id: request.requester,
        user_name: 'Tester',
        role_id: 2,
        changes: '[]',
        created_at: moment(now),
      })
      .execute()
  }

  async function carryOut(trx: Tx, operation: Operation): Promise<void> {
    now += operation.hours * hour + operation.choice
    const request = requests[operation.target % Math.max(1, requests.length)]
    if (operation.what === 'create' || !request) return create(trx, operation)
    if (operation.what === 'move') return move(trx, request, operation)
    return operation.what === 'edit' ? edit(trx, request, operation) : remove(trx, request)
  }

  /** The users who view the charts, each with a test for the requests that the user can see. */
  function viewers(): [Caller, (request: ModelRequest) => boolean][] {
    const id = world.ids.places
    const all = { level: 0, dealerGroupId: null, dealershipIds: [], departmentIds: [] }
    const inGroup = { ...all, level: 1, dealerGroupId: id.NWG }
    const dealershipIds = [id['NWG/TOY'], id['NWG/HON']]
    const departmentIds = [id['NWG/TOY/SVC'], id['NWG/HON/SVC']]
    const requester = world.ids.people['requester-group']
    const caller = (role: string, scope: object) => ({ role, scope, userId: requester }) as unknown as Caller
    return [
      [caller('approver', all), () => true],
      [caller('approver', inGroup), ({ group }) => group === id.NWG],
      [
        caller('approver', { ...inGroup, level: 2, dealershipIds }),
        ({ dealership }) => dealershipIds.includes(dealership as number),
      ],
      [
        caller('approver', { ...inGroup, level: 3, dealershipIds, departmentIds }),
        ({ department }) => departmentIds.includes(department as number),
      ],
      [caller('requester', inGroup), (request) => request.requester === requester && request.group === id.NWG],
      [caller('requester', all), (request) => request.requester === requester],
    ]
  }

  /** The time spans and dealerships to ask for. Requesters can't ask for a dealership. */
  function questions({ role }: Caller): Question[] {
    const id = world.ids.places
    const all = [4, 12, 26, 52].map((weeks) => ({ weeks: weeks as ChartSpan, dealership: undefined }))
    if (role === 'requester') return all
    return [
      ...all,
      ...[id['NWG/TOY'], id['NWG/HON'], id['EAS/KIA']].map((dealership) => ({ weeks: 12 as const, dealership })),
    ]
  }

  /** Compares the charts with the model's charts, and returns the number of weeks and steps shown. */
  async function compare(caller: Caller, visible: readonly ModelRequest[], { weeks, dealership }: Question) {
    const drawn = await drawInsights(world.database.read, caller, { weeks, dealership }, now)
    const there = visible.filter((request) => dealership === undefined || request.dealership === dealership)
    const model = modelInsights(there, now, weeks, drawn.time_zone)
    expect(drawn.time_zone).toBe('Asia/Kathmandu')
    const isOutside = drawn.open.length === 0
    if (isOutside) expect(there).toEqual([])
    expect(drawn).toEqual(isOutside ? { ...model, open: [] } : model)
    return { completed: drawn.weeks.filter(({ completed }) => completed.count > 0).length, steps: drawn.steps.length }
  }

  test('shows the same totals as the model after random operations', { timeout: 120_000 }, async () => {
    const seen = { completed: 0, steps: 0, atDealership: 0 }
    const property = fc.asyncProperty(fc.array(operation, { minLength: 150, maxLength: 200 }), async (operations) => {
      for (const one of operations) await world.database.transact((trx) => carryOut(trx, one))
      for (const [caller, sees] of viewers()) {
        for (const question of questions(caller)) {
          const { completed, steps } = await compare(caller, requests.filter(sees), question)
          seen.completed += completed
          seen.steps += steps
          if (question.dealership) seen.atDealership += steps
        }
      }
    })
    await fc.assert(property, { ...runs({ gate: 2, nightly: 20 }), endOnFailure: true })
    expect(seen.completed).toBeGreaterThan(0)
    expect(seen.steps).toBeGreaterThan(0)
    expect(seen.atDealership).toBeGreaterThan(0)
    for (const group of [world.ids.places.NWG, world.ids.places.EAS]) {
      expect(await wrongTotals(world.database.read, group)).toEqual([])
      for (const table of totals) expect(await addsUp(world.database.read, group, table), table.table).toBe(true)
    }
  })

  test('keeps no totals after all requests are deleted', async () => {
    for (const request of [...requests]) await world.database.transact((trx) => remove(trx, request))
    const { rows } = await sql<{ left: number }>`select (select count(*) from step_times)
      + (select count(*) from week_totals where requested <> 0 or requested_cents <> 0 or completed <> 0
        or completed_cents <> 0)
      + (select count(*) from group_counters where amount <> 0 or cents <> 0)
      + (select count(*) from place_counters where amount <> 0 or cents <> 0)
      + (select count(*) from requester_counters where amount <> 0 or cents <> 0) as left`.execute(world.database.read)
    expect(rows).toEqual([{ left: 0 }])
  })
})

function total(requests: readonly ModelRequest[]) {
  return { count: requests.length, amount: requests.reduce((sum, { cents }) => sum + cents, 0) / 100 }
}

/** Calculates the charts directly from all requests, as the decision page defines them. */
function modelInsights(requests: readonly ModelRequest[], now: number, span: number, zone: string): Insights {
  const weekAt = (at: number) => mondayOf(datesIn(zone)(at))
  const weeks = Array.from({ length: span }, (_, index) => addDays(weekAt(now), -7 * (span - 1 - index))).map(
    (from) => {
      const within = (at: number | null) => at !== null && weekAt(at) === from
      return {
        from,
        requested: total(requests.filter(({ created }) => within(created))),
        completed: total(requests.filter(({ completed }) => within(completed))),
      }
    },
  )
  const open = openStatuses.map((id) => ({ status_id: id, ...total(requests.filter(({ status }) => status === id)) }))
  return { time_zone: zone, weeks, open, steps: modelSteps(requests) }
}

function modelSteps(requests: readonly ModelRequest[]): Insights['steps'] {
  const latest = requests
    .filter(({ completed }) => completed !== null)
    .sort((one, other) => (other.completed as number) - (one.completed as number) || other.id - one.id)
    .slice(0, 100)
  return openStatuses.flatMap((status_id) => {
    const times = latest.flatMap(({ steps }) =>
      steps.flatMap(({ status, at }, index) =>
        status === status_id && steps[index + 1] ? [((steps[index + 1]?.at as number) - at) / hour] : [],
      ),
    )
    if (times.length === 0) return []
    const sorted = times.sort((one, other) => one - other)
    const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
    return [{ status_id, median_hours: Math.round((((lower as number) + (upper as number)) / 2) * 10) / 10 }]
  })
}
