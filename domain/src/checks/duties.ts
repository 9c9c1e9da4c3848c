import { type Bar, type Did, type Duty, requestBars } from '../check-requests/duties.ts'

const paper = ['numbered', 'entered', 'settled'] as const satisfies readonly Duty[]
const handsInCheck = [...paper, 'signed', 'asked', 'voided', 'stopped', 'issued'] as const satisfies readonly Duty[]

/** The separated duties of checks: for each act, the earlier acts that bar the same user from it (F8, M6, M8, M13). */
export const checkBars = {
  'pay despite duplicates': requestBars.decide,
  divert: requestBars.decide,
  settle: [
    {
      by: ['raised'],
      while: 'separation',
      sentence:
        'You raised the request for check {check}, so someone else has to record how it printed (separation of duties).',
    },
  ],
  'confirm entry': [
    { by: ['entered'], sentence: 'You entered check {check}, so someone else has to confirm it.' },
    { by: ['raised'], sentence: 'You raised the request for check {check}, so someone else has to confirm it.' },
  ],
  sign: [
    { by: ['raised'], sentence: 'You raised the request for check {check}, so someone else has to sign it.' },
    { by: paper, sentence: 'You printed check {check}, so someone else has to sign it.' },
    { by: ['signed'], sentence: 'You have signed check {check}. Someone else has to be its second signer.' },
  ],
  'hand over': [
    {
      by: ['diverted'],
      sentence: 'You allowed check {check} to be handed over instead of mailed, so someone else has to hand it over.',
    },
  ],
  take: [
    {
      by: ['raised', 'approved'],
      while: 'custody',
      sentence:
        'The person who raised or approved a request can’t take its check. Hand it to the payee or mail it. Otherwise, request an exception, which someone else has to allow.',
    },
    {
      by: [...paper, 'signed'],
      while: 'custody',
      sentence:
        'The person who printed or signed a check can’t take it. Hand it to the payee or mail it. Otherwise, request an exception, which someone else has to allow.',
    },
    {
      by: ['hands over'],
      while: 'custody',
      sentence: 'You can’t hand check {check} to yourself. Someone else has to hand it to you.',
    },
  ],
  'allow exception': [
    { by: ['excepted'], sentence: 'You requested the exception for check {check}, so someone else has to allow it.' },
    { by: ['takes'], sentence: 'You are the person taking check {check}, so someone else has to allow the exception.' },
  ],
  'refuse exception': [
    { by: ['excepted'], sentence: 'You requested the exception for check {check}. Take it back instead.' },
  ],
  agree: [
    {
      by: [...paper, 'signed', 'asked'],
      sentence: 'You printed, signed, or asked to void check {check}, so someone else has to agree.',
    },
  ],
  'confirm stop': [
    {
      by: [...paper, 'signed', 'stopped'],
      sentence:
        'You printed, signed, or stopped check {check}, so someone else has to enter the bank’s confirmation number.',
    },
  ],
  'accept file': [
    {
      by: paper,
      sentence:
        'You printed check {check}, which is in this file, so someone else has to record that the bank accepted it.',
    },
  ],
  clear: [
    {
      by: handsInCheck,
      sentence: 'You handled check {check}, which is in this file, so someone else has to confirm this file.',
    },
  ],
  resolve: [
    { by: handsInCheck, sentence: 'You handled check {check}, so someone else has to resolve this exception.' },
  ],
  'un-clear': [
    { by: handsInCheck, sentence: 'You handled check {check}, so someone else has to undo its clearing.' },
    {
      by: ['undoes'],
      sentence: 'You asked to undo the clearing of check {check}, so someone else has to confirm it.',
    },
  ],
  'undo file': [
    {
      by: handsInCheck,
      sentence: 'You handled check {check}, which is in this file, so someone else has to undo this file.',
    },
  ],
} as const satisfies Record<string, readonly Bar[]>

/** The events of a check that count as duties. */
export const dutyOfEvent: Readonly<Record<string, Duty>> = {
  reserve: 'numbered',
  write: 'entered',
  enter: 'entered',
  print: 'settled',
  sign: 'signed',
  'ask-void': 'asked',
  void: 'voided',
  stop: 'stopped',
  issue: 'issued',
}

/** The duties that users performed on a check, from its history. */
export function didByEvents(events: readonly { readonly act: string; readonly user_id: number | null }[]): Did[] {
  return events.flatMap(({ act, user_id }) => {
    const duty = dutyOfEvent[act]
    return duty && user_id !== null ? [{ userId: user_id, duty }] : []
  })
}

const signing: Duty = 'signed'

/**
 * True if the bank's number for a stop payment must be entered by someone other than the person who stopped the check.
 * The number lets the request be paid again. If the stopped check is signed, two valid checks would then be
 * outstanding.
 */
export function stopTakesTwo(did: readonly Did[]): boolean {
  return did.some(({ duty }) => duty === signing)
}

/** A record of this duty for each of these users. */
export function whoDid(duty: Duty, userIds: readonly (number | null | undefined)[]): Did[] {
  return userIds.filter((id) => typeof id === 'number').map((userId) => ({ userId, duty }))
}

/** The user who printed a check, or entered it if it was handwritten. */
export function printedBy(check: Printed): Did[] {
  return [
    ...whoDid('numbered', [check.made_by_id]),
    ...whoDid('entered', [idIn(check.entered_by)]),
    ...whoDid('settled', [check.settled_by_id, check.printed_by_id]),
  ]
}

interface Printed {
  /** JSON that names the user who entered the check. */
  readonly entered_by: string | null
  readonly printed_by_id: number | null
  readonly made_by_id: number | null | undefined
  readonly settled_by_id: number | null | undefined
}

/** The user in `entered_by`, or in the `by` of `void_asked`. */
export function idIn(stored: string | null): number | undefined {
  const person = stored === null ? undefined : JSON.parse(stored)
  return person?.by?.id ?? person?.id
}
