import type { CodedField, UsualCoding } from '@check-requests/domain/check-requests/payees.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useWatch } from 'react-hook-form'
import { useUsualCoding } from '#check-requests/api.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/use-request-form.ts'
import { Button } from '#ui/button.tsx'
import { setFollowing } from '#ui/form/form.tsx'

interface UsualCodingOffersProps {
  form: RequestForm
  choices: FormChoices
  /** The name of a payee with earlier requests. */
  payee: string
}

/** Offers what most earlier requests to the payee have in common, each with its reason. */
export function UsualCodingOffers({ form, choices, payee }: UsualCodingOffersProps) {
  const values = useWatch({ control: form.control })
  const { dealer_group_id } = values
  const coding = useUsualCoding(dealer_group_id ? { dealer_group_id, payee } : undefined)
  const offers = coding ? offersOf(coding, values as RequestFormValues, choices) : []
  if (offers.length === 0) return null
  return (
    <ul
      aria-label={`Usual choices for ${markHidden(payee)}`}
      className="flex flex-wrap items-center gap-2 text-sm sm:col-span-2"
    >
      {offers.map(({ label, text, reason, taken }) => (
        <li key={label} className="flex items-center gap-2">
          <Button variant="secondary" size="sm" onClick={() => setFollowing(form, taken)}>
            Use {label} {text}
          </Button>
          <span className="text-ink-soft">{reason}</span>
        </li>
      ))}
    </ul>
  )
}

interface Offer {
  readonly label: string
  readonly text: string
  /** Such as `11 of 12 requests`. */
  readonly reason: string
  readonly taken: Partial<RequestFormValues>
}

/** The usual values that the form doesn’t have and that can be chosen in it. */
export function offersOf({ requests, usual }: UsualCoding, values: RequestFormValues, choices: FormChoices): Offer[] {
  return usual.flatMap(({ field, value, count }) => {
    const found = offerOf(field, value, values, choices)
    return found ? { ...found, reason: `${count} of ${requests} requests` } : []
  })
}

type Found = Omit<Offer, 'reason'> | undefined

function offerOf(field: CodedField, value: number | string, values: RequestFormValues, choices: FormChoices): Found {
  if (field === 'account') return accountOffer(String(value), values)
  if (values[field] === value) return undefined
  const text = nameOf(field, value, values, choices)
  return text === undefined ? undefined : { label: fieldLabels[field], text, taken: { [field]: value } }
}

/** An account is offered only where no line was begun, and is charged the whole amount. */
function accountOffer(account: string, { accounting, amount }: RequestFormValues): Found {
  if (accounting.length > 0 || amount === '') return undefined
  return { label: 'Account', text: account, taken: { accounting: [{ account, control_number: '', amount }] } }
}

function nameOf(
  field: Exclude<CodedField, 'account'>,
  value: number | string,
  { dealership_id }: RequestFormValues,
  { places, purposes, deliveryMethods }: FormChoices,
): string | undefined {
  if (field === 'priority_level') return priorities.find(({ name }) => name === value)?.label
  if (field === 'purpose_id') return purposes.find(({ id }) => id === value)?.name
  if (field === 'delivery_method_id') return deliveryMethods.find(({ id }) => id === value)?.name
  return places.departments.find(({ id, dealership_id: of }) => id === value && of === dealership_id)?.name
}
