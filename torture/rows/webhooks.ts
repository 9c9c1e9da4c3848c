import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { webhookEndpoints } from '../../domain/src/notices/webhooks/endpoints.ts'
import { callWebhooks } from '../../server/src/notices/webhooks/listeners/enqueue.ts'
import { approved } from '../../server/src/testing/checks.ts'
import { confirmControls } from '../../server/src/testing/controls.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { testKeyFile } from '../../server/src/testing/templates.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { openWorld } from '../support/open-world.ts'

type World = Awaited<ReturnType<typeof openWorld>>

const [, postgres] = databases as [DatabaseKind, DatabaseKind]
const program = fileURLToPath(new URL('../support/webhook-sender.ts', import.meta.url))
const receivers = 10
const requests = 200
const inTransaction = 50
/** An instance is killed after this many accepted calls, at most, and at most this often. */
const killedAfter = 2000
const mostKills = 60

export const harness: Harness = {
  prove: (attempt) => sendWhileKilled(attempt, 'on'),
  run: (attempt) => sendWhileKilled(attempt, 'off'),
}

/** What receivers were sent, by message id: how often, and the position at which the call was first accepted. */
interface Received {
  readonly calls: Map<string, number>
  readonly accepted: Map<string, number>
}

/**
 * Writes events in transactions, of which one in ten is rolled back, while two instances send them, lose their database
 * connections, and are killed in turn, and while receivers fail, hang up, and take their time.
 */
async function sendWhileKilled({ count, dice }: Attempt, fault: string): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'check-requests-webhooks-'))
  const world = await openWorld(postgres, { dataDir, allowedNetworks: ['127.0.0.1/32'] })
  const received: Received = { calls: new Map(), accepted: new Map() }
  const server = createServer(async (request, response) => {
    const id = String(request.headers['webhook-id'])
    received.calls.set(id, (received.calls.get(id) ?? 0) + 1)
    request.resume()
    await once(request, 'end')
    const luck = dice.below(100)
    if (luck === 0) return request.socket.destroy()
    if (luck < 3) return response.writeHead(500).end()
    if (luck < 5) await wait(dice.below(200))
    if (!received.accepted.has(id)) received.accepted.set(id, received.accepted.size)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await addWebhooks(world, url)
  const env = { DATABASE_URL: named(world.where), DATA_DIR: dataDir, AUDIT_MAC_KEY: testKeyFile(), FAULT: fault }
  const BEGAN = String(Date.now())
  const begin = () => spawn(process.execPath, [program], { env: { ...process.env, ...env, BEGAN }, stdio: 'inherit' })
  const senders = [begin(), begin()]
  const { written, rolledBack } = await writeEvents(world, count)
  let kills = 0
  const isOver = async () => {
    if (senders.some(({ exitCode }) => exitCode !== null)) throw new Error('An instance ended by itself.')
    return isDone(world)
  }
  while (kills < mostKills && !(await isOver())) {
    const enough = received.accepted.size + 1 + dice.below(Math.min(killedAfter, Math.ceil(count / 4)))
    if (dice.below(2) === 0) await disconnect(world)
    while (received.accepted.size < enough && !(await isOver())) await wait(100)
    const [killed] = senders.splice(dice.below(2), 1, begin())
    await end(killed)
    kills += 1
  }
  while (!(await isOver())) await wait(500)
  for (const sender of senders) await end(sender)
  server.close()
  const faults = findFaults(received, written, rolledBack)
  const repeated = [...received.calls.values()].filter((times) => times > 1).length
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
  return figuresOf(written.size, faults, `${kills} kills, ${repeated} calls repeated with the same id`)
}

const senderName = 'webhook-sender'

function named(url: string): string {
  const place = new URL(url)
  place.searchParams.set('application_name', senderName)
  return place.href
}

/** Ends the instances' database connections, as PostgreSQL does when it restarts. */
async function disconnect({ database }: World): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${senderName}`.execute(
    database.read,
  )
}

async function end(sender: ChildProcess | undefined): Promise<void> {
  sender?.kill('SIGKILL')
  if (sender) await once(sender, 'exit')
}

/** Adds webhooks that all call this URL. */
async function addWebhooks(world: World, url: string): Promise<void> {
  await approved(world)
  const admin = await world.as('admin-group', 'admin')
  for (let n = 0; n < receivers; n += 1) {
    const body = { name: `Receiver ${n}`, url, format: 'standard' as const, events: ['check-request.status' as const] }
    await admin.call(webhookEndpoints.create, { body })
    await confirmControls(world)
  }
}

async function isDone({ database }: World): Promise<boolean> {
  const left = database.read.selectFrom('webhook_deliveries').select('id').where('outcome', 'is', null).limit(1)
  return (await left.execute()).length === 0
}

/** Writes the events as the product does, in transactions. Returns the message ids, with their requests. */
async function writeEvents(world: World, count: number) {
  const written = new Map<string, string>()
  const rolledBack = new Set<string>()
  for (let n = 0; written.size < count; n += 1) {
    const added: { id: number; message_id: string; stream: string }[] = []
    const writing = world.database.transact(async (trx) => {
      const [last] = await trx.selectFrom('webhook_deliveries').select('id').orderBy('id', 'desc').limit(1).execute()
      for (let event = 0; event < inTransaction; event += receivers)
        await callWebhooks({ trx, now: world.clock.read() } as never, statusChange(world, 1 + ((n + event) % requests)))
      const rows = trx.selectFrom('webhook_deliveries').select(['id', 'message_id', 'webhook_id', 'check_request_id'])
      for (const row of await rows
        .where('id', '>', last?.id ?? 0)
        .orderBy('id')
        .execute())
        added.push({ ...row, stream: `${row.webhook_id}/${row.check_request_id}` })
      if (n % 10 === 9) throw new Error('rolled back')
    })
    const isWritten = await writing.then(
      () => true,
      () => false,
    )
    for (const { message_id, stream } of added) isWritten ? written.set(message_id, stream) : rolledBack.add(message_id)
  }
  return { written, rolledBack }
}

function statusChange({ ids }: World, id: number) {
  const place = { dealer_group_id: ids.places.NWG, dealership_id: ids.places['NWG/TOY'], department_id: null }
  const request = { ...place, id, request_number: `NWG-${id}`, status_id: 2, calls_webhooks: 1 }
  return { name: 'status', actor: { name: 'Torture' }, request, before: {}, after: {} } as never
}

function findFaults(
  { calls, accepted }: Received,
  written: ReadonlyMap<string, string>,
  rolledBack: ReadonlySet<string>,
) {
  const lost = [...written.keys()].filter((id) => !accepted.has(id)).map((id) => `${id} is lost`)
  const unknown = [...calls.keys()].filter((id) => !written.has(id))
  const strange = unknown.map((id) => `${id} was called but ${rolledBack.has(id) ? 'rolled back' : 'never written'}`)
  const latest = new Map<string, number>()
  const disordered: string[] = []
  for (const [id, stream] of written) {
    const position = accepted.get(id) ?? 0
    if (position < (latest.get(stream) ?? -1)) disordered.push(`${id} overtook an earlier call of ${stream}`)
    latest.set(stream, position)
  }
  return [...lost, ...strange, ...disordered]
}
