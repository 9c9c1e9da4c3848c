import { createHash } from 'node:crypto'
import {
  type KeptReason,
  keptForDays,
  keptReasons,
  mostKept,
  mostKeptOfSender,
  mostMailsPerHour,
} from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { listAdmins } from '../../../access/pending-accounts/commands/second-people.ts'
import { withoutUnread } from '../../../notices/inbox/queries/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ReceivedFile } from '../../../platform/files/stored-files.ts'
import type { Services } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import type { ParsedMail } from '../documents/parse-mail.ts'
import { countSince, insertMail, listKept, type MailAddress, type NewMail } from '../queries/mails.ts'

const hour = 3_600_000
const longestSubject = 200

/** Who acts on emails that arrive. */
export const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Failures that pass, so that the email has to be taken again later. */
export const passing = ['TOO_MANY', 'UNAVAILABLE', 'NO_ROOM']

/** The dealer group that an email concerns, or one of its dealerships. */
type MailPlace = Pick<MailAddress, 'dealer_group_id' | 'dealership_id'>

/** The row of an email that arrived at a place. */
export function rowOf({ dealer_group_id, dealership_id }: MailPlace, { head, files }: ParsedMail, at: string): NewMail {
  const hash = createHash('sha256').update(JSON.stringify([head.from, head.messageId, head.subject]))
  for (const { name, content } of files) hash.update(`\n${name}\n`).update(content)
  return {
    dealer_group_id,
    dealership_id,
    content_key: hash.digest('hex'),
    sender: head.from[0] ?? '',
    subject: head.subject.slice(0, longestSubject),
    files: JSON.stringify(files.map(({ name }) => name)),
    received_at: at,
  }
}

/** Throws TOO_MANY if the sender has sent too many emails within an hour. */
export async function refuseTooMany({ database, clock }: Services, row: NewMail): Promise<void> {
  if ((await countSince(database.read, row, moment(clock() - hour))) >= mostMailsPerHour)
    throw new Failure('TOO_MANY', `${row.sender} has sent ${mostMailsPerHour} emails within an hour.`)
}

/**
 * Keeps an email and tells the admins, unless the dealer group or the sender has too many kept emails. The notice
 * contains nothing that the sender wrote.
 */
export async function keep(services: Services, row: NewMail, reason: KeptReason, file: ReceivedFile): Promise<void> {
  const kept = await listKept(services.database.read, row.dealer_group_id, mostKept)
  const ofSender = kept.filter(({ sender }) => sender === row.sender)
  if (kept.length >= mostKept || ofSender.length >= mostKeptOfSender) return
  const { storedAs: stored_as, size } = await file.keep()
  await commit(services, undefined, async ({ trx, now, tell }) => {
    await insertMail(trx, { ...row, reason, stored_as, size })
    const event = 'email-kept'
    const admins = (await listAdmins(trx, row.dealer_group_id, now)).map(({ userId }) => userId)
    await tell(await withoutUnread(trx, admins, event), {
      event,
      key: `kept-mail/${row.content_key}`,
      actor: system,
      dealerGroupId: row.dealer_group_id,
      text: `${keptReasons.find(({ name }) => name === reason)?.text} The email is listed under Incoming Email in Settings for ${keptForDays} days. More kept emails aren’t announced until you read this notice.`,
    })
  })
}
