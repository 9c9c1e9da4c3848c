import { formatDate } from '../values/calendar-date.ts'
import type { handOverKinds } from './fields.ts'
import type { CheckState } from './lifecycle.ts'

/** What is known of a check that says where its paper is. */
export interface KnownOfPaper {
  readonly state: CheckState
  readonly kind: 'run' | 'manual' | 'opening'
  readonly issued_on: string | null
  readonly bank_paid_on: string | null
  readonly hand_over: {
    readonly kind: (typeof handOverKinds)[number]
    readonly receiver: string | null
    readonly tracking_number: string | null
  } | null
  /** Whether the defaced paper was photographed before the check was voided. */
  readonly isDefaced: boolean
}

const places: Readonly<Record<CheckState, (check: KnownOfPaper) => string>> = {
  reserved: ({ kind }) => (kind === 'run' ? 'At the printer' : 'With the person who entered it'),
  released: () => 'Blank paper of the stock',
  printed: () => 'In the house, not signed yet',
  signed: () => 'In the house, signed',
  issued: (check) => `${holderOf(check)}${since(check.issued_on)}`,
  cleared: ({ bank_paid_on }) => `At the bank${since(bank_paid_on)}`,
  spoiled: () => 'No longer a check: spoiled or skipped',
  voided: ({ isDefaced }) => (isDefaced ? 'In the house, defaced and photographed' : 'In the house, void'),
  stopped: () => 'Missing: the bank was asked to stop it',
}

/** Where the paper of a check is, as far as its events tell (checks.md, Records). */
export function whereIsPaper(check: KnownOfPaper): string {
  return places[check.state](check)
}

function holderOf({ hand_over }: KnownOfPaper): string {
  if (hand_over === null) return 'Out of the house'
  const { kind, receiver, tracking_number } = hand_over
  if (kind === 'mailed') return tracking_number === null ? 'In the mail' : `In the mail (${tracking_number})`
  return `With ${receiver ?? 'the person who took it'}`
}

function since(day: string | null): string {
  return day === null ? '' : ` since ${formatDate(day)}`
}
