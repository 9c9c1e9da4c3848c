import { testMail } from '@check-requests/domain/notices/inbox/mail.ts'
import type { TestMailResult } from '@check-requests/domain/operation/installation/fields.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listMailTexts } from '../../../organization/queries/mail-texts.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import { type Letter, type Mailer, NoMailServer, type Outcome } from '../../../platform/mail/mailer.ts'
import type { Services } from '../../../services.ts'
import { automatic, messageIdOf } from './sort.ts'

/** Sends the caller a mail at this moment, beside the outbox, and says what the mail server makes of it. */
export async function sendTestMail(services: Services, caller: Caller): Promise<TestMailResult> {
  const { mailer, config, clock, database } = services
  if (!mailer)
    throw new Failure('CONFLICT', 'No mail server is set. Set SMTP_URL and MAIL_FROM where the server is started.')
  const origin = config.publicUrl?.origin ?? ''
  const { kind, answer } = await attempt(mailer, {
    ...testMail(await listMailTexts(database.read), origin),
    to: caller.email,
    messageId: messageIdOf(`test/${caller.userId}/${moment(clock())}`, origin),
    headers: automatic(origin),
  })
  return { taken: kind === 'taken', address: caller.email, answer }
}

async function attempt(mailer: Mailer, letter: Letter): Promise<Outcome> {
  try {
    const connection = await mailer.connect()
    const outcome = await connection.send(letter)
    connection.close()
    return outcome
  } catch (error) {
    if (error instanceof NoMailServer) return { kind: 'later', answer: error.message }
    throw error
  }
}
