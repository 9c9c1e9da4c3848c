import type { PositivePayList, PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import type { Counted } from '@check-requests/domain/bank/positive-pay/answer.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import type { BadgeColor } from '#ui/badge.tsx'

/** `3 checks, $1,234.50` or `none`. */
export function countedInWords({ count, total }: Counted): string {
  if (count === 0) return 'None'
  return `${count === 1 ? '1 check' : `${count} checks`}, ${formatDollars(total)}`
}

/** What the bank does not know, in a sentence. */
export function waitingInWords({ issues, voids, items }: Pick<PositivePayList, 'issues' | 'voids' | 'items'>): string {
  const parts = [
    ...(issues.count === 0 ? [] : [`${issuedChecks(issues.count)} of ${formatDollars(issues.total)}`]),
    ...(voids.count === 0 ? [] : [`${voidChecks(voids.count)} of ${formatDollars(voids.total)}`]),
  ]
  if (parts.length === 0 && items.length === 0) return 'There is no signed check yet to tell the bank about.'
  if (parts.length === 0) return allTold(items.filter(({ answer }) => answer === null).length)
  return `The bank does not know ${parts.join(' and ')} yet.`
}

function allTold(open: number): string {
  const all = 'Every signed check and every void is in a file'
  if (open === 0) return `${all}, and the bank has answered each.`
  return `${all}. ${open === 1 ? 'One file waits' : `${open} files wait`} for the bank’s answer.`
}

function issuedChecks(count: number): string {
  return count === 1 ? '1 signed check' : `${count} signed checks`
}

function voidChecks(count: number): string {
  return count === 1 ? '1 void' : `${count} voids`
}

/** Where a file is on its way. */
export function stateOfFile({ fetched_at, answer }: PositivePayReply): { word: string; color: BadgeColor } {
  if (answer === 'accepted') return { word: 'Accepted', color: 'green' }
  if (answer === 'refused') return { word: 'Refused', color: 'red' }
  return fetched_at === null ? { word: 'To download', color: 'blue' } : { word: 'Waits for the bank', color: 'orange' }
}

/** What has happened to a file, in order. */
export function storyOf(file: PositivePayReply): string[] {
  const { made_by, made_at, fetched_at, answer, answered_by, answered_at, reason } = file
  const made = `Made ${formatMoment(made_at)} by ${markHidden(made_by.name)}`
  const fetched = fetched_at === null ? 'Not downloaded yet' : `Downloaded first ${formatMoment(fetched_at)}`
  if (!(answer && answered_by && answered_at)) return [made, fetched]
  const answered = `${formatMoment(answered_at)} by ${markHidden(answered_by.name)}`
  if (answer === 'accepted') return [made, fetched, `Accepted, recorded ${answered}`]
  return [made, fetched, `Refused, recorded ${answered}: ${markHidden(reason ?? '')}`]
}
