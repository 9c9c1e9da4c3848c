import { deleteOldChanges } from '../../../access/second-factor/queries/factor-changes.ts'
import { deleteOldChallenges } from '../../../access/second-factor/queries/factors.ts'
import { deviceKnownFor } from '../../../access/sessions/commands/begin-session.ts'
import { linkLastsFor, linkTriedFor } from '../../../access/sessions/commands/password-links.ts'
import { deleteOldLinks } from '../../../access/sessions/queries/accounts.ts'
import { deleteOldFailedLogins, deleteOldThrottles } from '../../../access/sessions/queries/failed-logins.ts'
import { deleteExpiredSessions, deleteOldDevices } from '../../../access/sessions/queries/sessions.ts'
import { deleteExpiredLinks } from '../../../check-requests/by-mail/queries/decision-links.ts'
import { removeOldDrafts } from '../../../check-requests/drafts/commands/drafts.ts'
import { removeOldNotices } from '../../../notices/inbox/commands/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { answersKeptFor, deleteOldAnswers } from '../../../platform/http/answered-calls.ts'
import type { Services } from '../../../services.ts'

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
    await deleteOldAnswers(trx, moment(now - answersKeptFor))
  })
}
