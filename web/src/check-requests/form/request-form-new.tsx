import type { Draft, DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { missingPlace } from '@check-requests/domain/check-requests/required-fields.ts'
import { localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Person } from '#access/sessions/session-state.ts'
import { useAskForLastPlace, useNextNumber } from '#check-requests/api.ts'
import { useCreateCheckRequest } from '#check-requests/changes.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { DraftStatus } from '#check-requests/drafts/draft-saver.ts'
import { useDiscardDraft } from '#check-requests/drafts/use-drafts.ts'
import {
  type ChosenPlace,
  isSamePlace,
  nowhere,
  placeIn,
  stillOffered,
  withOnlyChoices,
} from '#check-requests/form/place-choices.ts'
import { type RequestDraft, useRequestDraft } from '#check-requests/form/request-draft.ts'
import { RequestForm } from '#check-requests/form/request-form.tsx'
import {
  blankValues,
  type bodyOf,
  firstEmpty,
  type RequestFormValues,
  valuesLike,
} from '#check-requests/form/request-form-values.ts'
import {
  type FormChoices,
  type RequestForm as FormOfRequest,
  placesFor,
  useGoBack,
  useRequestForm,
} from '#check-requests/form/use-request-form.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useFormDocuments } from '#documents/attachments/use-uploads.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { isFocusInDialog } from '#ui/overlay/open-dialog.tsx'

interface NewRequestFormProps {
  choices: FormChoices
  /** An earlier request to start from. */
  like: DetailedRequest | undefined
  /** The location of the user's last request. */
  lastPlace: ChosenPlace | null
  /** Drafts from earlier visits. */
  drafts: readonly Draft[]
}

const keptAsDraft = 'This request hasn’t been submitted. You can continue with its draft later.'

/** Creates a request (R077, R161, R166). */
export function NewRequestForm({ choices, like, lastPlace, drafts }: NewRequestFormProps) {
  const person = usePerson()
  const navigate = useNavigate()
  const { history } = useRouter()
  const goBack = useGoBack(paths.checkRequests)
  const [today] = useState(() => localToday(new Date()))
  const [initial] = useState(() => initialValues({ person, choices, like, lastPlace, today }))
  const { form, chosen, places, level } = useRequestForm({ person, choices, initial, earliestDue: today })
  const draft = useRequestDraft(form, initial, choices)
  const documents = useFormDocuments({
    owner: { draft: draft.openId },
    destination: async () => ({ draft: await draft.forDocument() }),
  })
  useEffect(() => draft.holdsDocuments(documents.some), [draft.holdsDocuments, documents.some])
  const discard = useDiscardDraft()
  const create = useCreateCheckRequest({
    onSuccess({ id }) {
      draft.submitted()
      if (id) void navigate({ to: checkRequestPath(id), replace: true, ignoreBlocker: true })
      else history.back({ ignoreBlocker: true })
    },
  })
  function submit(body: ReturnType<typeof bodyOf>) {
    const draft_id = draft.idFor(body)
    create.mutate({ body: { ...body, ...(draft_id !== undefined && { draft_id }) } })
  }
  const numberFailure = useNumberPreview(form, chosen)
  useFocusFirst(form, drafts.length === 0 ? firstEmpty(initial, missingPlace(level, {})) : undefined)
  return (
    <>
      <DraftOffers
        drafts={drafts.filter(({ id }) => id !== draft.openId)}
        onRestore={(earlier) => void draft.restore(earlier)}
        onDiscard={(id) => void discard(id)}
      />
      <RequestForm
        form={form}
        choices={choices}
        places={places}
        chosen={chosen}
        level={level}
        earliestDue={today}
        groupFixed={false}
        numberFailure={numberFailure}
        documents={documents}
        isChanged={documents.some === true}
        submitLabel="Submit Request"
        saving={create.isPending}
        failure={create.error}
        onSubmit={submit}
        onCancel={goBack}
        draftConflict={<DraftConflict draft={draft} />}
        draftLine={<DraftLine status={draft.status} />}
        leavingText={draft.status.kind === 'saved' ? keptAsDraft : undefined}
      >
        {choices.requesters && <RequesterField form={form} person={person} choices={choices} />}
      </RequestForm>
    </>
  )
}

type Start = Pick<NewRequestFormProps, 'choices' | 'like' | 'lastPlace'> & { person: Person; today: string }

function initialValues({ person, choices, like, lastPlace, today }: Start): RequestFormValues {
  const start = like ? valuesLike(like, today) : blankValues(today)
  const requester_id = choices.requesters ? start.requester_id : person.id
  const places = placesFor(person, choices, requester_id)
  const place = like ?? (lastPlace ? stillOffered(places, lastPlace) : nowhere)
  return { ...start, ...withOnlyChoices(places, placeIn(place)), requester_id }
}

/**
 * Updates the request number when the location changes, without marking the form as changed. Returns the error if no
 * number could be fetched.
 */
function useNumberPreview(form: FormOfRequest, { dealer_group_id, dealership_id, department_id }: ChosenPlace) {
  const place = dealer_group_id !== null && {
    dealer_group_id,
    ...(dealership_id && { dealership_id }),
    ...(department_id && { department_id }),
  }
  const preview = useNextNumber(place || undefined)
  const number = place && preview.data ? preview.data.request_number : ''
  useEffect(() => form.resetField('request_number', { defaultValue: number }), [form, number])
  return useLoadFailure(preview)
}

/** Focuses this field when the form opens, except on touch screens, where the keyboard would cover half the form. */
function useFocusFirst(form: FormOfRequest, field: keyof RequestFormValues | undefined) {
  const [first] = useState(() => (matchMedia('(pointer: fine)').matches ? field : undefined))
  useEffect(() => {
    if (!first) return
    const frame = requestAnimationFrame(() => !isFocusInDialog() && form.setFocus(first))
    return () => cancelAnimationFrame(frame)
  }, [form, first])
}

interface RequesterFieldProps {
  form: FormOfRequest
  person: Person
  choices: FormChoices
}

/**
 * The user for whom an admin creates the request. When the requester changes, resets the location to the requester's
 * assignments (A13), then to the location of the requester's last request unless a location has been chosen in the
 * meantime.
 */
function RequesterField({ form, person, choices }: RequesterFieldProps) {
  const askForLastPlace = useAskForLastPlace()
  async function followPlace(id: number | null) {
    const places = placesFor(person, choices, id)
    const reset = withOnlyChoices(places, nowhere)
    setFollowing(form, reset)
    const last = id === null ? null : await askForLastPlace(id)
    const now = form.getValues()
    if (!last || now.requester_id !== id || !isSamePlace(now, reset)) return
    setFollowing(form, withOnlyChoices(places, stillOffered(places, last)))
  }
  const options = choices.requesters?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FormField form={form} name="requester_id" label={fieldLabels.requester_id} required className="sm:col-span-2">
      {(field) => (
        <Select
          {...field}
          searchable
          options={options}
          onChange={(id) => {
            field.onChange(id)
            void followPlace(id)
          }}
        />
      )}
    </FormField>
  )
}

interface DraftOffersProps {
  drafts: readonly Draft[]
  onRestore(draft: Draft): void
  onDiscard(id: number): void
}

/** The user's earlier drafts, which they can continue. */
function DraftOffers({ drafts, onRestore, onDiscard }: DraftOffersProps) {
  if (drafts.length === 0) return null
  return (
    <section
      aria-label="Unfinished requests"
      className="max-w-5xl rounded-lg border border-line bg-accent-soft px-4 py-3 sm:px-5"
    >
      <ul className="grid gap-3">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              You have an unfinished request from {formatMoment(draft.updated_at)}
              {contentOf(draft.values)}.{emailOf(draft)}
            </p>
            <div className="flex gap-2">
              <Button variant="primary" size="sm" onClick={() => onRestore(draft)}>
                Continue Request
              </Button>
              <Button variant="secondary" size="sm" onClick={() => onDiscard(draft.id)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function emailOf({ received_from: sender }: Draft): string {
  return sender === null ? '' : ` It was received in an email from ${markHidden(sender)}.`
}

/** Asks which version to keep if another device has changed this form's draft. */
function DraftConflict({ draft: { status, keepMine, takeOther } }: { draft: RequestDraft }) {
  if (status.kind !== 'conflict') return null
  const { values, updated_at } = status.other
  return (
    <section
      aria-label="Draft changed on another device"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        This draft was changed on another device on {formatMoment(updated_at)}
        {contentOf(values)}. Nothing is saved until you choose.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="sm" onClick={keepMine}>
          Keep Mine
        </Button>
        <Button variant="secondary" size="sm" onClick={takeOther}>
          Use the Other Draft
        </Button>
      </div>
    </section>
  )
}

/** Shows whether the draft is saved. */
function DraftLine({ status }: { status: DraftStatus }): ReactNode {
  if (status.kind === 'saved') return <p className="self-center text-ink-soft text-sm">Draft saved</p>
  if (status.kind !== 'failed') return null
  return (
    <p role="status" className="min-w-0 self-center text-ink-soft text-sm">
      Draft not saved. {status.message}
    </p>
  )
}

export function contentOf({ amount, payee_name_1 }: DraftValues): string {
  const dollars = amount && Number.isFinite(Number(amount)) ? formatDollars(Number(amount)) : amount
  const what = [dollars, payee_name_1?.trim()].filter(Boolean).join(' to ')
  return what && `: ${what}`
}
