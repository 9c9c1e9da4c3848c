import type { DemandsInput } from '../demands/fields.ts'
import { demandables } from '../demands/items.ts'
import type { PayeeSettingsInput } from '../payees/fields.ts'
import type { VerifiedNeeded } from '../payees/rules.ts'
import { areWeaker, type FactorRules, type ProofRule } from '../second-factor/rules.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'

/** Something that a change makes looser: the stored fields that would do it, and what it means in words. */
export interface Loosening {
  readonly fields: readonly string[]
  readonly says: string
}

/** The stored switches of a dealer group, of which 0 asks less than 1. */
const switches = {
  separation_of_duties: 'Separation of duties: off',
  account_confirmation: 'Second person for changes of accounts: off',
  custody: 'Custody of checks: off',
  payee_list: 'List of payees: off',
  passwords_off: 'Sign-in by password: on',
} as const

/** Columns of a dealer group, as far as controls depend on them. */
export type GroupColumns = Partial<Readonly<Record<keyof typeof switches, number>>> & { readonly idle_hours?: number }

/** Which switches of a dealer group go off, and whether sessions may be idle for longer. */
export function loosenedSettings(before: GroupColumns, wanted: GroupColumns): Loosening[] {
  const off = (Object.keys(switches) as (keyof typeof switches)[]).filter(
    (name) => before[name] === 1 && wanted[name] === 0,
  )
  const [was = 0, is = was] = [before.idle_hours, wanted.idle_hours]
  return [
    ...off.map((name) => ({ fields: [name], says: switches[name] })),
    ...(is > was ? [{ fields: ['idle_hours'], says: `Sessions end after ${is} hours without use, not ${was}` }] : []),
  ]
}

/** Whether rules of second factors, or of fresh proofs, ask less than before. */
export function loosenedFactors(before: FactorRules & ProofRule, wanted: FactorRules & ProofRule): Loosening[] {
  const { approveAbove } = wanted
  const factors = ['second_factor_roles', 'second_factor_from']
  return [
    ...(areWeaker({ ...wanted, approveAbove: before.approveAbove }, before)
      ? [{ fields: factors, says: 'Second factor: needed by fewer roles, or later' }]
      : []),
    ...(areWeaker({ ...before, approveAbove }, before)
      ? [{ fields: ['approve_above_cents'], says: `Fresh proof of approvers: ${proofInWords(approveAbove)}` }]
      : []),
  ]
}

function proofInWords(above: Cents | null): string {
  return above === null ? 'not needed' : `needed only above ${formatDollars(centsToDollars(above))}`
}

type Names = ReadonlyMap<number, string>
type Needs = NonNullable<PayeeSettingsInput['purposes']>

/** Purposes for which a verified payee is needed later, or not at all. */
export function loosenedNeeds(before: Needs, wanted: Needs, purposes: Names): Loosening[] {
  const needOf = (needs: Needs, id: number) =>
    needs.find(({ purpose_id }) => purpose_id === id)?.verified_needed ?? 'no'
  return before.flatMap(({ purpose_id, verified_needed: was }) => {
    const is = needOf(wanted, purpose_id)
    const says = `Verified payee for ${nameOf(purposes, purpose_id)}: ${inWords[is]}, not ${inWords[was]}`
    return strictness.indexOf(is) < strictness.indexOf(was) ? [{ fields: ['payee_needs'], says }] : []
  })
}

const strictness: readonly VerifiedNeeded[] = ['no', 'before printing', 'before approval']
const inWords: Readonly<Record<VerifiedNeeded, string>> = {
  no: 'not needed',
  'before printing': 'needed before printing',
  'before approval': 'needed before approval',
}

type Demands = DemandsInput['purposes']

/** What purposes demand no more, or only warn of. */
export function loosenedDemands(before: Demands, wanted: Demands, purposes: Names): Loosening[] {
  return before.flatMap(({ purpose_id, demands }) => {
    const kept = wanted.find((one) => one.purpose_id === purpose_id)?.demands ?? []
    return demands.flatMap(({ item, level }) => {
      const now = kept.find((one) => one.item === item)?.level
      if (now === 'must' || now === level) return []
      const label = demandables.find((one) => one.item === item)?.label ?? item
      const what = now === undefined ? 'not demanded' : 'only a warning'
      return [{ fields: ['purpose_demands'], says: `${label} for ${nameOf(purposes, purpose_id)}: ${what}` }]
    })
  })
}

/**
 * A template of positive-pay files that takes the place of another one, or is taken away. Other columns of a file that
 * is read loosen nothing: what does not match the register becomes an exception.
 */
export function loosenedTemplate(was: string | null, is: string | null | undefined): Loosening[] {
  if (was === null || is === undefined || is === was) return []
  return [{ fields: ['positive_pay_template'], says: `Positive-pay template: ${is === null ? 'removed' : 'replaced'}` }]
}

function nameOf(purposes: Names, id: number): string {
  return purposes.get(id) ?? 'a purpose that is gone'
}
