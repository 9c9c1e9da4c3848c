import type { StatusName } from '../check-requests/lifecycle.ts'
import { listWithOr } from '../values/lists.ts'

/** The states of a check: one row for every number ever taken from an account. */
export const checkStates = [
  'reserved',
  'released',
  'printed',
  'signed',
  'issued',
  'cleared',
  'spoiled',
  'voided',
  'stopped',
] as const
export type CheckState = (typeof checkStates)[number]

/** The states in filters and totals. */
export const stateWords: Record<CheckState, string> = {
  reserved: 'Reserved',
  released: 'Released',
  printed: 'Printed',
  signed: 'Signed',
  issued: 'Issued',
  cleared: 'Cleared',
  spoiled: 'Spoiled',
  voided: 'Void',
  stopped: 'Stopped',
}

/**
 * The acts on a check, one row each. `request`: the new status of its request; voiding or stopping a check returns its
 * request for reissue or ends it. `past`: follows the user's name or `can be`.
 */
interface CheckAct {
  readonly from: readonly CheckState[]
  readonly to: CheckState
  readonly request?: readonly [from: StatusName, to: StatusName] | 'reissued or ended'
  readonly past: string
}

/** The complete table of a check's life cycle: acts without a row here are impossible. */
// biome-ignore format: a table, one row each
export const checkActs = {
  reserve: { from: ['released'], to: 'reserved', past: 'reserved' },
  release: { from: ['reserved'], to: 'released', past: 'released' },
  print: { from: ['reserved'], to: 'printed', request: ['approved', 'printed'], past: 'printed' },
  open: { from: ['reserved'], to: 'issued', past: 'confirmed as outstanding' },
  spoil: { from: ['reserved'], to: 'spoiled', past: 'spoiled' },
  sign: { from: ['printed'], to: 'signed', request: ['printed', 'signed'], past: 'signed' },
  issue: { from: ['signed'], to: 'issued', request: ['ready', 'closed'], past: 'handed over' },
  clear: { from: ['issued'], to: 'cleared', past: 'cleared' },
  'un-clear': { from: ['cleared'], to: 'issued', past: 'set back to outstanding' },
  void: { from: ['printed', 'signed', 'issued'], to: 'voided', request: 'reissued or ended', past: 'voided' },
  stop: { from: ['printed', 'signed', 'issued'], to: 'stopped', request: 'reissued or ended', past: 'stopped' },
} as const satisfies Record<string, CheckAct>

export type CheckActName = keyof typeof checkActs

/** The statuses to which voiding and stopping return a request whose check is out (E6): for reissue, or ended. */
export const takesBack = {
  from: ['printed', 'signed', 'ready', 'closed'],
  to: ['approved', 'rejected'],
} as const satisfies Record<'from' | 'to', readonly StatusName[]>

/** The new status of a request whose check is voided or stopped. */
export type TakenBackTo = (typeof takesBack.to)[number]

/** States in which a check pays or will pay its request. A request has at most one such check. */
export const livingStates = ['reserved', 'printed', 'signed', 'issued', 'cleared'] as const satisfies CheckState[]

const endsUnpaid: readonly CheckState[] = ['spoiled', 'voided', 'stopped']

/** True for a check that no longer pays anyone and so can be replaced. */
export function canBeReissued(state: CheckState): boolean {
  return endsUnpaid.includes(state)
}

const beforeSigning: readonly CheckState[] = checkActs.sign.from

/** True for a check with missing signatures. */
export function waitsForSignature(state: CheckState): boolean {
  return beforeSigning.includes(state)
}

/** The state after an act. */
export function stateAfter(act: CheckActName): CheckState {
  return checkActs[act].to
}

/** Why an act on a check in this state is refused; undefined when it is allowed. */
export function refusalAt(
  act: CheckActName,
  { number, state }: { readonly number: number; readonly state: CheckState },
): string | undefined {
  const { from, past }: CheckAct = checkActs[act]
  if (from.includes(state)) return undefined
  if (state === 'cleared') return `The bank has paid check ${number}, so it can’t be ${past}.`
  return `Check ${number} is ${stateInWords[state]} now. Only a check that is ${listWithOr(from.map((name) => stateInWords[name]))} can be ${past}.`
}

/** The display names of check states. */
const stateInWords: Record<CheckState, string> = {
  reserved: 'in an open print run',
  released: 'released',
  printed: 'printed',
  signed: 'signed',
  issued: 'issued',
  cleared: 'cleared',
  spoiled: 'spoiled',
  voided: 'voided',
  stopped: 'stopped',
}
