import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/open.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { tokenAt } from '../../server/src/testing/server-process.ts'
import { fillWorld } from '../../server/src/testing/templates.ts'
import { verifyTrail } from '../../server/src/trail/commands/verify.ts'
import { Cluster, until } from './cluster.ts'
import { type Fault, faults, lasting } from './faults.ts'
import { Load, streams } from './load.ts'
import { shared } from './network.ts'
import { Watch } from './watch.ts'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    logs: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const cluster = new Cluster(positionals[0] as string, { logs: options.logs, isSynchronous: !options.asynchronous })
const say = (line: string) => void process.stdout.write(`${line}\n`)

say('Starting 3 machines with PostgreSQL, 2 with HAProxy, 2 with the server …')
await cluster.start()
const open = () => openDatabase({ databaseUrl: cluster.databaseUrl, dataDir: '', macKeyFile: cluster.keyFile })
const load = await startLoad()
const watch = new Watch(cluster)
const missed: string[] = []
for (const fault of faults.filter(({ name }) => name.includes(options.only ?? ''))) {
  for (let round = 0; round < Number(options.rounds ?? fault.rounds); round += 1)
    await tryFault(fault).catch((error) => missed.push(`${fault.name}: ${error}`))
}
await load.stop()
await watch.stop()
const lost = await summarise()
// The asynchronous setup can lose writes, and the proof must detect them.
const isProved = options.asynchronous ? lost.length > 0 : missed.length === 0
process.exit(isProved ? 0 : 1)

async function startLoad(): Promise<Load> {
  const database = await open()
  const ids = await fillWorld(database)
  await database.close()
  const url = `http://${shared}:8080`
  const tokens = [await tokenAt(url, emailOf('requester-group')), await tokenAt(url, emailOf('requester-department'))]
  const started = new Load(ids, tokens)
  started.start()
  await until('the first writes', 60, () => started.acknowledged.size > 20)
  return started
}

async function tryFault(fault: Fault): Promise<void> {
  const primary = await cluster.untilWhole()
  await wait(3000)
  load.beginRound()
  watch.beginRound()
  const before = load.acknowledged.size
  const heal = await fault.inject(cluster, primary)
  await lasting(fault)
  heal()
  const healed = load.acknowledged.size
  await until('a write', 120, () => load.acknowledged.size > healed + 20)
  const next = await cluster.untilWhole()
  await until('every stream', 60, () => load.openStreams === streams)
  report(fault, `${primary} → ${next}`, load.acknowledged.size - before, await lostSoFar())
}

function report(fault: Fault, moved: string, acknowledged: number, lost: readonly string[]): void {
  const { failed, longestPause } = load
  const { most, mostNotStandby } = watch
  const figures = [
    moved,
    `writes paused ${longestPause.toFixed(1)} s`,
    `${acknowledged} acknowledged`,
    `${lost.length} lost`,
    `${failed} calls retried`,
    `primaries at once ${most} (no standbys: ${mostNotStandby})`,
  ]
  say(`${fault.name.padEnd(46)} ${figures.join('   ')}`)
  if (longestPause > fault.longestPause) missed.push(`${fault.name}: writes paused for ${longestPause.toFixed(1)} s`)
  if (most > 1) missed.push(`${fault.name}: ${most} primaries at once`)
  if (fault.failsNothing && failed > 0) missed.push(`${fault.name}: ${failed} calls had to be retried`)
  missed.push(...lost)
}

/** The writes that were acknowledged but not stored, or stored twice. */
async function lostSoFar(): Promise<string[]> {
  const acknowledged = [...load.acknowledged]
  const [primary] = await cluster.primaries()
  const text = await cluster.query(primary ?? 'n1', 'select id, memo_line from check_requests', '', 'checks')
  const stored = text.split('\n').map((line) => line.split('|') as [string, string])
  const idOf = new Map(stored.map(([id, key]) => [key, Number(id)]))
  const lost = acknowledged
    .filter(([key, id]) => idOf.get(key) !== id)
    .map(([key]) => `${key} was acknowledged but is lost`)
  return stored.length === idOf.size ? lost : [...lost, `${stored.length - idOf.size} requests were stored twice`]
}

async function summarise(): Promise<string[]> {
  const database = await open()
  const verdict = await verifyTrail(database, null)
  await database.close()
  const lost = await lostSoFar()
  say(`\n${load.acknowledged.size} requests acknowledged, ${lost.length} lost. Ended sessions: ${load.loggedOut}.`)
  say(`Audit trail: ${verdict.intact ? 'intact' : 'BROKEN'}. Unexpected responses: ${load.odd.length}.`)
  for (const line of load.odd.slice(0, 5)) say(`  ${line.slice(0, 300)}`)
  if (load.loggedOut > 0) missed.push('a user was logged out')
  if (!verdict.intact) missed.push('the audit trail is broken')
  if (load.odd.length > 0) missed.push('a user got an unexpected response')
  missed.push(...lost)
  const all = [...new Set(missed)]
  for (const line of all.slice(0, 20)) say(`MISSED: ${line}`)
  if (all.length > 20) say(`… and ${all.length - 20} more`)
  return lost
}
