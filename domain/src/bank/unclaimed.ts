import { z } from 'zod'
import { addDays, type CalendarDate, isCalendarDate } from '../values/calendar-date.ts'
import { versionField } from '../values/fields.ts'
import { isState } from '../values/us-address.ts'

const dayOfYear = z
  .string()
  .refine((text) => isCalendarDate(`2027-${text}`), { error: 'Enter a day as MM-DD, such as 06-30.' })

const state = z.string().refine(isState, { error: 'Enter a state code, such as TX.' })

const rule = z
  .strictObject({
    state,
    /** The group's name for a kind of payment, such as wages; null for all kinds that have no specific rule. */
    kind: z.string().trim().min(1).max(60).nullable().default(null),
    /** The number of months without contact from the payee after which the money is presumed abandoned. */
    dormancy_months: z.int().min(1).max(600),
    /** The cutoff date for a year's report. */
    cutoff: dayOfYear,
    /** The due date of the report and the money. */
    report: dayOfYear,
    /** The deadline for the last letter to the payee, in days before the report is due. */
    letter_days: z.int().min(0).max(365).default(60),
  })
  .meta({ id: 'DormancyRule' })
export type DormancyRule = z.output<typeof rule>

/**
 * When unclaimed property is due, by state and kind of payment: a table that the group maintains with its lawyer. The
 * product doesn't include a table, because state laws change and users would rely on the table.
 */
export const dormancyTable = z
  .array(rule)
  .max(1000)
  // With a default, the API description would suggest that only responses contain this field.
  .readonly()
  .meta({ readOnly: false })
  .superRefine((rules, context) => {
    const seen = new Set<string>()
    for (const [index, { state, kind }] of rules.entries()) {
      const key = `${state} ${kindKey(kind)}`
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `There is already a rule for ${state} and this kind of payment.`,
        })
      seen.add(key)
    }
  })

/** A dealer group's settings for unclaimed property; states are two-letter codes. */
export interface UnclaimedProperty {
  /** The state where the group is organized, which gets the money if no address names another state. */
  readonly holder_state: string | null
  readonly rules: readonly DormancyRule[]
}

/** The initial settings, without rules. Until a group fills in its table, the product reports that no rule exists. */
export const noUnclaimedProperty: UnclaimedProperty = { holder_state: null, rules: [] }

/** Body that replaces a dealer group's table of unclaimed property rules. */
export const unclaimedPropertyBody = z.strictObject({
  holder_state: state.nullable(),
  rules: dormancyTable,
  version: versionField,
})
export type UnclaimedPropertyInput = z.output<typeof unclaimedPropertyBody>

/** A dealer group's table of unclaimed property rules. `version`: the version of the dealer group. */
export const unclaimedPropertyReply = z
  .object({
    id: z.int(),
    version: z.int(),
    holder_state: z.string().nullable(),
    rules: z.array(rule),
  })
  .meta({ id: 'UnclaimedProperty' })
export type UnclaimedPropertyReply = z.output<typeof unclaimedPropertyReply>

/** An uncashed check. */
export interface UncashedCheck {
  readonly checkDate: CalendarDate
  /** The state code of the payee's last known address; null if unknown. */
  readonly payeeState: string | null
  /** The check's kind of payment in the table; null if the check has none. */
  readonly kind: string | null
}

/**
 * When and to which state a check's money is due, and why to that state; or a sentence that names the missing
 * information.
 */
export type UnclaimedDue =
  | {
      readonly state: string
      readonly because: 'payee' | 'holder'
      readonly rule: DormancyRule
      /** The day on which the money is presumed abandoned. */
      readonly dormantOn: CalendarDate
      /** The deadline for the last letter to the payee. */
      readonly letterBy: CalendarDate
      /** The due date of report and money. */
      readonly reportOn: CalendarDate
    }
  | { readonly missing: string }

/**
 * When an uncashed check is due as unclaimed property: to the state of the payee's last known address, or else to the
 * holder's state (Texas v. New Jersey, 379 U.S. 674 (1965)). The rule for the kind of payment applies, or else the
 * state's general rule. Voiding a check changes nothing, because the debt remains.
 */
export function unclaimedDue(
  check: UncashedCheck,
  { holderState, table }: { holderState: string | null; table: readonly DormancyRule[] },
): UnclaimedDue {
  const state = check.payeeState ?? holderState
  if (state === null)
    return {
      missing:
        'The payee’s state is unknown, and the holder’s state isn’t set. Set it in the unclaimed-property table.',
    }
  const ofState = table.filter((one) => one.state === state)
  const found =
    ofState.find(({ kind }) => kind !== null && kindKey(kind) === kindKey(check.kind)) ??
    ofState.find(({ kind }) => kind === null)
  if (!found)
    return {
      missing: `There is no rule for ${state} and ${check.kind ?? 'payments of any kind'}. Add one to the unclaimed-property table.`,
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

/** The same day this many months later, or the last day of that month if the month is too short. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return addDays(`${last.toISOString().slice(0, 7)}-01`, Math.min(day, last.getUTCDate()) - 1)
}

/** The first occurrence of a day of the year on or after a date. */
function firstOn(dayOfYear: string, from: CalendarDate): CalendarDate {
  const year = from.slice(0, 4)
  return `${year}-${dayOfYear}` >= from ? `${year}-${dayOfYear}` : `${Number(year) + 1}-${dayOfYear}`
}
