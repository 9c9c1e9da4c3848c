import type { LikePayee, LikePayeeOfRequest } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { UsersRound } from 'lucide-react'
import { payeePath } from '#paths.ts'
import { useLikePayees } from '#payees/api.ts'
import { NewTabLink, TextLink } from '#ui/link-button.tsx'

const words: Record<LikePayee['alike'], string> = { name: 'nearly the same name', address: 'the same address' }

interface LikePayeesProps {
  found: readonly (LikePayee | LikePayeeOfRequest)[]
  /** True if links open in a new tab, because the user is making a decision on this page. */
  isKept?: boolean
}

/** Employees and payees similar to a payee of the request; renders nothing if there are none. */
export function LikePayees({ found, isKept = false }: LikePayeesProps) {
  const Link = isKept ? NewTabLink : TextLink
  if (found.length === 0) return null
  return (
    <section
      aria-label="Similar payees"
      className="flex gap-3 rounded-md border border-yellow bg-yellow-soft px-3 py-2 text-yellow print:hidden"
    >
      <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="grid min-w-0 gap-1 text-ink">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id} ${ofSecond(one)}`} className="wrap-anywhere">
            {inWords(one)}
            {one.kind === 'payee' ? <Link to={payeePath(one.id)}>{markHidden(one.name)}</Link> : markHidden(one.name)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ofSecond(one: LikePayee | LikePayeeOfRequest): boolean {
  return 'of' in one && one.of === 'second payee'
}

function inWords(one: LikePayee | LikePayeeOfRequest): string {
  const who = one.kind === 'employee' ? 'An employee' : `Another payee (${one.state})`
  return `${who} has ${words[one.alike]}${ofSecond(one) ? ' as the second payee' : ''}: `
}

/** Warns about employees and payees similar to a payee, because similar names can be a sign of fraud. */
export function SimilarToPayee({ payeeId }: { payeeId: number }) {
  return <LikePayees found={useLikePayees(payeeId)} />
}
