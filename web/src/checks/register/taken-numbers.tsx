import type { TakenNumbersReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useTakenNumbers } from '#checks/register/api.ts'
import { counted } from '#platform/counted.ts'

/** For each account: that no number was taken without a row. */
export function TakenNumbers({ account }: { account: number }) {
  const accounts = useTakenNumbers(account)?.filter(({ taken }) => taken > 0) ?? []
  if (accounts.length === 0) return null
  return (
    <ul aria-label="Numbers" className="grid gap-1 border-t border-line px-4 py-3 text-ink-soft sm:px-5">
      {accounts.map((numbers) => (
        <li key={numbers.bank_account_id} className={numbers.gaps === 0 ? undefined : 'font-medium text-danger'}>
          {sentenceOf(numbers)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ bank_account_name, first, next, taken, rows, gaps }: TakenNumbersReply): string {
  const found = `${markHidden(bank_account_name)}: numbers ${first} to ${next - 1}, ${counted(taken, 'number')} taken, ${counted(rows, 'row')}, ${counted(gaps, 'gap')}.`
  if (gaps === 0) return found
  return `${found} A number without a row is a fault of the system. Ask your administrator to verify the audit trail before anything more is printed.`
}
