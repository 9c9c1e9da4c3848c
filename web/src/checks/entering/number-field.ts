import { enterOpeningBody } from '@check-requests/domain/checks/entered/fields.ts'
import { z } from 'zod'

/** A check number as it is typed. */
export const numberField = z
  .string()
  .trim()
  .regex(/^\d+$/, { error: 'Enter the number of the check' })
  .transform(Number)
  .pipe(enterOpeningBody.shape.number)
