import { setTimeout } from 'node:timers/promises'
import { byProfile } from '@check-requests/domain/testing/random.ts'
import { afterEach, expect, test } from 'vitest'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf, type Ids } from '../testing/organization.ts'
import { bodyAt } from '../testing/requests.ts'
import { type ServerProcess, type Settings, startServer, tokenAt, tryToRaise } from '../testing/server-process.ts'
import { idsOf } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

// This many requests need more than one transaction, so a kill can interrupt the deletion halfway.
const amount = byProfile({ gate: 60, nightly: 300 })
const writers = 8

/** The API of a server that tests kill from time to time. */
class Installation {
  readonly #settings: Settings
  readonly #place: TestPlace
  #server: ServerProcess | undefined
  #token = ''

  constructor(settings: Settings, place: TestPlace) {
    this.#settings = settings
    this.#place = place
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#settings)
    this.#token ||= await tokenAt(this.#server.url, emailOf('admin-super'))
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#server?.end(signal)
  }

  async fill(ids: Ids): Promise<void> {
    const { url } = this.#server as ServerProcess
    const token = await tokenAt(url, emailOf('requester-eastside'))
    const write = async (writer: number) => {
      for (let n = writer; n < amount; n += writers)
        await tryToRaise(url, token, { key: `fill-${n}`, body: bodyAt(ids, 'EAS/KIA/SVC') })
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  }

  /** Returns `data` from the response, or undefined if there was no response. */
  async call<Data>(method: string, path: string): Promise<Data | undefined> {
    const { url } = this.#server as ServerProcess
    const headers = { 'x-auth-token': this.#token }
    const reply = await fetch(`${url}/api/v1${path}`, { method, headers }).catch(() => undefined)
    const answer = (await reply?.json().catch(() => undefined)) as { data: Data } | undefined
    return answer?.data
  }

  async hasGroup(id: number): Promise<boolean> {
    const groups = await this.call<{ id: number }[]>('GET', '/dealer-groups')
    return groups?.some((group) => group.id === id) ?? true
  }

  async countRequests(): Promise<number> {
    const database = await this.#place.open()
    const { count } = await database.read
      .selectFrom('check_requests')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    await database.close()
    return Number(count)
  }
}

let place: TestPlace
let installation: Installation
afterEach(async () => {
  await installation.end('SIGKILL')
  await place.drop()
})

onBothDatabases('a killed server on $name', (kind) => {
  test('deletes a dealer group completely or not at all after a kill at any moment and a restart', async () => {
    place = await kind.create('world')
    const database = await place.open()
    const ids = await idsOf(database)
    await database.close()
    const settings = kind.name === 'SQLite' ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
    installation = new Installation(settings, place)
    await installation.start()
    await installation.fill(ids)
    const group = ids.places.EAS

    // Kills the server later in each round until the deletion completes first. The waits double, so a slow machine
    // needs only a few more rounds.
    for (let wait = 0; await installation.hasGroup(group); wait = 2 * wait + 25) {
      expect(await installation.countRequests()).toBe(amount)
      void installation.call('DELETE', `/dealer-groups/${group}`)
      await setTimeout(wait)
      await installation.end('SIGKILL')
      await installation.start()
    }

    await expect.poll(() => installation.call('GET', '/check-requests/by-user'), { timeout: 60_000 }).toEqual([])
    await installation.end('SIGTERM')
    expect(await installation.countRequests()).toBe(0)
    const after = await place.open()
    const entries = after.read.selectFrom('audit_entries').select(['action', 'entity_id', 'payload'])
    const deletions = await entries.where('action', '=', 'check-request.delete').execute()
    expect(new Set(deletions.map(({ entity_id }) => entity_id)).size).toBe(amount)
    expect(deletions).toHaveLength(amount)
    expect(deletions.every(({ payload }) => payload.includes('EAS-KIA-SVC-'))).toBe(true)
    expect(await verifyTrail(after, null)).toMatchObject({ intact: true, mismatches: [] })
    await after.close()
  }, 480_000)
})
