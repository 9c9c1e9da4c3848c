import type { RoleName } from '../access/roles.ts'
import { listWithOr } from '../values/lists.ts'

/** The sentences that refuse a transition, each with the obstacle and the remedy. */
export const sentences = {
  versionMissing: 'The version of the request is missing. Review the request before you decide.',
  auditsOnly: 'You are an auditor of this dealer group. Auditors can view everything but can’t make changes.',
  notOwn: 'Only the requester of this check request can do this.',
  roleNever: (role: RoleName, target: string) =>
    `${role === 'admin' || role === 'approver' ? 'An' : 'A'} ${role} can’t set a check request to ${target}.`,
  onHold: ({ byName, reason }: { byName: string; reason: string }) =>
    `${byName} has put this request on hold, and someone else has to lift the hold first. The reason: ${reason}`,
  wrongStatus: (from: string, target: string, starts: string[]) =>
    `This request is ${from} now. Only a request that is ${listWithOr(starts)} can be set to ${target}.`,
  tooMany: (count: number, most: number) =>
    `At most ${most} requests can be changed at once, and ${count} are selected.`,
  wrongStatusOfSome: (total: number, from: string[], target: string, starts: string[]) =>
    `${someOf(from.length, total)} ${listWithOr(new Set(from))}. Only a request that is ${listWithOr(starts)} can be set to ${target}.`,
} as const

function someOf(count: number, total: number): string {
  if (total === 1) return 'The selected request is'
  if (count === total) return `The ${total} selected requests are`
  return `${count} of the ${total} selected requests ${count === 1 ? 'is' : 'are'}`
}

/** Messages for missing input required by the transition table. */
export const missingForTransition = {
  note: 'Enter a reason so that the requester knows what to do.',
  reason: 'Enter the reason for withdrawing this request. Its reviewers will see the reason.',
  checkNumber: 'Check number is required',
} as const

/**
 * The check of a request whose dealership draws on a bank account (E6). `draws`: the next check is printed in a print
 * run. `exists`: the request has a check drawn on an account, and its status follows the check's life cycle. `isInRun`:
 * its number is reserved in an unsettled print run or for an unconfirmed handwritten check.
 */
export interface RequestCheck {
  readonly draws: boolean
  readonly exists: boolean
  readonly isInRun: boolean
}

/** The act on the check that replaces each status change, once a bank account is set up (E6). */
const insteadOf = {
  run: 'This dealership draws on a bank account, so its checks are printed in a print run. Choose Print Checks.',
  signing: 'This check is drawn on a bank account, so its signers confirm their signatures. Choose Sign Checks.',
  'hand-over':
    'This check is drawn on a bank account, so a processor records to whom it is handed over or when it is mailed.',
} as const
export type CheckStep = keyof typeof insteadOf

/** Why a request with a reserved check number can't change its status yet. */
export const inRun =
  'This request’s check number is reserved. Settle the print run first, or have the handwritten check confirmed.'

/**
 * Why a transition is made by an act on the check, or must wait for the check; undefined when it is neither (E6).
 * `step`: the act on the check that makes the transition once a bank account is set up.
 */
export function refusalByCheck(step: CheckStep | undefined, check: RequestCheck | undefined): string | undefined {
  if (!check) return undefined
  if (check.isInRun) return inRun
  const isByCheck = step === 'run' ? check.draws : check.exists
  return step && isByCheck ? insteadOf[step] : undefined
}

const steps = ['run', 'signing', 'hand-over'] as const satisfies CheckStep[]
const drawn = { draws: true, exists: true, isInRun: false }

/** The act that a sentence of `refusalByCheck` asks for; undefined for any other sentence. */
export function stepAskedFor(sentence: string): CheckStep | undefined {
  return sentence === inRun ? 'run' : steps.find((step) => refusalByCheck(step, drawn) === sentence)
}
