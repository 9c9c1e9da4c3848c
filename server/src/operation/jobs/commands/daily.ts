import { keptForDays } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { listActivePeople } from '../../../access/accounts/queries/people.ts'
import { deleteOldChanges } from '../../../access/second-factor/queries/factor-changes.ts'
import { deleteOldChallenges } from '../../../access/second-factor/queries/factors.ts'
import { deviceKnownFor } from '../../../access/sessions/commands/begin-session.ts'
import { linkLastsFor, linkTriedFor } from '../../../access/sessions/commands/password-links.ts'
import { deleteOldLinks } from '../../../access/sessions/queries/accounts.ts'
import { deleteOldFailedLogins, deleteOldThrottles } from '../../../access/sessions/queries/failed-logins.ts'
import { deleteExpiredSessions, deleteOldDevices } from '../../../access/sessions/queries/sessions.ts'
import { deleteExpiredLinks } from '../../../check-requests/by-mail/queries/decision-links.ts'
import { removeOldDrafts } from '../../../check-requests/drafts/commands/drafts.ts'
import { deleteMailsReceivedBefore } from '../../../documents/incoming-mail/queries/mails.ts'
import { removeOldNotices } from '../../../notices/inbox/commands/notices.ts'
import { wasNotified } from '../../../notices/inbox/queries/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { answersKeptFor, deleteOldAnswers } from '../../../platform/http/answered-calls.ts'
import type { Services } from '../../../services.ts'
import type { ChainState, Verdict } from '../../../trail/commands/verify.ts'

const mostNamed = 3
const system = { userId: null, name: 'System' }

/**
 * Verifies the whole audit trail. If it finds problems, notifies super admins once a day for as long as the problems
 * last, and throws an error that lists the problems.
 */
export async function verifyDaily(services: Services): Promise<void> {
  const verdict = await services.verifications.run(null)
  const findings = findingsIn(verdict)
  if (findings.length === 0) return
  const more = findings.length > mostNamed ? ` More problems: ${findings.length - mostNamed}.` : ''
  const text = `${findings.slice(0, mostNamed).join(' ')}${more}`
  await tellSuperAdmins(services, text)
  throw new Error(text)
}

function findingsIn({ chains, mismatches }: Verdict): string[] {
  const broken = chains.filter(({ intact }) => !intact)
  return [...broken.map(brokenInWords), ...mismatches]
}

function brokenInWords({ name, broken_at }: ChainState): string {
  return `The chain of ${name} is broken${broken_at === null ? '' : ` at entry ${broken_at}`}.`
}

async function tellSuperAdmins(services: Services, text: string): Promise<void> {
  const { read } = services.database
  const key = `trail-broken/${moment(services.clock()).slice(0, 10)}`
  if (await wasNotified(read, key)) return
  const admins = await listActivePeople(read, null)
  const news = {
    event: 'trail-broken',
    key,
    actor: system,
    dealerGroupId: null,
    text,
  } as const
  await commit(services, undefined, async (unit) => {
    await unit.tell(
      admins.map(({ userId }) => userId),
      news,
    )
  })
}

const hour = 3_600_000
const failedLoginsKeptFor = 90 * 24 * hour

/**
 * Deletes ended sessions, old failed logins, expired passkey challenges and factor changes, expired links of emails, abandoned drafts, old
 * notices, and old responses stored for repeated calls.
 */
export async function sweep(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock()
  await database.transact(async (trx) => {
    await deleteExpiredSessions(trx, moment(now))
    await deleteOldThrottles(trx, moment(now - hour), moment(now + hour))
    await deleteOldFailedLogins(trx, moment(now - failedLoginsKeptFor))
    await deleteOldDevices(trx, moment(now - deviceKnownFor))
    await deleteOldLinks(trx, moment(now - linkTriedFor - linkLastsFor))
    await deleteOldChallenges(trx, moment(now))
    await deleteOldChanges(trx, moment(now))
    await deleteExpiredLinks(trx, moment(now))
    await removeOldDrafts(trx, now)
    await removeOldNotices(trx, now)
    await deleteMailsReceivedBefore(trx, moment(now - keptForDays * 24 * hour))
    await deleteOldAnswers(trx, moment(now - answersKeptFor))
  })
}
