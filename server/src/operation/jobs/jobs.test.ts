import { jobEndpoints as endpoints } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { type JobName, jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppDatabase } from '../../tables.ts'
import type { TestPlace } from '../../testing/databases.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'
import { JobRunner, leasedFor, type Works } from './commands/runner.ts'
import { addJobs, extendLease, takeLease } from './queries/jobs.ts'

const nothing: Works = {
  'send-mails': undefined,
  'take-emails': undefined,
  'send-webhooks': undefined,
  forget: undefined,
  'take-effect': undefined,
  remind: undefined,
  'check-approvals': undefined,
  'raise-recurring': undefined,
  'send-bank-files': undefined,
  'read-bank-answers': undefined,
  'watch-checks': undefined,
  'read-documents': undefined,
  'sweep-files': undefined,
  'finish-deletions': undefined,
  'back-up': undefined,
  'verify-trail': undefined,
  checkpoints: undefined,
}
const hour = 3_600_000

onBothDatabases('jobs on $name', (kind) => {
  let place: TestPlace
  let world: World
  let others: AppDatabase[]
  let reported: [JobName, unknown][]
  beforeEach(async () => {
    place = await kind.create('world')
    const database = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
    others = []
    reported = []
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const other of others) await other.close()
    await world.close()
    await place.drop()
  })

  /**
   * Starts another instance on the same database. SQLite allows only one process, so there it shares the connection.
   */
  async function instance(works: Partial<Works>): Promise<JobRunner> {
    const other = kind.name === 'SQLite' ? world.database : await place.open()
    if (other !== world.database) others.push(other)
    const services = { ...world.services, database: other }
    return new JobRunner(services, { ...nothing, ...works }, (name, error) => reported.push([name, error]))
  }

  const now = () => new Date(world.services.clock()).toISOString()
  const add = () =>
    world.database.transact((trx) =>
      addJobs(
        trx,
        jobs.map(({ name }) => name),
        now(),
      ),
    )
  const stateOf = async (name: JobName) => {
    const { data } = await (await world.as('admin-super')).call(endpoints.list)
    return data.find((job) => job.name === name)
  }

  test('runs a due job once, however many instances there are', async () => {
    let runs = 0
    const count = async () => {
      runs += 1
    }
    const instances = await Promise.all([1, 2, 3, 4].map(() => instance({ forget: count })))
    await add()
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(instances.map((one) => one.runDue()))
      await Promise.all(instances.map((one) => one.runDue()))
      expect(runs).toBe(round)
      world.clock.advance(hour)
    }
  })

  test('retries a failed job after longer and longer waits until it succeeds, and reports the error', async () => {
    let broken = true
    const runner = await instance({
      'sweep-files': async () => {
        if (broken) throw new Error('The share is unavailable')
      },
    })
    await add()
    const rests = []
    for (const failures of [1, 2, 3]) {
      await runner.runDue()
      const job = await stateOf('sweep-files')
      expect(job).toMatchObject({ state: 'failed', failures, error: 'The share is unavailable', ended_at: now() })
      const rest = Date.parse(String(job?.due_at)) - world.services.clock()
      rests.push(rest / 60_000)
      world.clock.advance(rest)
    }
    expect(rests).toEqual([1, 2, 4])
    expect(reported.map(([name]) => name)).toEqual(['sweep-files', 'sweep-files', 'sweep-files'])
    broken = false
    await runner.runDue()
    expect(await stateOf('sweep-files')).toMatchObject({ state: 'waiting', failures: 0, error: null })
  })

  test('runs a failed job immediately when a super admin retries it', async () => {
    let runs = 0
    const runner = await instance({
      'take-effect': async () => {
        runs += 1
        throw new Error('No')
      },
    })
    await add()
    await runner.runDue()
    await runner.runDue()
    expect(runs).toBe(1)
    const admin = await world.as('admin-super')
    const reply = await admin.call(endpoints.runAgain, { body: { name: 'take-effect' } })
    expect([reply.status, reply.data.state]).toEqual([200, 'due'])
    await runner.runDue()
    expect(runs).toBe(2)
    const refused = await (await world.as('admin-group')).call(endpoints.runAgain, { body: { name: 'take-effect' } })
    expect(refused.status).toBe(403)
    expect((await (await world.as('admin-group')).call(endpoints.list)).status).toBe(403)
  })

  test('runs a killed instance’s job on another instance only after its lease expires', async () => {
    let runs = 0
    const runner = await instance({
      forget: async () => {
        runs += 1
      },
    })
    await add()
    const until = new Date(world.services.clock() + leasedFor).toISOString()
    const killed = { name: 'forget', holder: 'killed', now: now(), until } as const
    expect(await world.database.transact((trx) => takeLease(trx, killed))).toBe(true)
    world.clock.advance(leasedFor - 1)
    await runner.runDue()
    expect(runs).toBe(0)
    expect(await stateOf('forget')).toMatchObject({ state: 'running' })
    world.clock.advance(1)
    await runner.runDue()
    expect(runs).toBe(1)
    expect(await stateOf('forget')).toMatchObject({ state: 'waiting', error: null })
    const late = new Date(world.services.clock() + leasedFor).toISOString()
    await world.database.transact((trx) => extendLease(trx, { ...killed, until: late }))
    expect(await stateOf('forget')).toMatchObject({ state: 'waiting' })
  })

  test('doesn’t run a job again just after another instance has finished it', async () => {
    const runner = await instance({ forget: async () => {} })
    await add()
    const until = new Date(world.services.clock() + leasedFor).toISOString()
    const late = { name: 'forget', holder: 'late', now: now(), until } as const
    await runner.runDue()
    expect(await world.database.transact((trx) => takeLease(trx, late))).toBe(false)
  })

  test('ignores the late result of a run that lost its lease', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const slow = await instance({ forget: () => promise })
    const other = await instance({ forget: async () => {} })
    await add()
    const late = slow.runDue()
    await expect.poll(async () => (await stateOf('forget'))?.state).toBe('running')
    world.clock.advance(leasedFor)
    await other.runDue()
    const settled = await stateOf('forget')
    reject(new Error('Too late'))
    await late
    expect(await stateOf('forget')).toEqual(settled)
    expect(settled).toMatchObject({ state: 'waiting', failures: 0 })
  })

  test('keeps the lease of a job during a long run', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let taken = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = await instance({ forget: () => promise })
    const other = await instance({
      forget: async () => {
        taken += 1
      },
    })
    await add()
    const run = slow.runDue()
    const leased = () => world.database.read.selectFrom('jobs').select('leased_until').where('name', '=', 'forget')
    await vi.waitFor(async () => expect((await leased().executeTakeFirst())?.leased_until).not.toBeNull())
    const first = (await leased().executeTakeFirst())?.leased_until
    world.clock.advance(leasedFor / 2)
    vi.advanceTimersByTime(leasedFor / 3)
    await vi.waitFor(async () => expect((await leased().executeTakeFirst())?.leased_until).not.toBe(first))
    world.clock.advance(leasedFor / 2)
    await other.runDue()
    expect(taken).toBe(0)
    resolve()
    await run
  })

  test('adds new jobs and makes startup jobs due when a server starts', async () => {
    const done: string[] = []
    const works = {
      forget: async () => void done.push('forget'),
      'finish-deletions': async () => void done.push('finish-deletions'),
    }
    const first = await instance(works)
    await first.start()
    await first.runDue()
    await first.stop()
    expect(done.toSorted()).toEqual(['finish-deletions', 'forget'])
    world.clock.advance(1000)
    const second = await instance(works)
    await second.start()
    await second.runDue()
    await second.stop()
    expect(done.filter((name) => name === 'finish-deletions')).toHaveLength(2)
    expect(done.filter((name) => name === 'forget')).toHaveLength(1)
  })

  test('finishes running jobs before it stops', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const runner = await instance({ forget: () => promise })
    await add()
    const run = runner.runDue()
    await expect.poll(async () => (await stateOf('forget'))?.state).toBe('running')
    const stopped = runner.stop()
    resolve()
    await stopped
    expect(await stateOf('forget')).toMatchObject({ state: 'waiting' })
    await run
  })
})
