import { z } from 'zod'
import { addDays, type CalendarDate, isCalendarDate } from '../values/calendar-date.ts'
import { versionField } from '../values/fields.ts'
import { isState } from '../values/us-address.ts'

const dayOfYear = z
  .string()
  .refine((text) => isCalendarDate(`2027-${text}`), { error: 'Enter a day as MM-DD, such as 06-30' })

const state = z.string().refine(isState, { error: 'Enter the code of a state, such as TX' })

const rule = z
  .strictObject({
    state,
    /** A kind of payment as the group names it, such as wages; null for all that have no rule of their own. */
    kind: z.string().trim().min(1).max(60).nullable().default(null),
    /** After so many months without a sign of the payee, the money is presumed abandoned. */
    dormancy_months: z.int().min(1).max(600),
    /** The day up to which a year's report counts what is dormant. */
    cutoff: dayOfYear,
    /** The day on which that report and the money are due. */
    report: dayOfYear,
    /** How long before the report the last letter to the payee has to be sent at the latest, in days. */
    letter_days: z.int().min(0).max(365).default(60),
  })
  .meta({ id: 'DormancyRule' })
export type DormancyRule = z.output<typeof rule>

/**
 * When unclaimed property is due, by state and kind of payment: a table that the group keeps, with its lawyer. None is
 * shipped, because states change their laws and the product would be believed.
 */
export const dormancyTable = z
  .array(rule)
  .max(1000)
  // In the description of the API it would mean that only answers have them.
  .readonly()
  .meta({ readOnly: false })
  .superRefine((rules, context) => {
    const seen = new Set<string>()
    for (const [index, { state, kind }] of rules.entries()) {
      const key = `${state} ${kindKey(kind)}`
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index], message: `There is another rule for ${state} and this kind` })
      seen.add(key)
    }
  })

/** What a dealer group keeps about unclaimed property; a state is the code of one. */
export interface UnclaimedProperty {
  /** The state under whose law the group is organized, to which money goes where no address says another one. */
  readonly holder_state: string | null
  readonly rules: readonly DormancyRule[]
}

/** None is shipped: until a group fills its table in, the product says that it does not know. */
export const noUnclaimedProperty: UnclaimedProperty = { holder_state: null, rules: [] }

/** Body that sets the table of a dealer group, as a whole. */
export const unclaimedPropertyBody = z.strictObject({
  holder_state: state.nullable(),
  rules: dormancyTable,
  version: versionField,
})
export type UnclaimedPropertyInput = z.output<typeof unclaimedPropertyBody>

/** The table of a dealer group. `version`: of the group. */
export const unclaimedPropertyReply = z
  .object({
    id: z.int(),
    version: z.int(),
    holder_state: z.string().nullable(),
    rules: z.array(rule),
  })
  .meta({ id: 'UnclaimedProperty' })
export type UnclaimedPropertyReply = z.output<typeof unclaimedPropertyReply>

/** A check that nobody has cashed. */
export interface UncashedCheck {
  readonly checkDate: CalendarDate
  /** The code of the state of the payee's last known address; null where there is none. */
  readonly payeeState: string | null
  /** As the table names it; null for none in particular. */
  readonly kind: string | null
}

/** When the money of a check is due to a state, and why to that one; or the sentence that says what is missing. */
export type UnclaimedDue =
  | {
      readonly state: string
      readonly because: 'payee' | 'holder'
      readonly rule: DormancyRule
      /** The day on which it is presumed abandoned. */
      readonly dormantOn: CalendarDate
      /** The latest day for the last letter to the payee. */
      readonly letterBy: CalendarDate
      /** The day on which report and money are due. */
      readonly reportOn: CalendarDate
    }
  | { readonly missing: string }

/**
 * When an uncashed check is due as unclaimed property: to the state of the payee's last known address, else to that of
 * the holder (Texas v. New Jersey, 379 U.S. 674 (1965)), by the rule of the kind of payment, else the state's general
 * one. Voiding a check changes nothing of it: the debt remains.
 */
export function unclaimedDue(
  check: UncashedCheck,
  { holderState, table }: { holderState: string | null; table: readonly DormancyRule[] },
): UnclaimedDue {
  const state = check.payeeState ?? holderState
  if (state === null)
    return {
      missing:
        'No address says in which state the payee is, and the state of the holder is not set. Set it in the table of unclaimed property.',
    }
  const ofState = table.filter((one) => one.state === state)
  const found =
    ofState.find(({ kind }) => kind !== null && kindKey(kind) === kindKey(check.kind)) ??
    ofState.find(({ kind }) => kind === null)
  if (!found)
    return {
      missing: `There is no rule for ${state} and ${check.kind ?? 'payments of any kind'}. Add it to the table of unclaimed property.`,
    }
  const dormantOn = addMonths(check.checkDate, found.dormancy_months)
  const reportOn = firstOn(found.report, firstOn(found.cutoff, dormantOn))
  return {
    state,
    because: check.payeeState === null ? 'holder' : 'payee',
    rule: found,
    dormantOn,
    letterBy: addDays(reportOn, -found.letter_days),
    reportOn,
  }
}

function kindKey(kind: string | null): string {
  return kind === null ? '' : kind.trim().toLowerCase()
}

/** The same day some months later; the last of its month where there is no such day. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return addDays(`${last.toISOString().slice(0, 7)}-01`, Math.min(day, last.getUTCDate()) - 1)
}

/** The first time that a day of the year comes, on or after a date. */
function firstOn(dayOfYear: string, from: CalendarDate): CalendarDate {
  const year = from.slice(0, 4)
  return `${year}-${dayOfYear}` >= from ? `${year}-${dayOfYear}` : `${Number(year) + 1}-${dayOfYear}`
}
