import { moment } from '../../../platform/clock.ts'
import type { Services, Unit } from '../../../services.ts'
import { askForLink } from '../queries/password-links.ts'

/** Somebody got a password of another's choosing: where mail is set, a link to choose their own is mailed to them. */
export async function offerLink({ mailer }: Services, { trx, now }: Unit, userId: number): Promise<void> {
  if (mailer) await askForLink(trx, userId, moment(now))
}
