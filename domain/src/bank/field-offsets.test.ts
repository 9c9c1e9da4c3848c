import { expect, test } from 'vitest'
import { fieldNames } from '../checks/layouts.ts'
import { fieldOffsets, movedFields, whyNotFields } from './fields.ts'

test('allows an offset only for the fields of a check', () => {
  expect(Object.keys(fieldOffsets.shape).sort()).toEqual([...fieldNames].sort())
  expect(fieldOffsets.safeParse({ logo: { x: 1, y: 1 } }).success).toBe(false)
  expect(fieldOffsets.safeParse({ date: { x: 0.5, y: 1 } }).success).toBe(false)
})

test('stores no offset for fields that don’t move', () => {
  const offsets = { memo: { x: 0, y: -2 }, date: { x: 5, y: 10 }, payee: { x: 0, y: 0 } }
  expect(JSON.stringify(movedFields(offsets))).toBe('{"date":{"x":5,"y":10},"memo":{"x":0,"y":-2}}')
})

test('keeps fields on the check and above the clear band, and the MICR line within 1/16 inch of its position', () => {
  expect(whyNotFields({ date: { x: 5, y: 10 } }, true)).toEqual({})
  expect(whyNotFields({ date: { x: 60, y: 0 }, memo: { x: 0, y: 3 }, micr: { x: 0, y: 7 } }, false)).toEqual({
    date: 'Date would extend beyond the check. Use smaller offsets.',
    memo: 'Memo would overlap the clear band for the MICR line. Move it up.',
    micr: 'The MICR line can be moved by at most 1/16 inch (6). Farther away, check readers can’t find it.',
  })
})
