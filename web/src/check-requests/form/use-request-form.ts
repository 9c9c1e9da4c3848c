import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { useWatch } from 'react-hook-form'
import { type Assignment, type ChosenPlace, type Places, placesOf } from '#check-requests/form/place-choices.ts'
import type { FormChoices, Requester, RequestForm } from '#check-requests/form/request-form-model.ts'
import { type RequestFormValues, requestFormSchema } from '#check-requests/form/request-form-values.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { useZodForm } from '#ui/form.tsx'

/** Places available to a request for this requester; without one, for the signed-in person. */
export function placesFor(person: Person, choices: FormChoices, requesterId: number | null): Places {
  const requester = findRequester(choices, requesterId)
  return placesOf(choices.places, [assignmentOf(person), ...(requester ? [assignmentOfRequester(requester)] : [])])
}

/** The level down to which a request for this requester must name its place (R170). */
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

/** The form of a request with the values that its choices depend on. */
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
