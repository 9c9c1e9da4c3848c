import { afterCreate } from '../audit/commands/changes.ts'
import { markToldBefore } from '../inbox/queries/marks.ts'
import { moment } from '../platform/clock.ts'
import { commit } from '../platform/commit.ts'
import type { Services } from '../services.ts'
import { accounts, demoPassword } from './accounts.ts'
import { addApprovals } from './approvals.ts'
import { addChecks } from './checks.ts'
import { addJournal } from './journal.ts'
import { groups } from './organisation.ts'
import { insertAccount, insertOrganisation, isEmpty, placeId } from './queries.ts'
import { generateRequests } from './request-generator.ts'

const day = 86_400_000
const daysOfHistory = 120

/** People have read what they were told before. */
const newsOfDemo = 2 * day

/**
 * Fills an empty database with the demo (C1): an organization, its people, four months of their work, and approval
 * control, a journal of checks and a bank account at one of the two groups.
 * False when the demo is not wanted or the database is not empty.
 */
export async function seedDemo(services: Services): Promise<boolean> {
  const { database, clock, passwords, config } = services
  const isWanted = config.demo === 'on' || (config.demo === undefined && database.dialect === 'sqlite')
  if (!isWanted || !(await isEmpty(database.read))) return false
  const begin = clock() - (daysOfHistory + 1) * day
  const people = await Promise.all(
    accounts.map(async (account) => ({ account, hash: await passwords.hash(demoPassword) })),
  )
  const places = await commit({ ...services, clock: () => begin }, undefined, async ({ trx, now, audit }) => {
    const ids = await insertOrganisation(trx, groups, moment(now))
    for (const [path, id] of ids) afterCreate(trx, kindOf(path), id)
    for (const { code } of groups) afterCreate(trx, 'request-numbers', code)
    for (const { account, hash } of people)
      afterCreate(trx, 'user', await insertAccount(trx, account, ids, hash, moment(now)))
    const actor = { userId: null, name: 'Demo', roleId: null, sessionId: null }
    const chains = [0, ...groups.map(({ code }) => placeId(ids, code))]
    for (const chain of chains) audit({ actor, chain, action: 'demo.seed', entity: 'installation', entityId: null })
    return ids
  })
  await generateRequests(services, places, { begin: begin + day, end: clock() })
  if (config.demoApprovals === 'on') {
    await addApprovals(services, places, clock())
    await addJournal(services, places, clock())
    await addChecks(services, places, clock())
  }
  await database.transact((trx) => markToldBefore(trx, moment(clock() - newsOfDemo)))
  return true
}

// Groups are called `LAG`, dealerships `LAG/TOY`, departments `LAG/TOY/SVC`.
function kindOf(path: string): 'dealer-group' | 'dealership' | 'department' {
  const [, dealership, department] = path.split('/')
  if (department !== undefined) return 'department'
  return dealership === undefined ? 'dealer-group' : 'dealership'
}
