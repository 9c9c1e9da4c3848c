import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { confirmedChanges } from '@check-requests/domain/people/confirmations/rules.ts'
import { listWithAnd, listWithOr } from '@check-requests/domain/values/lists.ts'
import { formatMoment } from '#check-requests/list/moments.ts'

/** The next step for a pending account. `own`: true to address the account's user. */
export function NextStep({ account, own = false }: { account: AccountConfirmation; own?: boolean }) {
  const { effective_at } = account
  return nextStep(account, effective_at === null ? undefined : formatMoment(effective_at), own)
}

type Waiting = Pick<
  AccountConfirmation,
  | 'name'
  | 'changes'
  | 'waiting_role_names'
  | 'scope_waits'
  | 'titles_wait'
  | 'asked_by'
  | 'password_waits'
  | 'second_people'
  | 'effective_at'
  | 'in_effect'
  | 'stopped_by'
>

/**
 * The rights not in effect: `Approver role`, `Approver and Processor roles and wider scope`; empty if all rights are in
 * effect.
 */
export function whatWaits({ waiting_role_names: names, scope_waits: scope, titles_wait: titles }: Waiting): string {
  const roles = names.length > 0 ? [`${listWithAnd(names)} ${names.length === 1 ? 'role' : 'roles'}`] : []
  return [...roles, ...(scope ? ['wider scope'] : []), ...(titles ? [titlesInWords(titles)] : [])].join(' and ')
}

/** Pending title changes as text: `Controller approval title (currently none)`. */
function titlesInWords({ asked, in_force }: NonNullable<Waiting['titles_wait']>): string {
  const noun = asked.length > 1 ? 'approval titles' : 'approval title'
  const what = asked.length > 0 ? `${listWithAnd(asked)} ${noun}` : 'removal of all approval titles'
  return `${what} (currently ${listWithAnd(in_force) || 'none'})`
}

/** The rights not in effect, addressed to the user: `Your Approver role isn't in effect yet.` */
export function ownLine(own: Waiting): string {
  const titles = own.titles_wait ? Math.max(1, own.titles_wait.asked.length) : 0
  const isOne = own.waiting_role_names.length + Number(own.scope_waits) + titles === 1
  return `Your ${whatWaits(own)} ${isOne ? 'isn’t' : 'aren’t'} in effect yet.`
}

/** The reason why the account is pending: `A new account`, `A password that someone else chose and another role`. */
export function whyItWaits({ changes }: Waiting): string {
  const labels = confirmedChanges.filter(({ name }) => changes.includes(name)).map(({ label }) => label)
  const text = listWithAnd(labels)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A line for a list: `Waiting for a second person: Approver role, requested by Grace Lindqvist`. */
export function waitingLine(waiting: Waiting): string {
  const { asked_by: names, stopped_by: stopped, in_effect } = waiting
  const asked = names.length > 0 ? `, requested by ${listWithAnd(names)}` : ''
  if (in_effect) return `In effect without a second person${asked}`
  if (stopped !== null) return `Stopped by ${stopped}: ${whatWaits(waiting)}${asked}`
  return `Waiting for a second person: ${whatWaits(waiting)}${asked}`
}

// A second admin added in the app would wait as well (decision 50).
const sooner = 'To finish today, ask the person who runs the server to add a super admin, who can confirm it.'

/** The next step. `formatted`: the display text of `effective_at`; `own`: true to address the account's user. */
export function nextStep(waiting: Waiting, formatted: string | undefined, own = false): string {
  const { name, second_people: people, password_waits, in_effect, stopped_by } = waiting
  const who = people.length > 0 ? listWithOr(people) : undefined
  if (in_effect) return who ? `${who} can confirm the change.` : 'No one else could confirm the change.'
  if (stopped_by !== null)
    return who ? `The change takes effect only when ${who} confirms it.` : 'The change doesn’t take effect.'
  if (formatted !== undefined)
    return `No one else can confirm the change, so it takes effect on ${formatted} unless someone stops it. ${sooner}`
  const then = who
    ? `${who} can confirm the change`
    : 'the change takes effect one business day later unless someone stops it'
  const first = own ? 'choose your own' : `${name} chooses a new`
  if (password_waits) return `First, ${first} password. Then ${then}.`
  return who ? `${who} can confirm the change.` : 'No one can confirm the change right now.'
}
