import type { Cents } from '../../values/money.ts'
import { addUp } from '../accounting/lines.ts'
import type { JournalField, JournalLine, JournalTemplate } from './template.ts'

/** A line of a file: a part of a check's amount, on one side of the books. */
export interface JournalPart {
  /** From 1 within its event. */
  readonly number: number
  readonly side: 'debit' | 'credit'
  readonly account: string | null
  readonly accountName: string | null
  readonly controlNumber: string | null
  /** Above zero, on its side. */
  readonly cents: Cents
  /** The line of the account that checks are drawn on; it repeats what the lines before it add up to. */
  readonly isOfChecks: boolean
}

const ofAccounts: readonly JournalField[] = ['line', 'account', 'account_name', 'control_number', 'debit', 'credit']

/** Does this template want a line for each accounting line? Others have one line for each event. */
function splitsEvents({ columns, checks_account }: JournalTemplate): boolean {
  return Boolean(checks_account) || columns.some(({ field }) => ofAccounts.includes(field))
}

/**
 * The lines that an event has in a file. An issue debits what its request is charged to, and credits the account of the
 * checks, if the template names one; a void does the reverse. The parts of each side add up to the check's amount. What
 * has no accounting lines, or some that do not add up to the check, is one part for the account of such amounts.
 */
export function partsOf(line: JournalLine, template: JournalTemplate): JournalPart[] {
  const [charged, other] = line.kind === 'issue' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const whole = { controlNumber: null, accountName: null, cents: line.cents }
  const parts = chargedTo(line, template).map((part) => ({ ...part, side: charged, isOfChecks: false }))
  const { checks_account } = template
  const ofChecks = checks_account ? [{ ...whole, account: checks_account, side: other, isOfChecks: true }] : []
  return [...parts, ...ofChecks].map((part, index) => ({ ...part, number: index + 1 }))
}

function chargedTo(
  { cents, facts: { accounting = [] } }: JournalLine,
  template: JournalTemplate,
): Omit<JournalPart, 'number' | 'side' | 'isOfChecks'>[] {
  const whole = { account: template.open_account ?? null, accountName: null, controlNumber: null, cents }
  if (!(splitsEvents(template) && addUp(accounting, cents))) return [whole]
  return accounting.map(({ account, account_name, control_number, cents }) => {
    return { account, accountName: account_name, controlNumber: control_number, cents }
  })
}
