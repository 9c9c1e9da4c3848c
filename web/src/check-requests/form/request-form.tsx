import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { missingPlace } from '@check-requests/domain/check-requests/required-fields.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { DuplicatesOfFormProps } from '#check-requests/form/duplicates-of-form.tsx'
import type { FilledSources } from '#check-requests/form/form-readings.tsx'
import type { ChosenPlace, Places } from '#check-requests/form/place-choices.ts'
import {
  RequestFormPayee,
  RequestFormReference,
  useKnownPayees,
  valuesFrom,
} from '#check-requests/form/request-form-payee.tsx'
import { RequestFormDelivery, RequestFormPayment } from '#check-requests/form/request-form-payment.tsx'
import { RequestFormPlace } from '#check-requests/form/request-form-place.tsx'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { type bodyOf, firstEmpty, type RequestFormValues } from '#check-requests/form/request-form-values.ts'
import {
  type FormChoices,
  type RequestForm as FormOfRequest,
  useSubmit,
} from '#check-requests/form/use-request-form.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import type { LoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import {
  type FieldSources,
  FieldSourcesContext,
  Form,
  FormFailure,
  FormField,
  setFollowing,
  showServerErrors,
} from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { optional } from '#ui/optional.tsx'
import { useMedia } from '#ui/use-sizes.ts'

const RequestFormAccounting = optional(async () => {
  return (await import('#check-requests/form/request-form-accounting.tsx')).RequestFormAccounting
})

const RequestFormApproval = optional(async () => {
  return (await import('#check-requests/form/request-form-approval.tsx')).RequestFormApproval
})

const FormRequirements = optional(async () => {
  return (await import('#check-requests/form/form-requirements.tsx')).FormRequirements
})

const RequestFormErrors = optional(async () => {
  return (await import('#check-requests/form/request-form-errors.tsx')).RequestFormErrors
})

const FormReadings = optional(async () => {
  return (await import('#check-requests/form/form-readings.tsx')).FormReadings
})

const FormDocument = optional(async () => {
  return (await import('#check-requests/form/form-document.tsx')).FormDocument
})

const UsualCodingOffers = optional(async () => {
  return (await import('#check-requests/form/usual-coding.tsx')).UsualCodingOffers
})

const RequestFormPayoff = optional(async () => {
  return (await import('#check-requests/form/request-form-payoff.tsx')).RequestFormPayoff
})

interface RequestFormProps {
  form: FormOfRequest
  choices: FormChoices
  places: Places
  chosen: ChosenPlace
  level: AccessLevel
  earliestDue: CalendarDate
  groupFixed: boolean
  numberFailure?: LoadFailure | undefined
  /** The request being edited; undefined for a new one. */
  of?: number | undefined
  documents: FormDocuments
  submitLabel: string
  saving: boolean
  failure: ApiFailure | null
  onSubmit(body: ReturnType<typeof bodyOf>): void
  onCancel(): void
  /** Elements about this form's draft: a conflict question, and a status line next to the buttons. */
  draftConflict?: ReactNode
  draftLine?: ReactNode
  /** True if leaving the form would lose more than its values. */
  isChanged: boolean
  /** Says what happens to the values when the user leaves the form; missing if they are lost. */
  leavingText?: string | undefined
  /** The select for the requester, if there is one. */
  children?: ReactNode
}

/** A failure that no field shows, such as a missing document. */
function unnamed(failure: ApiFailure | null, form: FormOfRequest) {
  const fields = Object.keys(failure?.fields ?? {})
  return failure && fields.some((field) => !(field in form.getValues())) ? { message: failure.message } : failure
}

/** All fields of a request (R114, R158 to R175). */
export function RequestForm(props: RequestFormProps) {
  const { form, choices, failure, documents } = props
  useEffect(() => {
    if (failure) showServerErrors(form, failure.fields)
  }, [form, failure])
  const lastCheck = useRef<() => boolean>(null)
  const { submit, isWaiting, isStopped } = useSubmit(form, documents, lastCheck, props.onSubmit)
  const needs = missingPlace(props.level, {})
  const { payees, current } = useKnownPayees(form)
  const [sources, setSources] = useState<FilledSources>({})
  const addSources = (filled: FilledSources) => setSources((earlier) => ({ ...earlier, ...filled }))
  const { isOpen, ...beside } = useBeside(documents)
  const known = current && valuesFrom(current, choices)
  function takeOver(values: Partial<RequestFormValues>) {
    setFollowing(form, values)
    const next = firstEmpty(form.getValues(), needs)
    // The list of errors closes first and leaves the focus in place.
    if (next) requestAnimationFrame(() => form.setFocus(next))
  }
  return (
    <div className={clsx('grid items-start gap-4', isOpen && 'lg:grid-cols-2')}>
      <Form form={form} onSubmit={submit} className="grid max-w-5xl gap-4">
        <RequestFormErrors form={form} />
        <FieldSourcesContext value={isOpen ? withoutPreviews(sources) : sources}>
          <Card flush className="px-4 sm:px-5">
            <RequestFormDocuments documents={documents} onOpen={beside.onShow}>
              <FormReadings
                form={form}
                documents={documents}
                earliestDue={props.earliestDue}
                payoffPurposeId={choices.purposes.find(({ name }) => name === payoffPurpose)?.id}
                known={known}
                onFilled={addSources}
              />
            </RequestFormDocuments>
            <RequestFormPlace
              form={form}
              all={choices.places}
              places={props.places}
              chosen={props.chosen}
              groupFixed={props.groupFixed}
              numberFailure={props.numberFailure}
              needs={{ dealership: 'dealership_id' in needs, department: 'department_id' in needs }}
            >
              {props.children}
            </RequestFormPlace>
            <RequestFormPayee
              form={form}
              payees={payees}
              current={current}
              onChoose={(payee) => takeOver(valuesFrom(payee, choices))}
            >
              <UsualCodingOffers
                form={form}
                choices={choices}
                documents={documents}
                payee={current?.requests ? current.name : ''}
              />
            </RequestFormPayee>
            <RequestFormPayment
              form={form}
              purposes={choices.purposes}
              earliestDue={props.earliestDue}
              amounts={current?.amounts ?? []}
            />
            <RequestFormPayoff form={form} purposes={choices.purposes} earliestDue={props.earliestDue} />
            <RequestFormReference form={form} />
            <RequestFormAccounting form={form} lastCheck={lastCheck} />
            <FormRequirements form={form} purposes={choices.purposes} documents={documents} />
            <RequestFormDuplicates form={form} of={props.of} documents={documents} />
            <RequestFormDelivery form={form} deliveryMethods={choices.deliveryMethods} />
            <RequestFormSection title="Other Details">
              <FormField form={form} name="notes" label={fieldLabels.notes} className="sm:col-span-2">
                {(field) => <Textarea {...field} />}
              </FormField>
            </RequestFormSection>
            <RequestFormApproval form={form} level={props.level} of={props.of} documents={documents} />
          </Card>
        </FieldSourcesContext>
        <FormFailure failure={unnamed(failure, form)} />
        {isStopped && (
          <p role="alert" className="text-danger">
            Couldn’t add a document. Retry or dismiss it, and then submit.
          </p>
        )}
        {props.draftConflict}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={props.saving || isWaiting}>
            {props.submitLabel}
          </Button>
          <Button variant="secondary" onClick={props.onCancel}>
            Cancel
          </Button>
          {props.draftLine}
        </div>
        <UnsavedChanges when={form.formState.isDirty || props.isChanged} text={props.leavingText} />
      </Form>
      {isOpen && (
        <div className="lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
          <FormDocument form={form} documents={documents} sources={sources} onFilled={addSources} {...beside} />
        </div>
      )}
    </div>
  )
}

/** Whether a document is open beside the form: by itself where there is room for it, or if the user opened it. */
function useBeside({ some }: FormDocuments) {
  const hasRoom = useMedia('(width >= 90rem)')
  const [opened, setOpened] = useState<{ readonly id: number | undefined }>()
  const [isDismissed, setDismissed] = useState(false)
  return {
    isOpen: some === true && (opened !== undefined || (hasRoom && !isDismissed)),
    chosen: opened?.id,
    onShow: (id: number | undefined) => setOpened({ id }),
    onClose() {
      setOpened(undefined)
      setDismissed(true)
    },
  }
}

/** The open document marks the values itself. */
function withoutPreviews(sources: FilledSources): FieldSources {
  return Object.fromEntries(Object.entries(sources).map(([field, { value, text }]) => [field, { value, text }]))
}

const DuplicatesOfForm = optional(async () => {
  return (await import('#check-requests/form/duplicates-of-form.tsx')).DuplicatesOfForm
})

/** The area for duplicate warnings. Its space is always reserved so that fields don't move. */
function RequestFormDuplicates(props: DuplicatesOfFormProps) {
  return (
    <RequestFormSection title="Duplicates" hint="From the last 90 days. You can submit despite a warning.">
      <div className="h-28 sm:col-span-2">
        <DuplicatesOfForm {...props} />
      </div>
    </RequestFormSection>
  )
}

const EditableDocuments = lazy(() =>
  import('#documents/attachments/document-list.tsx').then(
    ({ EditableDocuments }) => ({ default: EditableDocuments }),
    // The rest of the form works if the documents can't be loaded.
    () => ({ default: NotLoaded }),
  ),
)

interface RequestFormDocumentsProps {
  documents: FormDocuments
  onOpen(id: number): void
  /** What the documents say. */
  children: ReactNode
}

/** The request's documents, such as the invoice. They load after the fields. */
function RequestFormDocuments({ documents, onOpen, children }: RequestFormDocumentsProps) {
  return (
    <RequestFormSection title="Documents" hint="Drop or paste an invoice anywhere on this page to fill the form.">
      <div className="grid min-h-18 content-start gap-3 sm:col-span-2">
        <Suspense>
          <EditableDocuments documents={documents} onOpen={onOpen} />
        </Suspense>
        {children}
      </div>
    </RequestFormSection>
  )
}

function NotLoaded() {
  return <p className="text-ink-soft">Couldn’t load documents. To add some, reload the page; the draft is kept.</p>
}
