import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { UserRoundCheck } from 'lucide-react'
import { NextStep, ownLine } from '#people/confirmations/words.tsx'

/** Tells a user with a pending account which rights aren't in effect yet, why, and who can confirm them. */
export function OwnAccountWaiting({ own }: { own: AccountConfirmation }) {
  const { asked_by, stopped_by } = own
  return (
    <section
      aria-label="Pending changes to your account"
      className="mb-5 flex items-start gap-3 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden"
    >
      <UserRoundCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        {ownLine(own)} {asked_by.length > 0 && `${listWithAnd(asked_by)} requested this. `}
        {stopped_by !== null && `${stopped_by} stopped this. `}
        <NextStep account={own} own />
      </p>
    </section>
  )
}
