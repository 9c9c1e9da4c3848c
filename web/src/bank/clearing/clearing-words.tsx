import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import type {
  ClearedReply,
  ClearingPreview,
  ClearingReply,
  ExceptionReply,
} from '@check-requests/domain/bank/files/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'

/** The problem with a bank payment. */
export function KindBadge({ kind }: { kind: ExceptionKind }) {
  const { words, color } = kindInWords(kind)
  return <Badge color={color}>{words}</Badge>
}

const listFormat = new Intl.ListFormat('en-US')

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** The checks that stay cleared when a file is undone, because other files have the same payments. */
export function stillInWords({ checks, files }: { checks: number; files: readonly string[] }): string {
  const [first = '', ...more] = files
  const others = more.length > 0 ? ` and ${counted(more.length, 'other file')}` : ''
  return markHidden(`${counted(checks, 'check')}, also paid according to ${first}${others}`)
}

/** The number of days since the last bank file, as text. */
export function sinceInWords({ days_without: days, files }: ClearingReply): string {
  if (days === null) return 'No checks have been drawn on this account yet, so there is nothing to clear.'
  if (files.length === 0) {
    const since = days === 0 ? 'today' : `${counted(days, 'day')} ago`
    return `No bank file has been confirmed yet. The first check on this account was issued ${since}.`
  }
  return days === 0 ? 'Last cleared today.' : `Last cleared ${counted(days, 'day')} ago.`
}

const kinds: Readonly<Record<ExceptionKind, { readonly words: string; readonly color: BadgeColor }>> = {
  'unknown number': { words: 'Unknown number', color: 'purple' },
  'out of sequence': { words: 'Never issued', color: 'red' },
  'cleared twice': { words: 'Paid twice', color: 'red' },
  'taken back by the bank': { words: 'Taken back', color: 'orange' },
  'paid on a future day': { words: 'Paid in the future', color: 'orange' },
  'voided or stopped but paid': { words: 'Void but paid', color: 'red' },
  'paid before it was issued': { words: 'Paid before handover', color: 'orange' },
  'amount differs': { words: 'Amount differs', color: 'orange' },
  'payee differs': { words: 'Payee differs', color: 'orange' },
  'clearing undone': { words: 'Clearing undone', color: 'purple' },
}

/** The name of a kind of exception, and its color: red for money that the bank shouldn't have paid. */
export function kindInWords(kind: ExceptionKind) {
  return kinds[kind]
}

/** True for payments that the bank shouldn't have made, whose money must be recovered. */
export function isGrave(kind: ExceptionKind): boolean {
  return kinds[kind].color === 'red'
}

/** What is accepted when a payment is accepted: the bank's amount if it differs from the register, or else the payment. */
export function paymentInWords({ amount, check }: Pick<ExceptionReply, 'amount' | 'check'>): string {
  return check && check.amount !== amount ? `The bank’s amount of ${formatDollars(amount)}` : 'The payment'
}

/** True for payments without a check in the register. */
export function isUnknown({ check }: Pick<ClearingPreview['exceptions'][number], 'check'>): boolean {
  return check === null
}

/** The effects of confirming a file, as text. */
export function effectInWords({ matched, doubtful, unknown, repeated }: ClearingPreview): string {
  const exceptions = doubtful.count + unknown.count
  const effects = [
    ...(matched.count > 0 ? [`clears ${counted(matched.count, 'check')}`] : []),
    ...(exceptions > 0 ? [`opens ${counted(exceptions, 'exception')}`] : []),
  ]
  if (effects.length > 0) return `Confirming this file ${listFormat.format(effects)}.`
  return repeated > 0
    ? 'Every line of this file was confirmed before. Confirming the file changes no checks; it only records that the file was read.'
    : 'This file contains nothing to confirm.'
}

/** The effects of a confirmed file, as text. */
export function writtenInWords({ cleared, exceptions, repeated }: ClearedReply): string {
  const parts = [
    `${counted(cleared, 'check')} cleared`,
    ...(exceptions > 0 ? [`${counted(exceptions, 'exception')} opened`] : []),
    ...(repeated > 0 ? [`${counted(repeated, 'line')} known before`] : []),
  ]
  return `${listFormat.format(parts)}.`
}

/** The format of a file, as the beginning of a text. */
export function formatInWords(format: ClearingPreview['format']): string {
  if (format === null) return ''
  return `${format === 'OFX' ? 'An' : 'A'} ${format} file. `
}
