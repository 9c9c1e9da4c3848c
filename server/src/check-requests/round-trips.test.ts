import { randomUUID } from 'node:crypto'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type QueryTime, queryTimes } from '../platform/measures/measures.ts'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

// Simultaneous writes share these round trips: read the session, begin, reserve audit entries, write them, and commit.
const shared = 5

interface Talk {
  roundTrips: number
}

/**
 * Counts the round trips to PostgreSQL. A statement sent before the previous response arrives doesn't count.
 */
function listen(): Talk {
  const talk: Talk = { roundTrips: 0 }
  const unanswered = new WeakMap<pg.Client, number>()
  const { query } = pg.Client.prototype
  const add = (client: pg.Client, by: number) => unanswered.set(client, (unanswered.get(client) ?? 0) + by)
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    // A new connection takes on its role first, which isn't part of a call.
    const isOfCall = !String(call[0]).startsWith('set role')
    if (!unanswered.get(this) && isOfCall) talk.roundTrips += 1
    add(this, 1)
    const answer = Reflect.apply(query, this, call) as unknown as Promise<unknown>
    return answer.finally(() => add(this, -1))
  } as never)
  return talk
}

/** Counts the statements of a write, apart from reading the session, beginning, and committing. */
function countStatements(): { readonly statements: string[]; end(): void } {
  const statements: string[] = []
  const note = (message: unknown) => {
    const { sql } = message as QueryTime
    if (!/^(begin|commit|pragma)|from "sessions"/.test(sql)) statements.push(sql)
  }
  queryTimes.subscribe(note)
  return { statements, end: () => queryTimes.unsubscribe(note) }
}

/** The most statements of a repeatable call. On PostgreSQL, writes that don't need each other are one statement. */
const most = { SQLite: { create: 13, change: 14 }, PostgreSQL: { create: 9, change: 10 } }

describe.for(databases)('statements on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await raise(world, 'requester-department', 'NWG/TOY/SVC')
  })
  afterAll(() => world.close())

  test('takes few statements to create a request and to approve it', async () => {
    const { create, change } = most[kind.name]
    const requester = await world.as('requester-department')
    const approver = await world.as('approver-dealership', 'approver')
    const creating = countStatements()
    const headers = { 'idempotency-key': randomUUID() }
    const created = await requester.call(endpoints.create, { headers, body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    creating.end()
    expect(created.status).toBe(201)
    expect(creating.statements.length, creating.statements.join('\n')).toBe(create)
    const changing = countStatements()
    const body = { status_id: 3, note: 'Looks good', version: 1 } as const
    const again = { 'idempotency-key': randomUUID() }
    const reply = await approver.call(endpoints.changeStatus, { headers: again, params: { id: created.data.id }, body })
    changing.end()
    expect(reply.status).toBe(201)
    expect(changing.statements.length, changing.statements.join('\n')).toBe(change)
  })
})

describe('round trips on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(postgres)
    await raise(world, 'requester-department', 'NWG/TOY/SVC')
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => world.close())

  test('creates a request in four unshared round trips', async () => {
    const requester = await world.as('requester-department')
    const talk = listen()
    const reply = await requester.call(endpoints.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    expect(reply.status).toBe(201)
    expect(talk.roundTrips - shared).toBe(4)
  })

  test('approves a request in four unshared round trips', async () => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const approver = await world.as('approver-dealership', 'approver')
    const talk = listen()
    const body = { status_id: 3, note: 'Looks good', version: 1 } as const
    const reply = await approver.call(endpoints.changeStatus, { params: { id }, body })
    expect(reply.status).toBe(201)
    expect(talk.roundTrips - shared).toBe(4)
  })
})
