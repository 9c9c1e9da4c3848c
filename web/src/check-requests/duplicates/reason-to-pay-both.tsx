import { isWarning } from '@check-requests/domain/check-requests/duplicates.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { lazy, Suspense, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDuplicates } from '#check-requests/api.ts'
import { PossibleDuplicates } from '#check-requests/duplicates/possible-duplicates.tsx'
import { Button } from '#ui/button.tsx'

const PayBothDialog = lazy(async () => ({
  default: (await import('#check-requests/duplicates/reason-to-pay-both-dialog.tsx')).PayBothDialog,
}))

/**
 * Shows what blocks the printing of an approved request's check, and lets an approver explain why both requests are
 * paid.
 */
export function PaidBoth({ request }: { request: DetailedRequest }) {
  const person = usePerson()
  const { data: found } = useDuplicates({ of: request.id, before: 'printing' })
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  if (!isWarning(found)) return null
  return (
    <section
      aria-label="Before printing"
      className="grid gap-3 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5 print:hidden"
    >
      <PossibleDuplicates found={found} />
      <p>The check can’t be printed until an approver explains why both requests should be paid.</p>
      {may(person, 'check-requests.pay-though-alike') && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => {
            setOpening(opening + 1)
            setOpen(true)
          }}
        >
          Give Reason to Pay Both
        </Button>
      )}
      {opening > 0 && (
        <Suspense key={opening}>
          <PayBothDialog request={request} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </section>
  )
}
