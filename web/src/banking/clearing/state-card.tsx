import type { ClearingReply } from '@check-requests/domain/banking/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { TriangleAlert } from 'lucide-react'
import { reconciledInWords } from '#banking/accounts/account-words.ts'
import { counted, sinceInWords } from '#banking/clearing/clearing-words.ts'
import { Card } from '#ui/card.tsx'

/** When the checks of an account were compared with the bank last, and whether that is too long ago. */
export function StateCard({ account, clearing }: { account: BankAccountReply; clearing: ClearingReply }) {
  const { is_overdue, refusal, open_exceptions: open } = clearing
  return (
    <Card
      title="Compared With the Bank"
      description={markHidden(`${account.bank_name}, account ending in ${account.account_last4}`)}
    >
      <div className="grid gap-3">
        <p>{sinceInWords(clearing)}</p>
        <p>
          Reconciled through: <span className="font-medium">{reconciledInWords(clearing)}</span>
        </p>
        {is_overdue && <Overdue />}
        <p className="text-ink-soft">
          {open === 0
            ? 'No exception is open.'
            : `${counted(open, 'exception is', 'exceptions are')} open: somebody has to look into each.`}
        </p>
        {refusal && <p className="text-ink-soft">{markHidden(refusal)}</p>}
      </div>
    </Card>
  )
}

function Overdue() {
  return (
    <p className="flex gap-2.5 rounded-md bg-orange-soft px-3 py-2.5 text-orange">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        That is too long: a check that the bank should not have paid is best reported within thirty days. Download from
        the bank what it has paid since then, and read the file here.
      </span>
    </p>
  )
}
