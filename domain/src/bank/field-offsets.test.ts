import { expect, test } from 'vitest'
import { fieldNames } from '../checks/layouts.ts'
import { fieldOffsets, movedFields, whyNotOnPaper } from './fields.ts'

test('allows an offset only for the fields of a check', () => {
  expect(Object.keys(fieldOffsets.shape).sort()).toEqual([...fieldNames].sort())
  expect(fieldOffsets.safeParse({ logo: { x: 1, y: 1 } }).success).toBe(false)
  expect(fieldOffsets.safeParse({ date: { x: 0.5, y: 1 } }).success).toBe(false)
})

test('stores no offset for fields that don’t move', () => {
  const offsets = { memo: { x: 0, y: -2 }, date: { x: 5, y: 10 }, payee: { x: 0, y: 0 } }
  expect(JSON.stringify(movedFields(offsets))).toBe('{"date":{"x":5,"y":10},"memo":{"x":0,"y":-2}}')
})

test('names the input with the refused offset: the sheet’s or that of a field', () => {
  const paper = { layout: 'bottom', stock: 'blank', micr: true, offset_x: 0, offset_y: 50, field_offsets: {} } as const
  expect(whyNotOnPaper(paper)).toEqual({
    sheet: { offset_y: 'The MICR line would leave the sheet by 8.0 mm. Enter 18 or less.' },
    fields: {},
  })
  const field_offsets = { date: { x: 60, y: 0 } }
  expect(whyNotOnPaper({ ...paper, layout: 'top', offset_y: 0, field_offsets })).toEqual({
    sheet: {},
    fields: { date: 'The date would leave the check by 2.6 mm. Use smaller offsets.' },
  })
})
