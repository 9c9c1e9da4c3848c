import { type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { Flow } from './flow.ts'
import type { Ink } from './ink.ts'
import type { Letters } from './letters.ts'

interface Sum {
  readonly count: number
  readonly cents: Cents
}

/** The data for a printed reconciliation at the end of a day. `madeAt` is in milliseconds. */
export interface ReconciliationPaper {
  readonly kind: 'reconciliation'
  readonly account: string
  readonly payer: string
  readonly asOf: CalendarDate
  /** The day through which the account is reconciled, as a sentence. */
  readonly reach: string
  readonly madeAt: number
  readonly madeBy: string
  readonly staleDays: number
  readonly issued: Sum
  readonly voided: Sum
  readonly stopped: Sum
  readonly book: Sum
  readonly cleared: Sum
  readonly outstanding: Sum
  readonly stale: Sum
  readonly paid: Sum
  readonly unmatched: Sum
  readonly unresolved: Sum
  /** Accepted payments that differ in amount from their check. */
  readonly differences: readonly {
    readonly number: number
    readonly payee: string
    readonly amount: Cents
    readonly paid: Cents
    readonly paidOn: CalendarDate
  }[]
  readonly checks: readonly {
    readonly number: number
    readonly date: CalendarDate
    readonly payee: string
    readonly amount: Cents
    readonly days: number
    readonly isStale: boolean
  }[]
}

/** The reconciliation with room for two signatures, followed by every outstanding check. */
export function composeReconciliation(letters: Letters, paper: ReconciliationPaper): Ink[][] {
  const { asOf, account, payer, checks, outstanding } = paper
  const flow = new Flow(letters)
  flow.write(`Reconciliation as of ${formatDate(asOf)}`, { size: 18, weight: 'bold' })
  flow.write(account, { size: 10 })
  flow.write(payer, { size: 10 })
  const [day = '', time = ''] = new Date(paper.madeAt).toISOString().split('T')
  flow.write(`Created on ${formatDate(day)} at ${time.slice(0, 5)} UTC by ${paper.madeBy}`, { size: 10 })
  flow.table(
    [
      { head: 'Line', width: 300, align: 'left' },
      { head: 'Checks', width: 70, align: 'right' },
      { head: 'Amount', width: 110, align: 'right' },
    ],
    balanceLines(paper).map(([name, { count, cents }]) => [name, count.toLocaleString('en-US'), dollars(cents)]),
  )
  flow.write(verdictOn(paper), { size: 10, weight: 'bold', above: 10 })
  flow.write(paper.reach, { size: 10, weight: 'bold', above: 4 })
  flow.write(dayInWords, { size: 9, above: 6 })
  flow.write('Prepared by ____________________________    Date ____________', { size: 10, above: 24 })
  flow.write('Reviewed by ____________________________    Date ____________', { size: 10, above: 12 })
  if (paper.differences.length > 0) writeDifferences(flow, paper)
  flow.write(
    `Outstanding checks: ${outstanding.count.toLocaleString('en-US')}, ${dollars(outstanding.cents)} in total`,
    {
      size: 12,
      weight: 'bold',
      above: 24,
    },
  )
  flow.table(
    [
      { head: 'Number', width: 60, align: 'right' },
      { head: 'Date', width: 70, align: 'left' },
      { head: 'Payee', width: 186, align: 'left' },
      { head: 'Days', width: 36, align: 'right' },
      { head: '', width: 30, align: 'left' },
      { head: 'Amount', width: 82, align: 'right' },
    ],
    checks.map(({ number, date, payee, days, isStale, amount }) => [
      ...[String(number), formatDate(date), payee, days.toLocaleString('en-US'), isStale ? 'stale' : ''],
      dollars(amount),
    ]),
  )
  return flow.pages()
}

// The register's date can differ from the bank's if a month was closed before the file arrived (decision 100).
const dayInWords = 'This report counts a check as cleared on the day the bank paid it, to match the bank statement.'

function writeDifferences(flow: Flow, { differences }: ReconciliationPaper): void {
  flow.write('Accepted payments with a different amount', { size: 12, weight: 'bold', above: 24 })
  flow.table(
    [
      { head: 'Number', width: 60, align: 'right' },
      { head: 'Paid', width: 70, align: 'left' },
      { head: 'Payee', width: 118, align: 'left' },
      { head: 'Register', width: 72, align: 'right' },
      { head: 'Bank', width: 72, align: 'right' },
      { head: 'Difference', width: 72, align: 'right' },
    ],
    differences.map(({ number, paidOn, payee, amount, paid }) => [
      ...[String(number), formatDate(paidOn), payee, dollars(amount), dollars(paid), dollars(paid - amount)],
    ]),
  )
}

function balanceLines(paper: ReconciliationPaper): [string, Sum][] {
  return [
    ['Issued', paper.issued],
    ['Voided', paper.voided],
    ['Stopped', paper.stopped],
    ['Book: issued less voided and stopped', paper.book],
    ['Cleared', paper.cleared],
    ['Outstanding: book less cleared', paper.outstanding],
    [`Outstanding for more than ${paper.staleDays} days`, paper.stale],
    ['Paid by the bank for the cleared checks', paper.paid],
    ['Other bank payments: exceptions', paper.unmatched],
    ['Unresolved exceptions', paper.unresolved],
  ]
}

function verdictOn({ paid, cleared, differences, unresolved }: ReconciliationPaper): string {
  const difference = paid.cents - cleared.cents
  const explained = differences.reduce((sum, { paid, amount }) => sum + paid - amount, 0)
  if (difference !== 0 && difference === explained)
    return `The bank and the register differ by ${dollars(difference)}: accepted payments with a different amount.`
  if (difference !== 0) return `The bank and the register differ by ${dollars(difference)}.`
  if (unresolved.count > 0)
    return 'The cleared checks agree with the bank to the cent, but there are unresolved exceptions.'
  return 'The cleared checks agree with the bank to the cent.'
}

function dollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents))
}
