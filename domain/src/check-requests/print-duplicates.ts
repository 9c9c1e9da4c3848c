import { addMonths } from '../values/calendar-date.ts'
import { alikeIn } from './alike-words.ts'
import { type Compared, comparedSpan, type MatchKind, matchesOf } from './duplicates.ts'
import { hasCheck, isApproved, type Status, statuses } from './lifecycle.ts'

/** An invoice number is looked for over so many months before a check is printed (checks.md, Printing). */
const invoiceWithinMonths = 24

/** Why an approver lets a request be paid although others are alike, and in what they were alike then. */
export interface PaidThoughAlike {
  readonly by: { readonly id: number; readonly name: string }
  readonly reason: string
  readonly at: string
  readonly others: readonly { readonly id: number; readonly alike: readonly MatchKind[] }[]
}

/** A request as it is compared before a check is printed. `created_at`: ISO 8601, UTC. */
export interface ComparedRequest extends Compared {
  readonly id: number
  readonly created_at: string
  readonly reasons: readonly PaidThoughAlike[]
}

/** The time range (ISO 8601) in which others are looked for, given when the first and the last of some requests were raised. */
export function printSpan(first: string, last: string): { from: string; to: string } {
  const months = (at: string, count: number) => addMonths(at.slice(0, 10), count)
  return { from: months(first, -invoiceWithinMonths), to: `${months(last, invoiceWithinMonths)}T23:59:59.999Z` }
}

/** In what two requests are alike that nobody has given a reason for; a reason at either of them counts for both. */
export function unexplainedMatches(one: ComparedRequest, other: ComparedRequest): MatchKind[] {
  if (one.id === other.id) return []
  const explained = new Set([...explainedIn(one, other.id), ...explainedIn(other, one.id)])
  return matchesOf(one, other).filter((kind) => isNear(kind, one, other) && !explained.has(kind))
}

function explainedIn({ reasons }: ComparedRequest, id: number): MatchKind[] {
  return reasons.flatMap(({ others }) => others.flatMap((other) => (other.id === id ? [...other.alike] : [])))
}

function isNear(kind: MatchKind, one: ComparedRequest, other: ComparedRequest): boolean {
  const { from, to } =
    kind === 'invoice' ? printSpan(one.created_at, one.created_at) : comparedSpan(Date.parse(one.created_at))
  return other.created_at >= from && other.created_at <= to
}

/** Statuses in which another request keeps one that is alike from being printed: it is going to be paid, or was. */
export function statusesPaid(): Status[] {
  return statuses.filter(({ name }) => isApproved(name) || hasCheck(name))
}

/** Why a request waits to be printed. `others`: those alike; one whose number the reader may not know has none. */
export function waitsForReason(
  others: readonly { readonly number: string | undefined; readonly alike: readonly MatchKind[] }[],
): string {
  const named = others.flatMap(({ number, alike }) => (number === undefined ? [] : [`${number} (${alikeIn(alike)})`]))
  const hidden = others.length - named.length
  const unnamed = hidden === 1 ? 'a request that you cannot open' : `${hidden} requests that you cannot open`
  const list = [...named.slice(0, namedInSentence), ...more(named.length), ...(hidden > 0 ? [unnamed] : [])]
  return `It looks like ${new Intl.ListFormat('en-US').format(list)}. An approver has to say on its page why both are paid.`
}

const namedInSentence = 3

function more(count: number): string[] {
  return count > namedInSentence ? [`${count - namedInSentence} more`] : []
}
