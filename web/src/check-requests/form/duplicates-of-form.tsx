import { isWarning, matchKeys, matchKinds } from '@check-requests/domain/check-requests/duplicates.ts'
import { longestName } from '@check-requests/domain/values/text.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { clsx } from 'clsx'
import { useWatch } from 'react-hook-form'
import { type DuplicatesQuestion, useDuplicates } from '#check-requests/api.ts'
import { PossibleDuplicates } from '#check-requests/duplicates/possible-duplicates.tsx'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { useSettled } from '#ui/timers.ts'

const compared = ['payee_name_1', 'amount', 'vin_last_digits', 'po_purchase_no', 'invoice_number'] as const

export interface DuplicatesOfFormProps {
  form: RequestForm
  /** The request being edited. */
  of?: number | undefined
  documents: FormDocuments
}

/** Warns about possible duplicates of the form's current values. */
export function DuplicatesOfForm({ form, of, documents: { owner, some } }: DuplicatesOfFormProps) {
  const dealer_group_id = useWatch({ control: form.control, name: 'dealer_group_id' })
  const texts = useWatch({ control: form.control, name: compared })
  const draft = some && 'draft' in owner ? owner.draft : undefined
  const named = Object.fromEntries(compared.map((field, index) => [field, texts[index] ?? '']))
  const typed = questionOf({ of, draft, dealer_group_id, ...named })
  const settled = useSettled(typed && JSON.stringify(typed))
  const { data } = useDuplicates(settled === undefined ? undefined : JSON.parse(settled), { steady: true })
  const warns = isWarning(data)
  return (
    <div
      role="status"
      className={clsx(
        'h-28 overflow-y-auto rounded-md border px-3 py-2',
        warns ? 'border-yellow bg-yellow-soft' : 'border-line bg-sunken text-ink-soft',
      )}
    >
      {warns ? <PossibleDuplicates found={data} /> : <p>{quietText(data !== undefined)}</p>}
    </div>
  )
}

function quietText(isAnswered: boolean): string {
  return isAnswered
    ? 'No other request has the same payee and amount, invoice number, VIN, PO number, or document.'
    : 'Other requests with the same payee and amount, invoice number, VIN, PO number, or document are listed here.'
}

type Typed = Partial<Record<(typeof compared)[number], string>> & {
  of: number | undefined
  /** The id of a draft with documents. */
  draft: number | undefined
  dealer_group_id: number | null
}

/** The search values for possible duplicates; undefined if there is nothing to compare. */
export function questionOf({
  of,
  draft,
  dealer_group_id,
  amount = '',
  ...texts
}: Typed): DuplicatesQuestion | undefined {
  const cents = parseAmount(amount)
  const keys = matchKeys({ ...texts, amount_cents: typeof cents === 'number' ? cents : null })
  const isComparable = draft !== undefined || matchKinds.some((kind) => keys[kind] !== null)
  const isTooLong = Object.values(texts).some((text) => text.length > longestName)
  if (!dealer_group_id || !isComparable || isTooLong) return undefined
  return { of, draft, dealer_group_id, ...texts, ...(typeof cents === 'number' && { amount }) }
}
