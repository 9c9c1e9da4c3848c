import type { LikePayee } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { UsersRound } from 'lucide-react'
import { payeePath } from '#paths.ts'
import { useLikePayees } from '#payees/api.ts'
import { TextLink } from '#ui/link-button.tsx'

const words: Record<LikePayee['alike'], string> = { name: 'nearly the same name', address: 'the same address' }

/** Employees and payees similar to a payee; renders nothing if there are none. */
export function LikePayees({ found }: { found: readonly LikePayee[] }) {
  if (found.length === 0) return null
  return (
    <section
      aria-label="Similar payees"
      className="flex gap-3 rounded-md border border-yellow bg-yellow-soft px-3 py-2 text-yellow print:hidden"
    >
      <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="grid min-w-0 gap-1 text-ink">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="wrap-anywhere">
            {inWords(one)}
            {one.kind === 'payee' ? (
              <TextLink to={payeePath(one.id)}>{markHidden(one.name)}</TextLink>
            ) : (
              markHidden(one.name)
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function inWords(one: LikePayee): string {
  const who = one.kind === 'employee' ? 'An employee' : `Another payee (${one.state})`
  return `${who} has ${words[one.alike]}: `
}

/** Warns about employees and payees similar to a payee, because similar names can be a sign of fraud. */
export function SimilarToPayee({ payeeId }: { payeeId: number }) {
  return <LikePayees found={useLikePayees(payeeId)} />
}
