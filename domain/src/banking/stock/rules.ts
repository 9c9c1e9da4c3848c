import type { BoxState } from './fields.ts'

/** A box of checks, as the rules see it. `last`: null for one that nobody counts. `next`: the next number in it. */
export interface Box {
  readonly place: string
  readonly first: number
  readonly last: number | null
  readonly next: number
}

/** How sentences name a box. */
export function boxInWords({ place, first, last }: Box): string {
  return last === null ? `${place}, from ${first} on` : `${place}, ${first} to ${last}`
}

/** How many checks of a box were not taken so far; null where nobody counts them. */
export function leftIn({ last, next }: Pick<Box, 'last' | 'next'>): number | null {
  return last === null ? null : Math.max(0, last - next + 1)
}

/** Why so many checks cannot be taken from a box, from a number on; undefined when they can. */
export function refusalToTake(box: Box, { first, count }: { readonly first: number; readonly count: number }) {
  const { last } = box
  if (first < box.first) return `Number ${first} is not in the box in use (${boxInWords(box)}). ${another}`
  if (last === null) return undefined
  if (box.next > last) return `The box in use (${boxInWords(box)}) is used up. ${another}`
  const left = Math.max(0, last - first + 1)
  if (count <= left) return undefined
  if (left === 0) return `Number ${first} is not in the box in use (${boxInWords(box)}). ${another}`
  const has = left === 1 ? '1 check' : `${left} checks`
  return `The box in use (${boxInWords(box)}) has ${has} left from number ${first} on, and this takes ${count}. Take fewer, or put another box in use.`
}

const another = 'Put another box in use at the bank account.'

/** Why this person cannot count a box; undefined when they can. */
export function refusalToCount(
  userId: number,
  box: { readonly state: BoxState; readonly receivedById: number | null },
) {
  if (box.state !== 'received') return 'This box does not wait to be counted.'
  return userId === box.receivedById ? 'You received this box, so somebody else has to count it.' : undefined
}

/** Why a box cannot be in use; undefined when it can. */
export function refusalToUse(box: Box & { readonly state: BoxState }): string | undefined {
  if (box.state === 'received') return 'A second person has to count this box before it is in use.'
  if (box.state === 'in use') return 'This box is in use already.'
  if (box.state === 'ended') return 'This box has ended.'
  return undefined
}

/** True for a box that holds checks to be drawn, now or later. */
export function isStock(state: BoxState): boolean {
  return state !== 'ended'
}
