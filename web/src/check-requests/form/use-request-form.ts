import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'
import type { CreateInput } from '@check-requests/domain/check-requests/fields.ts'
import type { DeliveryMethod, Purpose } from '@check-requests/domain/organization/fields.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Person } from '#access/sessions/session-state.ts'
import { type Assignment, type ChosenPlace, type Places, placesOf } from '#check-requests/form/place-choices.ts'
import { bodyOf, type RequestFormValues, requestFormSchema } from '#check-requests/form/request-form-values.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { useZodForm } from '#ui/form/form.tsx'

/** Locations available for this requester or, without one, for the signed-in user. */
export function placesFor(person: Person, choices: FormChoices, requesterId: number | null): Places {
  const requester = findRequester(choices, requesterId)
  return placesOf(choices.places, [assignmentOf(person), ...(requester ? [assignmentOfRequester(requester)] : [])])
}

/** The level down to which a request for this requester must name its location (R170). */
function levelFor(person: Person, choices: FormChoices, requesterId: number | null): AccessLevel {
  if (!choices.requesters) return person.access_level
  return findRequester(choices, requesterId)?.access_level ?? accessLevels.superAdmin
}

interface RequestFormOptions {
  person: Person
  choices: FormChoices
  initial: RequestFormValues
  earliestDue: CalendarDate
}

/** The form of a request, with the values that its options depend on. */
export function useRequestForm({ person, choices, initial, earliestDue }: RequestFormOptions) {
  const schema = requestFormSchema({
    ownLevel: person.access_level,
    levelOf: (requesterId) => levelFor(person, choices, requesterId),
    earliestDue,
    choices,
  })
  const form: RequestForm = useZodForm(schema, initial)
  const [requesterId, dealer_group_id, dealership_id, department_id] = useWatch({
    control: form.control,
    name: ['requester_id', 'dealer_group_id', 'dealership_id', 'department_id'],
  })
  const chosen: ChosenPlace = { dealer_group_id, dealership_id, department_id }
  const places = placesFor(person, choices, requesterId)
  return { form, chosen, places, level: levelFor(person, choices, requesterId) }
}

function findRequester(choices: FormChoices, id: number | null): Requester | undefined {
  return choices.requesters?.find((requester) => requester.id === id)
}

function assignmentOf({ dealer_group_id, dealership_id, department_id }: Person): Assignment {
  return { dealerGroupId: dealer_group_id, dealershipIds: dealership_id, departmentIds: department_id }
}

function assignmentOfRequester({ dealer_group_id, dealership_ids, department_ids }: Requester): Assignment {
  return { dealerGroupId: dealer_group_id, dealershipIds: dealership_ids, departmentIds: department_ids }
}

/**
 * Called before the form is sent. Returns false if there are errors that the schema doesn't cover, which are shown
 * elsewhere.
 */
export type LastCheck = RefObject<(() => boolean) | null>

/** Submits the form after all documents have been uploaded; reports an upload that failed. */
export function useSubmit(
  form: RequestForm,
  { isSending, uploads: { uploads, allAdded } }: FormDocuments,
  lastCheck: LastCheck,
  onSubmit: (body: ReturnType<typeof bodyOf>) => void,
) {
  const isOpen = useRef(true)
  const [tried, setTried] = useState(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function submit() {
    setTried(true)
    if (!(await allAdded()) || !isOpen.current) return
    // Includes text typed while the documents were uploading.
    await form.handleSubmit((values) => lastCheck.current?.() !== false && onSubmit(bodyOf(values)))()
  }
  const isStopped = tried && uploads.some(({ error }) => error !== undefined)
  return { submit, isWaiting: form.formState.isSubmitting && isSending, isStopped }
}

export type RequestForm = UseFormReturn<RequestFormValues, unknown, CreateInput>

/** A user for whom an admin can create a request. */
interface Requester {
  id: number
  name: string
  access_level: AccessLevel
  dealer_group_id: number | null
  dealership_ids: number[]
  department_ids: number[]
}

/** The options of all selects of the form. */
export interface FormChoices {
  places: Places
  purposes: readonly Purpose[]
  deliveryMethods: readonly DeliveryMethod[]
  /** The users for whom a request can be created. Only an admin can choose the requester. */
  requesters?: readonly Requester[] | undefined
}

/** Returns to the previous screen, or to this path if the screen was opened directly. */
export function useGoBack(fallback: string): () => void {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  return () => (canGoBack ? history.back() : void navigate({ to: fallback }))
}
