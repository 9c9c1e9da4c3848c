import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { approved, handedOver, openAccount } from '../../server/src/testing/checks.ts'
import { confirmControls } from '../../server/src/testing/controls.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { bai2Of } from '../../server/src/testing/payments.ts'
import { startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { serve } from '../../server/src/testing/start-app.ts'
import { idsOf, worldOf } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { checkFaults } from '../support/check-faults.ts'
import { CheckWork, type Staff } from '../support/check-work.ts'

const [sqlite] = databases as [DatabaseKind]
const acknowledgesEarly = fileURLToPath(new URL('../faults/acknowledges-early.ts', import.meta.url))

const requests = 6
/** The number of actions after which the server is killed, and the time range in milliseconds. */
const actsBefore = 4
const killedWithin = 60

export const harness: Harness = {
  prove: (attempt) => killWhilePrinting(attempt, acknowledgesEarly),
  run: (attempt) => killWhilePrinting(attempt),
}

/**
 * Repeatedly kills the real server while users print, sign, void, stop, and report checks, clear and undo a bank file,
 * and undo the clearing of checks by hand. Verifies all data after each kill.
 */
async function killWhilePrinting({ count, dice }: Attempt, program?: string): Promise<Figures> {
  const place = await sqlite.create('world')
  const prepared = await prepare(place)
  const settings = { DATA_DIR: place.where }
  const first = await startServer(settings)
  const processor = await tokenAt(first.url, emailOf('processor-group'))
  const colleague = await tokenAt(first.url, emailOf('processor-super'))
  const reconciler = await tokenAt(first.url, emailOf('everyone'), 'processor')
  const signer = await tokenAt(first.url, emailOf('approver-super'))
  await first.end('SIGTERM')
  const work = new CheckWork({ ...prepared, processor, colleague, reconciler, signer }, dice)
  const faults: string[] = []
  for (let round = 0; round < count; round += 1) {
    const server = await startServer(settings, program)
    let killed: Promise<unknown> | undefined
    let left = 1 + dice.below(actsBefore)
    await work.run(server.url, () => {
      left -= 1
      if (left === 0) killed = wait(dice.below(killedWithin)).then(() => server.end('SIGKILL'))
    })
    await killed
    const found = await checkFaults(place, prepared, work.acknowledged)
    if (found.length > 0) faults.push(`round ${round + 1}: ${found[0]}`)
  }
  await place.drop()
  const { acts, settled } = work.acknowledged
  const what = `${acts} actions acknowledged, ${settled} of them bank files read or undone, or checks un-cleared`
  return figuresOf(count, [...faults, ...work.faults], what)
}

/** Prepares an account with a template for bank files, requests that can be printed, and checks that the bank pays. */
async function prepare(place: TestPlace): Promise<Pick<Staff, 'account' | 'paid' | 'bankFile'>> {
  const database = await place.open()
  const app = await serve(database, { config: { dataDir: place.where } })
  const world = worldOf(app, database, await idsOf(database))
  const account = await openAccount(world)
  const { id } = account
  const template = shippedTemplates[0]?.template ?? null
  const admin = await world.as('admin-group', 'admin')
  await admin.call(bankFileEndpoints.saveForms, { params: { id }, body: { positive_pay_template: template } })
  await confirmControls(world)
  for (let count = 0; count < requests; count += 1) await approved(world)
  const mailed = await Promise.all(Array.from({ length: 3 }, () => approved(world, { amount: 100 })))
  const checks: PrintRunReply['checks'][number][] = []
  for (const request of mailed) checks.push(await handedOver(world, account, request))
  const today = new Date(world.clock.read()).toISOString().slice(0, 10)
  const bankFile = bai2Of(checks.map(({ number }) => [number, 10_000, today] as const))
  await world.close()
  return { account: id, paid: checks.map(({ id }) => id), bankFile }
}
