import { z } from 'zod'
import { calendarDateField, idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { auditorStates } from './rules.ts'

/** A sample has at most so many checks: each brings its case file. */
export const mostInSample = 25
/** Of so many checks at most a sample is drawn. */
export const mostSampled = 100_000

/** Body of a call that asks for somebody's right to audit their dealer group. */
export const createAuditorBody = z.strictObject({ user_id: idField('Choose a person') })

/** Body of a call that confirms what waits about a right, or asks to end it. */
export const auditorBody = z.strictObject({ version: versionField })

/** Body of a call that draws a sample. The same seed, count and period give the same checks. */
export const sampleBody = z
  .strictObject({
    seed: nameField('Enter a seed: any words or digits.', 100),
    count: z
      .int({ error: 'Enter how many checks.' })
      .min(1, { error: 'Enter how many checks.' })
      .max(mostInSample, { error: `At most ${mostInSample} checks at once.` }),
    from: calendarDateField,
    to: calendarDateField,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The period ends before it begins.' })
export type SampleInput = z.output<typeof sampleBody>

const moment = z.iso.datetime()

/** Somebody's right to audit their dealer group. */
export const auditorReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    user: z.object({ id: z.int(), name: z.string() }),
    state: z.enum(auditorStates),
    asked_by: z.object({ id: z.int(), name: z.string() }).describe('Who asked for it, or for its end'),
    asked_at: moment,
    confirmed_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    confirmed_at: moment.nullable(),
  })
  .meta({ id: 'Auditor' })
export type AuditorReply = z.output<typeof auditorReply>

/** The rights of a dealer group that have not ended, and who could have one. */
export const auditorList = z.object({
  auditors: z.array(auditorReply),
  candidates: z.array(z.object({ id: z.int(), name: z.string(), dealer_group_id: z.int() })),
})
