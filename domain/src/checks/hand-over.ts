import { z } from 'zod'
import { handOverFields, mostPoints, mostStrokes, signatureField } from './fields.ts'

const point = z.tuple([z.int().min(0).max(signatureField.width), z.int().min(0).max(signatureField.height)])

/** Body of a call that records to whom a check went. */
export const handOverBody = z.strictObject({
  ...handOverFields,
  signature: z.array(z.array(point).min(1).max(mostPoints)).max(mostStrokes).optional(),
})
export type HandOverInput = z.output<typeof handOverBody>

const named = z.object({ id: z.int(), name: z.string() })

/** Somebody asks to hand a check over although a rule forbids it, and somebody else allows it. */
export const handOverException = z.object({
  by: named,
  at: z.iso.datetime(),
  reason: z.string(),
  receiver: named.nullable().describe('Who is to take it although they raised or approved its request'),
  unknown_to_bank: z.boolean().describe('It is to leave although the bank has not accepted it yet'),
  allowed: z.object({ by: named, at: z.iso.datetime() }).nullable(),
  refused: z.object({ by: named, at: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type HandOverException = z.output<typeof handOverException>
