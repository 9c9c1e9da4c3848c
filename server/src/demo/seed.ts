import { lastDayOf } from '@check-requests/domain/books/journal/events.ts'
import { journalBody, makeJournalExportBody } from '@check-requests/domain/books/journal/fields.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { addDays, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import { downloadExport, makeExport } from '../books/journal/commands/exports.ts'
import { closeMonth, saveJournal } from '../books/journal/commands/journal.ts'
import { markNoticesBefore } from '../notices/inbox/queries/notices.ts'
import { moment } from '../platform/clock.ts'
import { commit } from '../platform/database/commit.ts'
import type { Services } from '../services.ts'
import { afterCreate } from '../trail/commands/changes.ts'
import { accounts, demoPassword } from './accounts.ts'
import { addApprovals } from './approvals.ts'
import { addChecks } from './checks.ts'
import { groups, insertAccount, insertOrganization, isEmpty, type PlaceIds, placeId } from './queries.ts'
import { generateRequests } from './request-generator.ts'
import { callerOf } from './scene.ts'

const day = 86_400_000
const daysOfHistory = 120

/** The age, in milliseconds, above which the demo's notifications are marked as read. */
const newsOfDemo = 2 * day

/**
 * Fills an empty database with the demo (C1): an organization, its users, four months of requests, and, at one of the
 * two groups, approval control, a check journal, and a bank account. Returns false when the demo is switched off or the
 * database isn't empty.
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
    const ids = await insertOrganization(trx, groups, moment(now))
    for (const [path, id] of ids) afterCreate(trx, kindOf(path), id)
    for (const { code } of groups) afterCreate(trx, 'request-numbers', code)
    for (const { account, hash } of people)
      afterCreate(trx, 'user', await insertAccount(trx, account, ids, hash, moment(now)))
    const actor = { userId: null, name: 'Demo', roleId: null, sessionId: null }
    const chains = [0, ...groups.map(({ code }) => placeId(ids, code))]
    for (const chain of chains) audit({ actor, chain, action: 'demo.seed', entity: 'installation', entityId: null })
    return ids
  })
  const withDocuments = config.demoApprovals === 'on'
  await generateRequests(services, places, { begin: begin + day, end: clock(), withDocuments })
  if (withDocuments) {
    await addApprovals(services, places, clock())
    await addJournal(services, places, clock())
    await addChecks(services, places, clock())
  }
  await database.transact((trx) => markNoticesBefore(trx, moment(clock() - newsOfDemo)))
  return true
}

// Groups have paths like `LAG`, dealerships `LAG/TOY`, and departments `LAG/TOY/SVC`.
function kindOf(path: string): 'dealer-group' | 'dealership' | 'department' {
  const [, dealership, department] = path.split('/')
  if (department !== undefined) return 'department'
  return dealership === undefined ? 'dealer-group' : 'dealership'
}

const hour = 3_600_000

/** The minimum number of days in the open month that an export covers. */
const daysOfOpenMonth = 8

/**
 * Sets up the journal at Lakeside through the same commands that users run: a month that is exported, downloaded, and
 * closed; an export that isn't downloaded yet; and checks pending for the next one. `end` is the current time in
 * milliseconds.
 */
async function addJournal(services: Services, places: PlaceIds, end: number): Promise<void> {
  const at = (hoursAgo: number) => ({ ...services, clock: () => end - hoursAgo * hour })
  const id = placeId(places, 'LAG')
  const caller = await callerOf(services, 'admin@lakeside.example', 1)
  const by = { caller, repeatable: undefined }
  const today = dateOf(end)
  const openMonth = addDays(today, -daysOfOpenMonth - 1).slice(0, 7)
  const closedDay = addDays(`${openMonth}-01`, -1)
  const month = closedDay.slice(0, 7)
  const setup = { begins_on: `${month}-01`, template: usualTemplate, version: undefined }
  await saveJournal(at(3), by, id, journalBody.parse(setup))
  const exportUpTo = (hoursAgo: number, up_to: string) =>
    makeExport(at(hoursAgo), by, id, makeJournalExportBody.parse({ up_to }))
  const closed = await exportUpTo(3, lastDayOf(month))
  await downloadExport(at(3), caller, closed.id)
  await closeMonth(at(2), by, id, { month, version: undefined })
  await exportUpTo(1, addDays(today, -2))
}
