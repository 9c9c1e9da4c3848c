import { type StatusInput, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { missingForTransition } from '@check-requests/domain/check-requests/refusals.ts'
import type { z } from 'zod'
import type { StatusChoice } from '#check-requests/status/transition-labels.ts'

export interface UpdateStatusValues {
  status_id: number | null
  note: string
  check_number: string
}

export const noStatusValues: UpdateStatusValues = { status_id: null, note: '', check_number: '' }

/** The API's schema with what the chosen move needs beside itself (R075, R178, A4). */
export function updateStatusSchema(choices: readonly StatusChoice[]) {
  const schema = statusBody.superRefine(
    ({ status_id, note, check_number }, context) => {
      const needs = choices.find(({ to }) => to.id === status_id)?.needs
      if (needs === 'note' && !note)
        context.addIssue({ code: 'custom', path: ['note'], message: missingForTransition.note })
      if (needs === 'checkNumber' && !check_number)
        context.addIssue({ code: 'custom', path: ['check_number'], message: missingForTransition.checkNumber })
    },
    { when: () => true },
  )
  // The form holds null for what has not been chosen yet; the schema refuses it.
  return schema as unknown as z.ZodType<StatusInput, UpdateStatusValues>
}
