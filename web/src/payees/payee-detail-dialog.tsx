import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import { type PayeeAct, payeeActsAt } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { usePurposes } from '#organisation/api.ts'
import { mayManage } from '#organisation/place-authority.ts'
import { usePayee } from '#payees/api.ts'
import { PayeeActForm } from '#payees/payee-act-form.tsx'
import { PayeeLikeness } from '#payees/payee-likeness.tsx'
import { PayeePayments } from '#payees/payee-payments.tsx'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { TaxForm } from '#payees/tax-form.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { Dialog, DialogFooter } from '#ui/dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const labels: Record<PayeeAct, string> = { verify: 'Verify', block: 'Block', unblock: 'Unblock' }

/** All about a payee, and what the person can do to it. */
export function PayeeDetailDialog({ subject, open, onOpenChange }: DialogFor<PayeeReply>) {
  const { data: payee = subject } = usePayee(subject.id)
  const person = usePerson()
  const [act, setAct] = useState<PayeeAct | 'tax-form'>()
  const [writes, verifies] = [mayManage(person, 'payees.write'), mayManage(person, 'payees.verify')]
  const acts = payeeActsAt(payee.state).filter((one) => (one === 'verify' ? verifies : writes))
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={markHidden(payee.name)} size="md">
      <div className="grid gap-4">
        <DescriptionList items={useFacts(payee)} />
        <PayeeLikeness payeeId={payee.id} />
        {act === undefined && <PayeePayments payeeId={payee.id} />}
        {act === undefined && (
          <DialogFooter>
            <Button variant="secondary" onClick={close}>
              Close
            </Button>
            {verifies && (
              <Button variant="secondary" onClick={() => setAct('tax-form')}>
                W-9
              </Button>
            )}
            {acts.map((one) => (
              <Button key={one} variant={one === 'verify' ? 'primary' : 'secondary'} onClick={() => setAct(one)}>
                {labels[one]}
              </Button>
            ))}
          </DialogFooter>
        )}
        {act === 'tax-form' && <TaxForm payee={payee} onClose={() => setAct(undefined)} />}
        {act !== undefined && act !== 'tax-form' && (
          <PayeeActForm payee={payee} act={act} onCancel={() => setAct(undefined)} onDone={close} />
        )}
      </div>
    </Dialog>
  )
}

function useFacts(payee: PayeeReply): Description[] {
  const purpose = usePurposes().data?.find(({ id }) => id === payee.default_purpose_id)?.name
  const { verified_by, verified_at, verified_how, edited_by } = payee
  const editors = new Intl.ListFormat('en-US').format(edited_by.map(({ name }) => name))
  const all: readonly (Description | false)[] = [
    { label: 'State', value: <PayeeStateBadge state={payee.state} /> },
    { label: 'Type', value: `${capitalized(payee.payee_type)}, ${payee.payee_sub_type}` },
    payee.blocked_reason !== null && { label: 'Blocked because', value: payee.blocked_reason, wide: true },
    { label: 'Address', value: payee.address, wide: true },
    { label: 'Email', value: payee.email },
    { label: 'Phone', value: payee.phone },
    { label: 'Usual Purpose', value: purpose && capitalized(purpose) },
    { label: 'Dealer Group', value: payee.dealer_group_name },
    payee.note !== null && { label: 'Note', value: payee.note, wide: true },
    verified_by !== null && {
      label: 'Verified by',
      value: `${verified_by.name}, ${verified_at ? formatMoment(verified_at) : ''}: ${verified_how}`,
      wide: true,
    },
    editors !== '' && { label: 'Added or changed since by', value: editors, wide: true },
  ]
  return all
    .filter((fact) => fact !== false)
    .map((fact) => (typeof fact.value === 'string' ? { ...fact, value: markHidden(fact.value) } : fact))
}
