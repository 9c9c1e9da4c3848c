import { z } from 'zod'
import { isCalendarDate } from './calendar-date.ts'
import { parseAmount } from './typed-amount.ts'

/** An amount in a request body: dollars in, integer cents out (R160, A8). */
export const amountField = z
  .union([z.number(), z.string()], { error: 'Amount is required' })
  .transform((value, context) => {
    const cents = parseAmount(value)
    if (typeof cents === 'number') return cents
    context.addIssue({ code: 'custom', message: cents })
    return z.NEVER
  })

/** A calendar date in a request body. A blank date is reported only as missing. */
export const calendarDateField = z
  .string({ error: 'Due date is required' })
  .min(1, { error: 'Due date is required' })
  .refine((text) => text === '' || isCalendarDate(text), { error: 'Enter a date as YYYY-MM-DD.' })

const atoms = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** An email address: atoms separated by dots, and a domain with at least two labels (RFC 5322, dot-atom). */
export const emailAddress = z.email({
  pattern: new RegExp(`^${atoms}(?:\\.${atoms})*@(?:${label}\\.)+(?![0-9]+$)${label}$`),
  error: 'Enter an email address.',
})

/** A required email address in a request body. */
export const emailField = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, { error: 'Email is required' })
  .max(254)
  .pipe(emailAddress)

/**
 * The version shown to the user making a change; if that version is no longer current, another change came first (A6).
 */
export const versionField = z.int().positive().optional()

/** An id in a request body. */
export function idField(missing: string) {
  return z.int({ error: missing }).positive({ error: missing })
}

/**
 * Makes a rule about several fields run even if individual fields are invalid, so that a blank form shows all messages
 * together. The rule may therefore receive invalid values.
 */
export const evenIfIncomplete = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
