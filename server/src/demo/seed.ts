import { recordAudit } from '../audit/commands/record.ts'
import { moment } from '../platform/clock.ts'
import type { Services } from '../services.ts'
import { accounts, demoPassword } from './accounts.ts'
import { groups } from './organisation.ts'
import { insertAccount, insertOrganisation, isEmpty } from './queries.ts'
import { liveThrough } from './request-generator.ts'

const day = 86_400_000
const daysOfHistory = 120

/**
 * Fills an empty database with the demo (C1): an organisation, its people, and four months of their work.
 * False when it is not wanted or not empty.
 */
export async function seedDemo(services: Services): Promise<boolean> {
  const { database, clock, passwords, config } = services
  const isWanted = config.demo === 'on' || (config.demo === undefined && database.dialect === 'sqlite')
  if (!isWanted || !(await isEmpty(database.read))) return false
  const begin = clock() - (daysOfHistory + 1) * day
  const hashes = await Promise.all(accounts.map(() => passwords.hash(demoPassword)))
  const places = await database.transact(async (trx) => {
    const ids = await insertOrganisation(trx, groups, moment(begin))
    for (const [index, account] of accounts.entries())
      await insertAccount(trx, account, ids, hashes[index] as string, moment(begin))
    const system = { userId: null, name: 'Demo', roleId: null, sessionId: null }
    const event = { chain: 0, action: 'demo.seed', entity: 'installation', entityId: null }
    await recordAudit(trx, system, event, begin)
    return ids
  })
  await liveThrough(services, places, { begin: begin + day, end: clock() })
  return true
}
