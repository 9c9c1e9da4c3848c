import type { PlaceInDocument } from '@check-requests/domain/documents/readings/fields.ts'
import {
  type FilledText,
  isElsewhere,
  type ReadDocument,
  type TextOfDocument,
  textsOf,
  titleOf,
  warningsOf,
} from '@check-requests/domain/documents/readings/in-requests.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { useDocuments, useReadings } from '#documents/attachments/api.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'
import { type FieldSources, setFollowing } from '#ui/form/form.tsx'
import { optional } from '#ui/optional.tsx'

const CutOut = optional(async () => (await import('#documents/attachments/viewer/document-viewer.tsx')).CutOut)

interface FormReadingsProps {
  form: RequestForm
  documents: FormDocuments
  earliestDue: CalendarDate
  /** The purpose of payoffs; undefined if the dealer group has none. */
  payoffPurposeId: number | undefined
  /** What a new request copies from the payee that has been typed or read, if that payee is known. */
  known: Partial<RequestFormValues> | undefined
  /** Called with the sources of the fields that a document has filled. */
  onFilled(sources: FilledSources): void
}

/** Where the values of fields come from. */
export type FilledSources = Readonly<Record<string, FieldSources[string] & { readonly place: PlaceInDocument }>>

/**
 * Fills the form of a new request with what the documents surely say, and offers what is uncertain. Never changes a
 * field that has a value, and fills from each document only once. An edited request is only offered values, because
 * its requester may have left a field empty on purpose.
 */
export function FormReadings({ documents, ...rest }: FormReadingsProps) {
  const { data: listed = [] } = useDocuments(documents.owner)
  const names = new Map(listed.filter(({ removed_at }) => removed_at === null).map(({ id, name }) => [id, name]))
  const readings = useReadings(documents.owner, names.size > 0).filter(({ attachment_id }) => names.has(attachment_id))
  return readings.map(({ attachment_id, state, documents: found }) => {
    const name = names.get(attachment_id) ?? ''
    if (state === 'waiting' || state === 'reading')
      return (
        <p key={attachment_id} role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner />
          Reading {markHidden(name)}…
        </p>
      )
    if (state !== 'read' || found.length === 0) return null
    return (
      <Found
        key={attachment_id}
        {...rest}
        id={attachment_id}
        isNew={'draft' in documents.owner}
        name={name}
        found={found}
      />
    )
  })
}

interface FoundProps extends Omit<FormReadingsProps, 'documents'> {
  /** False if the form edits a submitted request. */
  isNew: boolean
  /** The id and name of the file. */
  id: number
  name: string
  found: readonly ReadDocument[]
}

/** What one file says. If it holds several documents, the user chooses one. */
function Found({ found, ...rest }: FoundProps) {
  const { name } = rest
  const [only] = found
  const [chosen, choose] = useState(found.length === 1 ? only : undefined)
  if (chosen) return <OneDocument {...rest} document={chosen} />
  return (
    <section aria-label={`Documents in ${name}`} className="grid gap-2 rounded-md border border-line p-3">
      <p>
        {found.length} documents found in {markHidden(name)}. Which one is this request for?
      </p>
      <div className="flex flex-wrap gap-2">
        {found.map((document, index) => (
          <Button key={document.pages.join()} variant="secondary" size="sm" onClick={() => choose(document)}>
            {titleOf(document, index)}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Fields that only payoffs have. */
const ofPayoffs: readonly FilledText[] = ['good_through', 'per_diem']

interface OneDocumentProps extends Omit<FoundProps, 'found'> {
  document: ReadDocument
}

function OneDocument({ document, ...props }: OneDocumentProps) {
  const { form, earliestDue, payoffPurposeId, onFilled, known, isNew, name } = props
  const purposeId = useWatch({ control: form.control, name: 'purpose_id' })
  const canBePayoff = purposeId === payoffPurposeId || (purposeId === null && document.kind === 'payoff')
  const isPayoff = payoffPurposeId !== undefined && canBePayoff
  const texts = textsOf(document, earliestDue).filter(({ field }) => isPayoff || !ofPayoffs.includes(field))
  const isFilled = useRef(false)
  const fill = useEffectEvent(() => {
    if (!isNew || isFilled.current) return
    isFilled.current = true
    take(texts.filter(({ field, fills }) => fills && isFree(form, field)))
  })
  useEffect(() => fill(), [])
  const takeKnown = useEffectEvent(() => isNew && known && fillEmpty(form, known, texts))
  const knownName = known?.payee_name_1
  useEffect(() => {
    if (knownName !== undefined) takeKnown()
  }, [knownName])
  function take(taken: readonly TextOfDocument[]) {
    if (isPayoff && taken.some(({ field }) => ofPayoffs.includes(field)))
      setFollowing(form, { purpose_id: payoffPurposeId })
    setFollowing(form, Object.fromEntries(taken.map(({ field, value }) => [field, value])))
    onFilled(Object.fromEntries(taken.map((text) => [text.field, sourceOf(text.field, text, props)])))
  }
  const values = useWatch({ control: form.control, name: texts.map(({ field }) => field) })
  const elsewhere = otherAddress(texts, known)
  const offered = texts.filter((text, index) => {
    const value = values[index] ?? ''
    if (text.field === 'mailing_address' && elsewhere.length > 0) return false
    return !isTaken(text, value) && (!text.fills || value === '')
  })
  const warnings = [...warningsOf(document), ...elsewhere]
  if (warnings.length === 0 && offered.length === 0) return null
  return (
    <section aria-label={`What ${name} says`} className="grid gap-2">
      <WarningList warnings={warnings} />
      {offered.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2 text-sm">
          {offered.map((text) => (
            <li key={text.field}>
              <Button variant="secondary" size="sm" onClick={() => take([text])}>
                Use {fieldLabels[text.field]} {inWords(text)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FilledValue extends Omit<PlaceInDocument, 'attachment_id'> {
  readonly value: string
}

/** Where a filled value comes from, with the part of the page that shows it. */
export function sourceOf(
  field: keyof typeof fieldLabels,
  { value, page, polygon }: FilledValue,
  { id, name }: { readonly id: number; readonly name: string },
) {
  const label = `${fieldLabels[field]} on page ${page} of ${markHidden(name)}`
  const place = { attachment_id: id, page, polygon }
  return { value, text: `From ${name}, page ${page}`, place, preview: <CutOut place={place} label={label} /> }
}

/**
 * Fills what the document left empty with what the last request to the payee said. The address on file wins over the
 * document's, because changing the address on an invoice is a common fraud.
 */
function fillEmpty(form: RequestForm, known: Partial<RequestFormValues>, texts: readonly TextOfDocument[]) {
  const read = texts.find(({ field }) => field === 'payee_name_1')
  if (!read || payeeKey(form.getValues('payee_name_1')) !== payeeKey(read.value)) return
  const ofDocument = texts.find(({ field }) => field === 'mailing_address')?.value
  const entries = Object.entries(known).filter(([name, value]) => {
    const current = form.getValues(name as keyof RequestFormValues)
    const isFromDocument = name === 'mailing_address' && current === ofDocument && value !== ''
    return name === 'payee_name_1' || current === '' || current === null || isFromDocument
  })
  setFollowing(form, Object.fromEntries(entries))
}

function otherAddress(texts: readonly TextOfDocument[], known: Partial<RequestFormValues> | undefined): string[] {
  const read = texts.find(({ field }) => field === 'mailing_address')?.value
  const payee = texts.find(({ field }) => field === 'payee_name_1')?.value ?? ''
  if (!read || !known?.mailing_address || payeeKey(payee) !== payeeKey(known.payee_name_1 ?? '')) return []
  if (!isElsewhere(read, known.mailing_address)) return []
  return [
    `Its address, ${read.replaceAll('\n', ', ')}, isn’t the one on the last request for this payee. Call the payee at a known number before you use it.`,
  ]
}

/** True for a field that the user hasn't filled: it is empty, or still has its first value. */
function isFree(form: RequestForm, field: FilledText): boolean {
  const value = form.getValues(field)
  return value === '' || (field === 'due_date' && value === form.formState.defaultValues?.[field])
}

function isTaken({ field, value }: TextOfDocument, current: string): boolean {
  return field === 'payee_name_1' ? payeeKey(current) === payeeKey(value) : current === value
}

function inWords({ field, value }: TextOfDocument): string {
  if (field === 'amount' || field === 'per_diem') return formatDollars(Number(value))
  if (field === 'due_date' || field === 'good_through') return formatDate(value)
  return markHidden(value.replaceAll('\n', ', '))
}
