import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { listedIdsOf } from '@check-requests/domain/approvals/conditions.ts'
import { missingPlace } from '@check-requests/domain/check-requests/required-fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { longestName } from '@check-requests/domain/values/text.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { useWatch } from 'react-hook-form'
import { useApprovalPreview } from '#approvals/api.ts'
import { ruleInWords } from '#approvals/chain-words.ts'
import { StepsAhead } from '#approvals/steps-ahead.tsx'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { useSettled } from '#ui/timers.ts'

interface RequestFormApprovalProps {
  form: RequestForm
  /** The access level of the requester. */
  level: AccessLevel
  /** The request being edited. */
  of?: number | undefined
  documents: FormDocuments
}

/** The approvers of the request in order, once the form has enough data; renders nothing if no policy is in force. */
export function RequestFormApproval({ form, level, of, documents: { owner, some } }: RequestFormApprovalProps) {
  const draft = some && 'draft' in owner ? owner.draft : undefined
  const values = useWatch({
    control: form.control,
    compute: (all: RequestFormValues) => questionOf(all, level, { of, draft }),
  })
  const settled = useSettled(values && JSON.stringify(values))
  const preview = useApprovalPreview(settled === undefined ? undefined : JSON.parse(settled))
  if (!preview) return null
  return (
    <RequestFormSection title="Approval" hint="The approvers of this request, in order.">
      <div role="status" className="grid gap-2 sm:col-span-2">
        <p className="text-ink-soft">{markHidden(ruleInWords(preview))}</p>
        <StepsAhead steps={preview.steps} />
      </div>
    </RequestFormSection>
  )
}

/** The values that the approval steps depend on; undefined until all are known. */
export function questionOf(
  values: RequestFormValues,
  level: AccessLevel,
  { of, draft }: { readonly of?: number | undefined; readonly draft?: number | undefined },
) {
  const { dealer_group_id, purpose_id, payee_type, priority_level } = values
  const cents = parseAmount(values.amount)
  const perDiem = parseAmount(values.per_diem)
  const isPlaced = Object.keys(missingPlace(level, values)).length === 0
  if (typeof cents !== 'number' || !isPlaced || !dealer_group_id || !purpose_id || !payee_type) return undefined
  return {
    amount: centsToDollars(cents),
    dealer_group_id,
    ...listedIdsOf(values),
    purpose_id,
    payee_type,
    ...(priority_level && { priority_level }),
    payee_name_1: values.payee_name_1.slice(0, longestName),
    payee_name_2: values.payee_name_2.slice(0, longestName) || null,
    mailing_address: values.mailing_address || null,
    requester_id: values.requester_id,
    per_diem: values.good_through && typeof perDiem === 'number' ? centsToDollars(perDiem) : null,
    of: of ?? null,
    draft_id: draft ?? null,
  }
}
