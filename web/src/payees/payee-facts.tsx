import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDay, formatMoment } from '#check-requests/list/moments.ts'
import { usePurposes } from '#organisation/api.ts'
import { paths } from '#paths.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { TextLink } from '#ui/link-button.tsx'

/** Who a payee is, and who says so. */
export function PayeeFacts({ payee }: { payee: PayeeReply }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title="Payee Information">
        <DescriptionList items={useFacts(payee).map(marked)} />
      </Card>
      <Card title="Verification">
        <DescriptionList columns={1} items={storyOf(payee).map(marked)} />
        <TrailLink payeeId={payee.id} />
      </Card>
    </div>
  )
}

function useFacts(payee: PayeeReply): Description[] {
  const purpose = usePurposes().data?.find(({ id }) => id === payee.default_purpose_id)?.name
  return [
    { label: 'Type', value: `${capitalized(payee.payee_type)}, ${payee.payee_sub_type}` },
    { label: 'Usual Purpose', value: purpose && capitalized(purpose) },
    { label: 'Address', value: payee.address, wide: true },
    { label: 'Email', value: payee.email },
    { label: 'Phone', value: payee.phone },
    { label: 'W-9', value: taxFormInWords(payee) },
    { label: 'On the list since', value: formatDay(payee.created_at) },
    ...(payee.note === null ? [] : [{ label: 'Note', value: payee.note, wide: true }]),
  ]
}

function taxFormInWords({ has_tax_form, has_tax_form_document }: PayeeReply): string {
  if (has_tax_form) return has_tax_form_document ? 'On file' : 'On file, without the signed form'
  return has_tax_form_document ? 'Signed form on file' : 'None'
}

function storyOf(payee: PayeeReply): Description[] {
  const { verified_by, verified_at, verified_how, edited_by, blocked_reason } = payee
  const editors = new Intl.ListFormat('en-US').format(edited_by.map(({ name }) => name))
  const verified = verified_by && `${verified_by.name}, ${verified_at ? formatMoment(verified_at) : ''}`
  return [
    ...(blocked_reason === null ? [] : [{ label: 'Blocked because', value: blocked_reason }]),
    { label: 'Verified by', value: verified ?? 'Nobody so far' },
    ...(verified_how === null ? [] : [{ label: 'How', value: verified_how }]),
    ...(editors === '' ? [] : [{ label: 'Added or changed since by', value: editors }]),
  ]
}

function marked(fact: Description): Description {
  return typeof fact.value === 'string' ? { ...fact, value: markHidden(fact.value) } : fact
}

/** Everything that was ever done to the payee. */
function TrailLink({ payeeId }: { payeeId: number }) {
  if (!may(usePerson(), 'audit.read')) return null
  return (
    <p className="mt-3">
      <TextLink to={paths.audit} search={{ entity: 'payee', id: payeeId }}>
        Audit trail of this payee
      </TextLink>
    </p>
  )
}
