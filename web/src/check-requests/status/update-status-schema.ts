import { type StatusInput, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { missingFor } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { StatusChoice } from '#check-requests/status/transition-labels.ts'

/** The values of the form; no status until one is chosen. */
interface UpdateStatusValues {
  status_id: number | null
  note: string
  check_number: string
  received_by: string
  approved_through: string
  delivery_method_id?: number | undefined
}

export type StatusForm = UseFormReturn<UpdateStatusValues, unknown, StatusInput>

export const noStatusValues: UpdateStatusValues = {
  status_id: null,
  note: '',
  check_number: '',
  received_by: '',
  approved_through: '',
}

/** The API's schema plus what the chosen transition needs (R075, R178, A4). */
export function schemaWithNeeds(choices: readonly StatusChoice[]) {
  return statusBody.superRefine(
    (input, context) => {
      const chosen = choices.find(({ to }) => to.id === input.status_id)
      for (const [field, message] of Object.entries(chosen ? missingFor(chosen, input) : {}))
        context.addIssue({ code: 'custom', path: [field], message })
    },
    { when: () => true },
  )
}
