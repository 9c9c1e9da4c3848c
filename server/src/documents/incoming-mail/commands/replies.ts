import { longestComment } from '@check-requests/domain/check-requests/comments/fields.ts'
import { isSenderVerified, textOfReply } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { findPerson } from '../../../access/accounts/queries/people.ts'
import { findActing } from '../../../access/sessions/queries/caller.ts'
import { writeComment } from '../../../check-requests/comments/commands/write.ts'
import { findVisible } from '../../../check-requests/queries/detail/find.ts'
import { findAnswered } from '../../../notices/mail/commands/send.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ReceivedFile } from '../../../platform/files/stored-files.ts'
import type { Services } from '../../../services.ts'
import type { ParsedMail } from '../documents/parse-mail.ts'
import { hasArrived, insertMail, type NewMail } from '../queries/mails.ts'
import { keep, passing, refuseTooMany, rowOf } from './kept-mails.ts'

/**
 * Adds a reply to one of our emails about a request as a comment of the user who got that email at the address from
 * which the reply comes. The user is told about what isn't added. Returns false for other emails.
 */
export async function takeReply(services: Services, mail: ParsedMail, file: ReceivedFile): Promise<boolean> {
  const { database, clock, config } = services
  const [sender = ''] = mail.head.from
  const answered = await findAnswered(services, sender, mail.answers)
  if (!answered) return false
  const row = rowOf({ dealer_group_id: answered.groupId, dealership_id: null }, mail, moment(clock()))
  if (await hasArrived(database.read, row)) return true
  if (!isSenderVerified(mail.head, config.inbox?.place.server ?? '')) {
    await keep(services, row, 'unverified', file)
    return true
  }
  await refuseTooMany(services, row)
  const problem = await comment(services, row, answered, mail.text)
  const files = mail.files.map(({ name }) => `${name}: Add this document on the page of the request.`)
  const problems = [...(problem === undefined ? [] : [problem]), ...files]
  await commit(services, undefined, async ({ trx, tell }) => {
    await insertMail(trx, row)
    if (problems.length === 0) return
    await tell([answered.userId], {
      event: 'reply-incomplete',
      key: `incoming-mail/${row.content_key}`,
      actor: { userId: null, name: 'System' },
      dealerGroupId: row.dealer_group_id,
      requestId: answered.requestId,
      text: [`“${row.subject || 'No subject'}”.`, ...problems].join(' '),
    })
  })
  return true
}

type Answered = NonNullable<Awaited<ReturnType<typeof findAnswered>>>

/** Adds the comment, once. Returns the reason if it isn't added. */
async function comment(services: Services, row: NewMail, { userId, requestId }: Answered, written: string) {
  const caller = await authorOf(services, row, userId, requestId)
  if (!caller) return 'Your account can’t see this request.'
  const text = textOfReply(written)
  if (text === '') return 'The reply contains no new text.'
  const key = `incoming-mail/${row.content_key}/comment`
  const command = { caller, repeatable: { userId, key, fingerprint: key } }
  const shortened = text.length > longestComment ? `${text.slice(0, longestComment - 1)}…` : text
  try {
    await writeComment(services, command, requestId, { text: shortened })
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || passing.includes(error.code)) throw error
    return error.message
  }
}

/** The user, in a role that sees the request. The account must still have the address. */
async function authorOf({ database, clock }: Services, { sender }: NewMail, userId: number, requestId: number) {
  const person = await findPerson(database.read, userId)
  if (person?.email.toLowerCase() !== sender) return undefined
  for (const roleId of person.roleIds) {
    const caller = await findActing(database.read, userId, { sessionId: 'mail', roleId }, clock())
    if (caller && (await findVisible(database.read, caller, requestId)))
      return { ...caller, name: `${caller.name} (by email)` }
  }
  return undefined
}
