import { noteEffects } from './access/pending-accounts/commands/take-effect.ts'
import { mailPasswordLinks } from './access/sessions/commands/password-links.ts'
import { checkQueues } from './approvals/commands/check-queue.ts'
import { readAcknowledgments } from './bank/commands/read-acknowledgments.ts'
import { watchClearing } from './bank/commands/reconciliation.ts'
import { sendBankFiles } from './bank/commands/send-positive-pay.ts'
import { raiseRecurring } from './check-requests/recurring/commands/raise.ts'
import { watchCounter, watchStops } from './checks/commands/reminders.ts'
import { sweepFiles } from './documents/attachments/commands/documents.ts'
import { mailboxWork } from './documents/incoming-mail/commands/take.ts'
import { readDocuments } from './documents/readings/commands/read-documents.ts'
import { remindApprovers } from './notices/inbox/commands/remind.ts'
import { sendMails } from './notices/mail/commands/send.ts'
import { sendWebhooks } from './notices/webhooks/commands/send.ts'
import { backUp } from './operation/backups/commands/back-up.ts'
import { sweep, verifyDaily } from './operation/jobs/commands/daily.ts'
import type { Works } from './operation/jobs/commands/runner.ts'
import { finishPendingDeletions, system } from './operation/removal/commands/remove-place.ts'
import { loosenUnattended } from './people/controls/listeners/take-effect.ts'
import type { Services } from './services.ts'
import type { CheckpointClock } from './trail/commands/checkpoints.ts'

/**
 * The scheduled background work. `checkpoints` is undefined if this server can't sign checkpoints. `onMailError` is
 * called for every email in the mailbox that can't be taken.
 */
export function worksOf(
  services: Services,
  checkpoints: CheckpointClock | undefined,
  onMailError: (error: unknown) => void = () => {},
): Works {
  return {
    // Without a mail server, an instance that has one sends the emails.
    'send-mails': services.mailer && (() => sendAll(services)),
    // Without a mailbox, there is nothing to take.
    'take-emails': mailboxWork(services, onMailError) ?? (async () => {}),
    'send-webhooks': (isStopping) => sendWebhooks(services, isStopping),
    forget: () => sweep(services),
    'take-effect': () => takeEffect(services),
    remind: () => remindApprovers(services),
    'check-approvals': () => checkQueues(services),
    'raise-recurring': () => raiseRecurring(services),
    'send-bank-files': () => sendBankFiles(services),
    'read-bank-answers': () => readAcknowledgments(services),
    'watch-checks': () => watchChecks(services),
    'read-documents': () => readDocuments(services),
    'sweep-files': () => sweepFiles(services),
    'finish-deletions': () => finishPendingDeletions(services, system),
    // Without a backup location, an instance that has one makes the backups.
    'back-up': services.backups && (() => backUp(services)),
    'verify-trail': () => verifyDaily(services),
    // Without a checkpoint file, there is nothing to sign. Without a private key, an instance that has one signs.
    checkpoints: services.checkpoints ? checkpoints?.round : async () => {},
  }
}

// Password links come first because their users can't log in yet.
async function sendAll(services: Services): Promise<void> {
  await mailPasswordLinks(services)
  await sendMails(services)
}

async function takeEffect(services: Services): Promise<void> {
  await noteEffects(services)
  await loosenUnattended(services)
}

async function watchChecks(services: Services): Promise<void> {
  await watchStops(services)
  await watchCounter(services)
  await watchClearing(services)
}
