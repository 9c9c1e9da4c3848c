import { z } from 'zod'
import { idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'

/**
 * A box of blank checks, in the form that the rules use. `last`: null for an uncounted box. `next`: the box's next
 * number.
 */
export interface Box {
  readonly place: string
  readonly first: number
  readonly last: number | null
  readonly next: number
}

export function boxInWords({ place, first, last }: Box): string {
  return last === null ? `${place}, starting at ${first}` : `${place}, ${first} to ${last}`
}

/** The number of checks left in a box; null for an uncounted box. */
export function leftIn({ last, next }: Pick<Box, 'last' | 'next'>): number | null {
  return last === null ? null : Math.max(0, last - next + 1)
}

/** The range of numbers to take: the first one and how many. */
interface Wanted {
  readonly first: number
  readonly count: number
}

/**
 * Why these checks can't be taken from a box; undefined when they can. `others`: the other boxes with checks left. An
 * uncounted box ends where another box begins.
 */
export function refusalToTake(box: Box, { first, count }: Wanted, others: readonly Box[]): string | undefined {
  const { last } = box
  if (first < box.first) return `Number ${first} isn’t in the box in use (${boxInWords(box)}). ${another}`
  if (last === null) {
    const met = boxBetween(box.next, first + count, others)
    return met && `Number ${Math.max(box.next, met.first)} is in another box (${boxInWords(met)}). Put that box in use.`
  }
  if (box.next > last) return `The box in use (${boxInWords(box)}) is used up. ${another}`
  const left = Math.max(0, last - first + 1)
  if (count <= left) return undefined
  if (left === 0) return `Number ${first} isn’t in the box in use (${boxInWords(box)}). ${another}`
  const has = left === 1 ? '1 check' : `${left} checks`
  return `The box in use (${boxInWords(box)}) has ${has} left from number ${first}, but ${count} are needed. Print fewer checks, or put another box in use.`
}

const another = 'Put another box in use for the bank account.'

/** Why this user can't count a box; undefined when they can. */
export function refusalToCount(
  userId: number,
  box: { readonly state: BoxState; readonly receivedById: number | null },
) {
  if (box.state !== 'received') return 'This box has already been counted. Reload the page to see the count.'
  return userId === box.receivedById ? 'You received this box, so someone else has to count it.' : undefined
}

/** The account's boxes that affect whether another box can be put in use. */
interface Beside {
  /** The box in use; undefined for an account set up in a version of the product that didn't track boxes. */
  readonly before: Box | undefined
  readonly others: readonly Box[]
}

/**
 * Why a box can't be put in use; undefined when it can. Putting a box in use ends the previous box and spoils the
 * remaining numbers up to the new box, so no other box can be in between.
 */
export function refusalToUse(box: Box & { readonly state: BoxState }, { before, others }: Beside): string | undefined {
  if (box.state === 'received') return 'A second person has to count this box before it can be put in use.'
  if (box.state === 'in use') return 'This box is already in use. Reload the page to see its state.'
  if (box.state === 'ended') return 'This box can no longer be used.'
  const between = before?.last === null ? boxBetween(before.next, box.first, others) : undefined
  return (
    between && `The numbers of another box (${boxInWords(between)}) come first. Put that box in use before this one.`
  )
}

/** Why a new box can't be received: its numbers overlap those of another box. Undefined when it can be received. */
export function refusalToReceive({ first, last }: Box, others: readonly Box[]): string | undefined {
  // Of an uncounted box, only the numbers already taken are known.
  const other = others.find((one) => (last ?? first) >= one.first && first <= (one.last ?? one.next - 1))
  return other && `Some of these numbers are in another box (${boxInWords(other)}).`
}

/** A counted box that contains a number in the range from `from` up to, but not including, `to`. */
function boxBetween(from: number, to: number, boxes: readonly Box[]): Box | undefined {
  return boxes.find(({ first, last }) => last !== null && first < to && last >= from)
}

/** True for a box whose checks can be used now or later. */
export function isStock(state: BoxState): boolean {
  return state !== 'ended'
}

/** True for the box that supplies the account's next numbers. */
export function isInUse(state: BoxState): boolean {
  return state === 'in use'
}

/** The states of a box of checks. A box that was put away has the state 'counted' and can be put in use again. */
export const boxStates = ['received', 'counted', 'in use', 'ended'] as const
export type BoxState = (typeof boxStates)[number]

/** Maximum number of checks in a box. */
const mostInBox = 100_000

const checkNumber = (missing: string) => z.int({ error: missing }).min(1, { error: missing }).max(9_999_999_999)

const numbers = {
  first_number: checkNumber('Enter the first check number'),
  last_number: checkNumber('Enter the last check number'),
}

/** Body of a call that receives a box. `holder_id`: the user who keeps the box. */
export const receiveBoxBody = z
  .strictObject({
    place: nameField('Enter the location of the box.', 100),
    ...numbers,
    holder_id: idField('Choose the person who keeps the box.').nullable().default(null),
  })
  .superRefine(({ first_number, last_number }, context) => {
    if (last_number < first_number)
      context.addIssue({ code: 'custom', path: ['last_number'], message: 'The last number is below the first number.' })
    if (last_number - first_number >= mostInBox)
      context.addIssue({ code: 'custom', path: ['last_number'], message: 'A box can have at most 100,000 checks.' })
  })
export type ReceiveBoxInput = z.output<typeof receiveBoxBody>

/**
 * Body of a call that counts a box: the first and last numbers seen by the counter, who isn't shown the numbers
 * recorded on receipt.
 */
export const countBoxBody = z.strictObject({ ...numbers, version: versionField })
export type CountBoxInput = z.output<typeof countBoxBody>

/** Body of a call that puts a box in use, or removes one received by mistake. */
export const boxVersionBody = z.strictObject({ version: versionField })

const named = z.object({ id: z.int(), name: z.string() })

/** A box of an account's check stock. */
export const stockBoxReply = z
  .object({
    id: z.int(),
    version: z.int(),
    bank_account_id: z.int(),
    place: z.string(),
    first_number: z.int(),
    last_number: z.int().nullable().describe('Null for an account’s initial box, which is never counted'),
    next_number: z.int(),
    left: z.int().nullable().describe('The number of unused checks; null for an uncounted box'),
    holder: named.nullable(),
    state: z.enum(boxStates),
    received_by: named.nullable(),
    received_at: z.iso.datetime(),
    counted_by: named.nullable(),
    counted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'StockBox' })
export type StockBoxReply = z.output<typeof stockBoxReply>
