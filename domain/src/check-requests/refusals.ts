import type { RoleName } from '../access/roles.ts'

const listFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** The sentences that refuse a transition: what prevents it and what would help. */
export const sentences = {
  versionMissing:
    'A decision names the version of the request that it is about. Look at the request before you decide.',
  auditsOnly: 'You audit this dealer group: you read everything and change nothing.',
  notOwn: 'Only the person who raised this request can do this.',
  roleNever: (role: RoleName, target: string) =>
    `${role === 'admin' || role === 'approver' ? 'An' : 'A'} ${role} cannot set a check request to ${target}.`,
  onHold: ({ byName, reason }: { byName: string; reason: string }) =>
    `${byName} has put this request on hold, and someone else has to lift the hold first. The reason: ${reason}`,
  wrongStatus: (from: string, target: string, starts: string[]) =>
    `This request is ${from} now. Only a request that is ${listFormat.format(starts)} can be set to ${target}.`,
  tooMany: (count: number, most: number) =>
    `At most ${most} requests can be changed at once, and ${count} are selected.`,
  wrongStatusOfSome: (total: number, from: string[], target: string, starts: string[]) =>
    `${someOf(from.length, total)} ${listFormat.format(new Set(from))}. Only a request that is ${listFormat.format(starts)} can be set to ${target}.`,
} as const

function someOf(count: number, total: number): string {
  if (total === 1) return 'The selected request is'
  if (count === total) return `The ${total} selected requests are`
  return `${count} of the ${total} selected requests ${count === 1 ? 'is' : 'are'}`
}

/** Messages for a transition that lacks what the transition table requires. */
export const missingForTransition = {
  note: 'Say why: the requester needs to know what to do.',
  reason: 'Say why you withdraw this request: others read it who have looked at it.',
  checkNumber: 'Check number is required',
} as const
