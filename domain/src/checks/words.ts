import { formatDate } from '../values/calendar-date.ts'
import { actWhenConfirmed, type EnteredCheck } from './entered/rules.ts'
import type { HandOverInput, handOverKinds } from './fields.ts'
import { type CheckActName, type CheckState, stateAfter, stateWords } from './lifecycle.ts'

/** The ways a check can be delivered. */
export const kindWords: Record<HandOverInput['kind'], string> = {
  'picked up': 'Picked up',
  mailed: 'Mailed',
  'given to requester': 'Given to the requester',
}

/** The origin of a check's row. */
export const originWords: Record<'run' | 'manual' | 'opening', string> = {
  run: 'Printed here',
  manual: 'Written by hand',
  opening: 'Outstanding before the account was set up here',
}

/** The state of a check in lists and exports: a manually entered one is pending confirmation, not printing. */
export function stateOfCheckInWords(check: EnteredCheck): string {
  if (actWhenConfirmed(check)) return 'Waiting for a second person'
  return check.state === beingPrinted ? 'Being printed' : stateWords[check.state]
}

const beingPrinted: CheckState = stateAfter('reserve')

const checkIsIssued: CheckActName = 'issue'

/** The events of a check, after the user's name. */
const words: Record<string, string> = {
  reserve: 'reserved its number for a print run',
  write: 'wrote it by hand',
  enter: 'entered it as a prior outstanding check',
  'confirm-entry': 'confirmed the entry',
  discard: 'discarded the entry',
  release: 'released its number',
  print: 'confirmed that it printed correctly',
  spoil: 'marked its paper as spoiled',
  sign: 'signed it',
  issue: 'handed it over',
  clear: 'recorded that the bank paid it',
  'ask-exception': 'requested a handover exception',
  'allow-exception': 'allowed the exception',
  'refuse-exception': 'refused the exception',
  'take-back-exception': 'took back the exception',
  'ask-void': 'requested to void it',
  void: 'voided it',
  stop: 'stopped it',
  'renew-stop': 'renewed its stop payment',
  'ask-un-clear': 'asked to undo its clearing',
  'un-clear': 'undid its clearing',
  'refuse-un-clear': 'refused to undo its clearing',
  'take-back': 'recorded that the bank took its payment back',
}

/** `kind`: how the check was delivered. An event without words here is shown as stored. */
export function eventInWords(act: string, kind: HandOverInput['kind'] | undefined): string {
  if (act === checkIsIssued && kind === 'mailed') return 'mailed it'
  return words[act] ?? act
}

/** The facts that determine the location of a check's paper. */
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
  released: () => 'Blank stock paper',
  printed: () => 'In the office, not signed yet',
  signed: () => 'In the office, signed',
  issued: (check) => `${holderOf(check)}${since(check.issued_on)}`,
  cleared: ({ bank_paid_on }) => `At the bank${since(bank_paid_on)}`,
  spoiled: () => 'No longer a check: spoiled or skipped',
  voided: ({ isDefaced }) => (isDefaced ? 'In the office, defaced and photographed' : 'In the office, void'),
  stopped: () => 'Missing: the bank was asked to stop it',
}

/** The location of a check's paper according to its events (checks.md, Records). */
export function whereIsPaper(check: KnownOfPaper): string {
  return places[check.state](check)
}

function holderOf({ hand_over }: KnownOfPaper): string {
  if (hand_over === null) return 'Outside the office'
  const { kind, receiver, tracking_number } = hand_over
  if (kind === 'mailed') return tracking_number === null ? 'In the mail' : `In the mail (${tracking_number})`
  return `With ${receiver ?? 'the person who took it'}`
}

function since(day: string | null): string {
  return day === null ? '' : ` since ${formatDate(day)}`
}
