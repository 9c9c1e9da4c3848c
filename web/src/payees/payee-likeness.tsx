import type { LikePayee } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { UsersRound } from 'lucide-react'
import { payeePath } from '#paths.ts'
import { useLikePayees } from '#payees/api.ts'
import { TextLink } from '#ui/link-button.tsx'

const words: Record<LikePayee['alike'], string> = { name: 'nearly the same name', address: 'the same address' }

/** Warns of employees and other payees that are nearly the same as a payee: fraud hides behind names like these. */
export function PayeeLikeness({ payeeId }: { payeeId: number }) {
  const found = useLikePayees(payeeId)
  if (found.length === 0) return null
  return (
    <section
      aria-label="Nearly the same"
      className="flex gap-3 rounded-md border border-yellow bg-yellow-soft px-3 py-2 text-yellow"
    >
      <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="grid min-w-0 gap-1 text-ink">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="break-words">
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

function inWords({ kind, state, alike }: LikePayee): string {
  const who = kind === 'employee' ? 'An employee' : `Another payee, ${state},`
  return `${who} has ${words[alike]}: `
}
