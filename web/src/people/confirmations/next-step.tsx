import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/fields.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { nextStep } from '#people/confirmations/words.ts'

/** What has to happen next about an account; `own`: said to the person themselves. */
export function NextStep({ account, own = false }: { account: AccountConfirmation; own?: boolean }) {
  const { effective_at } = account
  return nextStep(account, effective_at === null ? undefined : formatMoment(effective_at), own)
}
