import { areWeaker, type FactorRules, type ProofRule } from '../../access/second-factor/rules.ts'
import { type RequirementsInput, requirableItems } from '../../check-requests/required/rules.ts'
import type { PayeeSettingsInput } from '../../payees/fields.ts'
import type { VerifiedNeeded } from '../../payees/rules.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'

/** A loosening of a control: the stored fields that cause it, and its description. */
export interface Loosening {
  readonly fields: readonly string[]
  readonly says: string
}

/** A dealer group's stored settings for which 0 is looser than 1. */
const switches = {
  separation_of_duties: 'Separation of duties: off',
  account_confirmation: 'Second person for account changes: off',
  custody: 'Check custody: off',
  payee_list: 'Payee list: off',
  passwords_off: 'Password sign-in: on',
} as const

/** The columns of a dealer group that controls depend on. */
export type GroupColumns = Partial<Readonly<Record<keyof typeof switches, number>>> & { readonly idle_hours?: number }

/** The loosened settings of a dealer group: those turned off, and a longer idle time for sessions. */
export function loosenedSettings(before: GroupColumns, wanted: GroupColumns): Loosening[] {
  const off = (Object.keys(switches) as (keyof typeof switches)[]).filter(
    (name) => before[name] === 1 && wanted[name] === 0,
  )
  const [was = 0, is = was] = [before.idle_hours, wanted.idle_hours]
  return [
    ...off.map((name) => ({ fields: [name], says: switches[name] })),
    ...(is > was ? [{ fields: ['idle_hours'], says: `Idle limit: ${is} hours instead of ${was}` }] : []),
  ]
}

/** A dealer group's connections, for which 1 is looser than 0. */
const connections = {
  personal_tokens: 'Access tokens for users: on',
  personal_chats: 'Personal chats for users: on',
} as const

/** The connections that a dealer group turned on. */
export function loosenedConnections(
  before: { readonly [Name in keyof typeof connections]: number | null },
  wanted: { readonly [Name in keyof typeof connections]?: number },
): Loosening[] {
  const names = Object.keys(connections) as (keyof typeof connections)[]
  const on = names.filter((name) => before[name] !== 1 && wanted[name] === 1)
  return on.map((name) => ({ fields: [name], says: connections[name] }))
}

/** The loosened rules for second factors or recent sign-ins. */
export function loosenedFactors(before: FactorRules & ProofRule, wanted: FactorRules & ProofRule): Loosening[] {
  const { approveAbove } = wanted
  const factors = ['second_factor_roles', 'second_factor_from']
  return [
    ...(areWeaker({ ...wanted, approveAbove: before.approveAbove }, before)
      ? [{ fields: factors, says: 'Second factor: required for fewer roles, or later' }]
      : []),
    ...(areWeaker({ ...before, approveAbove }, before)
      ? [{ fields: ['approve_above_cents'], says: `Recent sign-in for approvals: ${proofInWords(approveAbove)}` }]
      : []),
  ]
}

function proofInWords(above: Cents | null): string {
  return above === null ? 'not required' : `required only above ${formatDollars(centsToDollars(above))}`
}

/** What emails to approvers show and let them do. Null stands for nothing. */
interface MailRules {
  readonly mail_decisions_cents: Cents | null
  readonly mail_pages: number | null
}

/** A higher limit up to which an email's link is enough to decide, or first pages in emails (decisions 186 and 192). */
export function loosenedMails(
  { mail_decisions_cents: was, mail_pages: had }: MailRules,
  { mail_decisions_cents: is, mail_pages: has }: MailRules,
): Loosening[] {
  const decides = is === null || (was !== null && is <= was) ? null : formatDollars(centsToDollars(is))
  const isOn = has === 1 && had !== 1
  return [
    ...(decides === null
      ? []
      : [{ fields: ['mail_decisions_cents'], says: `Decisions by email without signing in: up to ${decides}` }]),
    ...(isOn ? [{ fields: ['mail_pages'], says: 'First pages of documents in approvers’ emails: on' }] : []),
  ]
}

/** A higher limit up to which recurring requests are submitted automatically; null stands for none. */
export function loosenedRecurringLimit(was: Cents | null, is: Cents | null): Loosening[] {
  if (is === null || (was !== null && is <= was)) return []
  const says = `Recurring requests: submitted automatically up to ${formatDollars(centsToDollars(is))}`
  return [{ fields: ['recurring_limit_cents'], says }]
}

type Names = ReadonlyMap<number, string>
type Needs = NonNullable<PayeeSettingsInput['purposes']>

/** The strictest combination of two sets of second-factor rules. It may take effect immediately. */
export function strictestFactors(before: FactorRules, wanted: FactorRules): FactorRules {
  const days = [before.from, wanted.from].filter((from) => from !== null).sort()
  const roleIds = [...new Set([...before.roleIds, ...wanted.roleIds])].sort()
  return { roleIds, from: days[0] ?? null }
}

/** Purposes that now need a verified payee later than before, or not at all. */
export function loosenedNeeds(before: Needs, wanted: Needs, purposes: Names): Loosening[] {
  const needOf = (needs: Needs, id: number) =>
    needs.find(({ purpose_id }) => purpose_id === id)?.verified_needed ?? 'no'
  return before.flatMap(({ purpose_id, verified_needed: was }) => {
    const is = needOf(wanted, purpose_id)
    const says = `Verified payee for ${nameOf(purposes, purpose_id)}: ${inWords[is]} instead of ${inWords[was]}`
    return strictness.indexOf(is) < strictness.indexOf(was) ? [{ fields: ['payee_needs'], says }] : []
  })
}

/** The strictest combination of two lists of needs for verified payees. */
export function strictestNeeds(before: Needs, wanted: Needs): Needs {
  const kept = before.map((one) => {
    const other = wanted.find(({ purpose_id }) => purpose_id === one.purpose_id)
    return other && strictness.indexOf(other.verified_needed) > strictness.indexOf(one.verified_needed) ? other : one
  })
  return [...kept, ...added(before, wanted)]
}

function added<One extends { readonly purpose_id: number }>(before: readonly One[], wanted: readonly One[]): One[] {
  const known = new Set(before.map(({ purpose_id }) => purpose_id))
  return wanted.filter(({ purpose_id }) => !known.has(purpose_id))
}

const strictness: readonly VerifiedNeeded[] = ['no', 'before printing', 'before approval']
const inWords: Readonly<Record<VerifiedNeeded, string>> = {
  no: 'not required',
  'before printing': 'required before printing',
  'before approval': 'required before approval',
}

type Requirements = RequirementsInput['purposes']

/** Requirements of purposes that were removed or now only cause a warning. */
export function loosenedRequirements(before: Requirements, wanted: Requirements, purposes: Names): Loosening[] {
  return before.flatMap(({ purpose_id, demands }) => {
    const kept = wanted.find((one) => one.purpose_id === purpose_id)?.demands ?? []
    return demands.flatMap(({ item, level }) => {
      const now = kept.find((one) => one.item === item)?.level
      if (now === 'must' || now === level) return []
      const label = requirableItems.find((one) => one.item === item)?.label ?? item
      const what = now === undefined ? 'no longer required' : 'warning only'
      return [{ fields: ['purpose_demands'], says: `${label} for ${nameOf(purposes, purpose_id)}: ${what}` }]
    })
  })
}

/** The strictest combination of two lists of purpose requirements. */
export function strictestRequirements(before: Requirements, wanted: Requirements): Requirements {
  const kept = before.map(({ purpose_id, demands }) => {
    const others = wanted.find((one) => one.purpose_id === purpose_id)?.demands ?? []
    const items = new Set(demands.map(({ item }) => item))
    const stricter = demands.map(
      (one) => others.find(({ item, level }) => item === one.item && level === 'must') ?? one,
    )
    return { purpose_id, demands: [...stricter, ...others.filter(({ item }) => !items.has(item))] }
  })
  return [...kept, ...added(before, wanted)]
}

/**
 * A chosen, replaced, or removed template for positive-pay files. Changing the columns of bank files loosens nothing, because
 * lines that don't match the register become exceptions.
 */
export function loosenedTemplate(was: string | null, is: string | null | undefined): Loosening[] {
  if (is === undefined || is === was) return []
  const replaced = is === null ? 'removed' : 'replaced'
  const how = was === null ? 'chosen' : replaced
  return [{ fields: ['positive_pay_template'], says: `Positive-pay template: ${how}` }]
}

/** Names in bank files that now mean the account: another account's payments could be read as its own. */
export function loosenedBankNames(
  was: readonly string[],
  is: readonly string[],
  masked: (name: string) => string,
): Loosening[] {
  const fresh = is.filter((name) => !was.includes(name)).map(masked)
  if (fresh.length === 0) return []
  return [{ fields: ['sealed_bank_names'], says: `Names at the bank: ${fresh.join(', ')}` }]
}

function nameOf(purposes: Names, id: number): string {
  return purposes.get(id) ?? 'a deleted purpose'
}
