import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { mondayOf } from '@check-requests/domain/check-requests/insights.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/sessions/queries/caller.ts'
import type { Client } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { drawInsights } from './commands/draw-insights.ts'

const hour = 3_600_000
/** The twelve weeks that the charts show. */
const mondays = Array.from({ length: 12 }, (_, index) => addDays('2026-11-16', 7 * (index - 11)))
const openStatuses = [1, 2, 3, 4, 5, 6, 9]

interface Row {
  readonly id: number
  readonly amount: number
  readonly status_id: number
  readonly dealership_id: number | null
  readonly created_at: string
  readonly cleared_date: string | null
}

function total(rows: readonly Row[]) {
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return { count: rows.length, amount: cents / 100 }
}

const within = (moment: string | null, monday: string, zone: string) =>
  moment !== null && mondayOf(datesIn(zone)(Date.parse(moment))) === monday

onBothDatabases('charts on $name', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp(kind)
  })
  afterAll(() => app.close())

  const everything = async (client: Client) => (await client.call(endpoints.byUser)).data as Row[]
  const drawn = async (client: Client, query = {}) => (await client.call(endpoints.insights, { query })).data

  test.each([
    'superadmin@example.com',
    'admin@lakeside.example',
    'approver2@lakeside.example',
    'requester@lakeside.example',
    'processor@summit.example',
  ])('totals the requests visible to user %s by week and status', async (email) => {
    const client = await app.logIn(email)
    const rows = await everything(client)
    const { time_zone: zone, weeks, open } = await drawn(client)
    expect(weeks).toEqual(
      mondays.map((monday) => ({
        from: monday,
        requested: total(rows.filter((row) => within(row.created_at, monday, zone))),
        completed: total(rows.filter((row) => within(row.cleared_date, monday, zone))),
      })),
    )
    expect(weeks.some(({ requested }) => requested.count > 0)).toBe(true)
    const statuses = openStatuses.map((id) => ({ status_id: id, ...total(rows.filter((row) => row.status_id === id)) }))
    expect(open).toEqual(statuses)
  })

  test('uses the median of completed requests as the time at each status', async () => {
    const client = await app.logIn('processor@lakeside.example')
    const completed = (await everything(client)).filter(({ cleared_date }) => cleared_date !== null)
    const times = new Map<number, number[]>()
    for (const { id } of completed) {
      const { data } = await client.call(endpoints.history, { params: { id } })
      const moves = data.filter(({ action }) => ['created', 'status', 'resubmitted'].includes(action))
      for (const [index, move] of moves.slice(0, -1).entries()) {
        const left = Date.parse(moves[index + 1]?.timestamp as string) - Date.parse(move.timestamp)
        times.set(move.status_id, [...(times.get(move.status_id) ?? []), left / hour])
      }
    }
    const { steps } = await drawn(client)
    expect(steps.length).toBeGreaterThan(4)
    for (const { status_id, median_hours } of steps) {
      const sorted = (times.get(status_id) ?? []).toSorted((one, other) => one - other)
      const below = sorted.filter((time) => time < median_hours - 0.05).length
      const above = sorted.filter((time) => time > median_hours + 0.05).length
      expect(Math.max(below, above), `status ${status_id}`).toBeLessThanOrEqual(sorted.length / 2)
    }
  })

  test('limits the charts to a time span and a dealership, and shows no totals outside the caller’s scope', async () => {
    const [admin, approver, summit] = [
      await app.logIn('admin@lakeside.example'),
      await app.logIn('approver2@lakeside.example'),
      await app.logIn('processor@summit.example'),
    ]
    const rows = await everything(admin)
    const dealerships = [...new Set(rows.map(({ dealership_id }) => dealership_id))].filter((id) => id !== null)
    const own = new Set((await everything(approver)).map(({ dealership_id }) => dealership_id))
    const outside = dealerships.find((id) => !own.has(id))
    expect(outside).toBeDefined()
    for (const id of dealerships) {
      const { weeks, open } = await drawn(admin, { weeks: '52', dealership: `${id}` })
      const there = rows.filter(({ dealership_id }) => dealership_id === id)
      expect(weeks).toHaveLength(52)
      expect(weeks.reduce((sum, { requested }) => sum + requested.count, 0)).toBe(there.length)
      expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(
        there.filter(({ status_id }) => openStatuses.includes(status_id)).length,
      )
    }
    for (const [client, dealership] of [
      [approver, outside],
      [summit, outside],
      [admin, 999_999],
    ] as const) {
      const { weeks, open, steps } = await drawn(client, { dealership: `${dealership}` })
      expect(weeks.every(({ requested, completed }) => requested.count + completed.count === 0)).toBe(true)
      expect([open.every(({ count }) => count === 0), steps]).toEqual([true, []])
    }
  })

  test.each([
    ['admin@lakeside.example', { weeks: '13' }],
    ['admin@lakeside.example', { dealership: '1,2' }],
    ['requester@lakeside.example', { dealership: '1' }],
  ])('rejects a call by user %s for the charts with the parameters %j', async (email, query) => {
    const { status, error } = await (await app.logIn(email)).call(endpoints.insights, { query })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, Object.keys(query)])
  })

  test('shows empty charts to users without a location', async () => {
    const scope = { level: 2, dealerGroupId: 1, dealershipIds: [], departmentIds: [] } as const
    const caller = { role: 'approver', scope } as unknown as Caller
    const { weeks, open, steps } = await drawInsights(
      app.services.database.read,
      caller,
      { weeks: 12 },
      app.clock.read(),
    )
    expect([weeks.length, weeks.every(({ requested }) => requested.count === 0), open, steps]).toEqual([
      12,
      true,
      [],
      [],
    ])
  })
})
