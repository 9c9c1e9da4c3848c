import { z } from 'zod'
import { type FieldName, fieldNames, type Offset, type Offsets, whyNotOffsets } from '../checks/layouts.ts'

/** Nothing on a sheet of 8.5 by 11 inches is moved farther; how far each field goes, `whyNotOffsets` says. */
const farthest = 1100
const wrong = { error: 'An offset is in hundredths of an inch' }
const own = z
  .strictObject({
    x: z.int(wrong).min(-farthest, wrong).max(farthest, wrong),
    y: z.int(wrong).min(-farthest, wrong).max(farthest, wrong),
  })
  .optional()

/** Offsets of single fields of a check beside that of its sheet, in hundredths of an inch to the right and down. */
export const fieldOffsets = z
  .strictObject({
    payer: own,
    bank: own,
    fraction: own,
    number: own,
    date: own,
    voidAfter: own,
    payee: own,
    amount: own,
    words: own,
    address: own,
    memo: own,
    signature2: own,
    signature1: own,
    micr: own,
  })
  .meta({ id: 'FieldOffsets' })
export type FieldOffsets = z.output<typeof fieldOffsets>

/** The fields that are moved at all, in the order of the check; the form in which they are stored and drawn. */
export function movedFields(offsets: FieldOffsets): Offsets['fields'] {
  const moved: Partial<Record<FieldName, Offset>> = {}
  for (const name of fieldNames) {
    const offset = offsets[name]
    if (offset && (offset.x !== 0 || offset.y !== 0)) moved[name] = { x: offset.x, y: offset.y }
  }
  return moved
}

/** Why a field cannot be moved so far, by field; empty when all can (checks.md, Records). */
export function whyNotFields(offsets: FieldOffsets, hasMicr: boolean): Partial<Record<FieldName, string>> {
  const moved = movedFields(offsets)
  const mistakes: Partial<Record<FieldName, string>> = {}
  for (const name of fieldNames) {
    const offset = moved[name]
    const refusal = offset && whyNotOffsets({ x: 0, y: 0, fields: { [name]: offset } }, hasMicr)
    if (refusal) mistakes[name] = refusal
  }
  return mistakes
}
