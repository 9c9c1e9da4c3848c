import type { UsualCoding } from '@check-requests/domain/check-requests/payees.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import type { DocumentCoding, SuggestedField } from '@check-requests/domain/documents/readings/coding.ts'
import { readingEndpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useUsualCoding } from '#check-requests/api.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { dealershipsOf, departmentsOf, placeIn, withDealership } from '#check-requests/form/place-choices.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/use-request-form.ts'
import { topicOfReadings, useDocuments, useReadings } from '#documents/attachments/api.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { Button } from '#ui/button.tsx'
import { setFollowing } from '#ui/form/form.tsx'

interface UsualCodingOffersProps {
  form: RequestForm
  choices: FormChoices
  documents: FormDocuments
  /** The name of a payee with earlier requests; empty if the form has none. */
  payee: string
}

/** Offers what earlier requests to the payee have in common and what the documents suggest, each with its reason. */
export function UsualCodingOffers({ form, choices, documents, payee }: UsualCodingOffersProps) {
  const values = useWatch({ control: form.control }) as RequestFormValues
  const { dealer_group_id, dealership_id } = values
  const usual = useUsualCoding(dealer_group_id && payee !== '' ? { dealer_group_id, payee } : undefined)
  const ofDocuments = useDocumentCoding(documents.owner, { dealer_group_id, dealership_id, payee })
  const offers = offersOf(usual ?? { requests: 0, usual: [] }, ofDocuments, values, choices)
  if (offers.length === 0) return null
  return (
    <ul aria-label="Suggested coding" className="flex flex-wrap items-center gap-2 text-sm sm:col-span-2">
      {offers.map(({ label, text, reason, taken }) => (
        <li key={`${label} ${text}`} className="flex items-center gap-2">
          <Button variant="secondary" size="sm" onClick={() => setFollowing(form, taken)}>
            Use {label} {text}
          </Button>
          <span className="text-ink-soft">{markHidden(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What the documents of the form suggest, once one was read. A failure is neither shown nor retried. */
function useDocumentCoding(
  owner: FormDocuments['owner'],
  {
    dealer_group_id,
    dealership_id,
    payee,
  }: Pick<RequestFormValues, 'dealer_group_id' | 'dealership_id'> & { payee: string },
): readonly DocumentCoding[] {
  const { data: listed = [] } = useDocuments(owner)
  const isRead = useReadings(owner, listed.length > 0).some(({ state }) => state === 'read')
  const isWanted = isRead && dealer_group_id !== null
  const query = {
    ...idOf(owner),
    dealer_group_id: dealer_group_id ?? 0,
    dealership_id: dealership_id ?? undefined,
    payee,
  }
  const { data = [] } = useQuery({
    queryKey: [topicOfReadings, 'coding', query],
    queryFn: read(useApi(), readingEndpoints.coding, { query }),
    enabled: isWanted,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return isWanted ? data : []
}

function idOf(owner: FormDocuments['owner']) {
  if ('request' in owner) return { check_request_id: owner.request }
  return 'draft' in owner ? { draft_id: owner.draft } : {}
}

interface Offer {
  readonly label: string
  readonly text: string
  /** Such as `11 of 12 requests`. */
  readonly reason: string
  readonly taken: Partial<RequestFormValues>
}

/** The suggested values that the form doesn’t have and that can be chosen in it. */
export function offersOf(
  { requests, usual }: UsualCoding,
  ofDocuments: readonly DocumentCoding[],
  values: RequestFormValues,
  choices: FormChoices,
): Offer[] {
  const ofPayee = usual.map(({ field, value, count }) => ({ field, value, reason: `${count} of ${requests} requests` }))
  const isNew = (one: DocumentCoding) => !usual.some(({ field, value }) => field === one.field && value === one.value)
  return [...ofPayee, ...ofDocuments.filter(isNew)].flatMap(({ field, value, reason }) => {
    const found = offerOf(field, value, values, choices)
    return found ? { ...found, reason } : []
  })
}

type Found = Omit<Offer, 'reason'> | undefined

function offerOf(
  field: SuggestedField,
  value: number | string,
  values: RequestFormValues,
  choices: FormChoices,
): Found {
  if (field === 'account') return accountOffer(String(value), values)
  if (values[field] === value) return undefined
  const text = nameOf(field, value, values, choices)
  if (text === undefined) return undefined
  const taken =
    field === 'dealership_id' ? withDealership(choices.places, placeIn(values), Number(value)) : { [field]: value }
  return { label: fieldLabels[field], text, taken }
}

/** An account is offered only where no line was begun, and is charged the whole amount. */
function accountOffer(account: string, { accounting, amount }: RequestFormValues): Found {
  if (accounting.length > 0 || amount === '') return undefined
  return { label: 'Account', text: account, taken: { accounting: [{ account, control_number: '', amount }] } }
}

function nameOf(
  field: Exclude<SuggestedField, 'account'>,
  value: number | string,
  chosen: RequestFormValues,
  { places, purposes, deliveryMethods }: FormChoices,
): string | undefined {
  if (field === 'priority_level') return priorities.find(({ name }) => name === value)?.label
  if (field === 'purpose_id') return purposes.find(({ id }) => id === value)?.name
  if (field === 'delivery_method_id') return deliveryMethods.find(({ id }) => id === value)?.name
  if (field === 'dealership_id') return dealershipsOf(places, chosen).find(({ id }) => id === value)?.name
  return departmentsOf(places, chosen).find(({ id }) => id === value)?.name
}
