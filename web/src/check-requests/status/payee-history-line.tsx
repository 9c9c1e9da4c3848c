import type { PayeeHistory } from '@check-requests/domain/check-requests/payees.ts'
import { clsx } from 'clsx'
import { History, UserRoundPlus } from 'lucide-react'
import { isFirstPayment, payeeHistoryText } from '#check-requests/status/payee-history-words.ts'
import { usePerson } from '#sessions/session-provider.tsx'

/** What has been paid to the payee so far; a first payment stands out, since fraud begins with one. */
export function PayeeHistoryLine({ history }: { history: PayeeHistory }) {
  const { access_level } = usePerson()
  const isFirst = isFirstPayment(history)
  const Icon = isFirst ? UserRoundPlus : History
  return (
    <p
      className={clsx(
        'flex gap-2 rounded-md px-3 py-2',
        isFirst ? 'bg-yellow-soft font-medium text-yellow' : 'bg-sunken text-ink-soft',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{payeeHistoryText(history, access_level)}</span>
    </p>
  )
}
