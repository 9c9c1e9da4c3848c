import { actWhenConfirmed, type EnteredCheck } from './entered/rules.ts'
import type { HandOverInput } from './hand-over.ts'
import { type CheckActName, type CheckState, stateAfter, stateWords } from './lifecycle.ts'

/** How a check leaves the house. */
export const kindWords: Record<HandOverInput['kind'], string> = {
  'picked up': 'Picked up',
  mailed: 'Mailed',
  'given to requester': 'Given to the requester',
}

/** Where the row of a check comes from. */
export const originWords: Record<'run' | 'manual' | 'opening', string> = {
  run: 'Printed here',
  manual: 'Written by hand',
  opening: 'Outstanding before the account was set up here',
}

/** The state of a check as lists and exports show it: one that somebody has entered waits, and is not being printed. */
export function stateOfCheckInWords(check: EnteredCheck): string {
  if (actWhenConfirmed(check)) return 'Waiting for a second person'
  return check.state === beingPrinted ? 'Being printed' : stateWords[check.state]
}

const beingPrinted: CheckState = stateAfter('reserve')

const checkIsIssued: CheckActName = 'issue'

/** What happened to a check, read after the name of whoever did it. */
const words: Record<string, string> = {
  reserve: 'took its number for a print run',
  write: 'wrote it by hand',
  enter: 'entered it as outstanding from before',
  'confirm-entry': 'confirmed the entry',
  discard: 'discarded the entry',
  release: 'gave its number back',
  print: 'said that it came out right',
  spoil: 'said that its paper was spoiled',
  sign: 'signed it',
  issue: 'handed it over',
  clear: 'recorded that the bank has paid it',
  'ask-exception': 'asked to hand it over by exception',
  'allow-exception': 'allowed the exception',
  'refuse-exception': 'refused the exception',
  'take-back-exception': 'took the exception back',
  'ask-void': 'asked to void it',
  void: 'voided it',
  stop: 'stopped it',
  'renew-stop': 'renewed its stop',
}

/** `kind`: how the check left the house. An event without words here is shown as it is stored. */
export function eventInWords(act: string, kind: HandOverInput['kind'] | undefined): string {
  if (act === checkIsIssued && kind === 'mailed') return 'mailed it'
  return words[act] ?? act
}
