import { expect, test } from 'vitest'
import { fittingColumns, fittingWidths } from '#ui/table/fitting-columns.ts'

const columns = [
  { key: 'number', width: 150 },
  { key: 'requester', width: 100, givesWay: 3 },
  { key: 'department', width: 80, givesWay: 1 },
  { key: 'payee', width: 120, grows: true },
  { key: 'purpose', width: 90, givesWay: 2 },
  { key: 'amount', width: 100 },
]

const keysIn = (room: number) => fittingColumns(columns, room).map(({ key }) => key)

test('keeps all columns if there is room', () => {
  expect(keysIn(640)).toEqual(['number', 'requester', 'department', 'payee', 'purpose', 'amount'])
})

test.each([
  [639, ['number', 'requester', 'payee', 'purpose', 'amount']],
  [560, ['number', 'requester', 'payee', 'purpose', 'amount']],
  [559, ['number', 'requester', 'payee', 'amount']],
  [469, ['number', 'payee', 'amount']],
])('drops columns in their drop order at a width of %i pixels, and keeps the rest in sequence', (room, keys) => {
  expect(keysIn(room)).toEqual(keys)
})

test('keeps a column without a drop order at any width', () => {
  expect(keysIn(0)).toEqual(['number', 'payee', 'amount'])
})

test('keeps all columns of a table with automatic widths', () => {
  const unsized = [{ key: 'name' }, { key: 'code' }]
  expect(fittingColumns(unsized, 100)).toEqual(unsized)
})

test('applies a chosen width, drops columns to make room, and distributes the rest of the width', () => {
  const wide = columns.map((column) => (column.key === 'payee' ? { ...column, chosenWidth: 300 } : column))
  expect(fittingColumns(wide, 640).map(({ key }) => key)).toEqual(['number', 'payee', 'amount'])
  expect(fittingWidths(fittingColumns(wide, 640), 640)).toEqual(
    new Map([
      ['number', 195],
      ['payee', 300],
      ['amount', 145],
    ]),
  )
})

test('drops an optional column if another column has less than its usual width', () => {
  const extra = [
    { key: 'payee', width: 180, usualWidth: 200 },
    { key: 'due', width: 90, givesWay: 1, isExtra: true },
    { key: 'purpose', width: 80, givesWay: 2 },
  ]
  const keysIn = (room: number) => fittingColumns(extra, room).map(({ key }) => key)
  expect(keysIn(370)).toEqual(['payee', 'due', 'purpose'])
  expect(keysIn(369)).toEqual(['payee', 'purpose'])
  expect(keysIn(260)).toEqual(['payee', 'purpose'])
  expect(keysIn(259)).toEqual(['payee'])
})

test('widens columns to their usual width first, then growing columns to their maximum, then all columns', () => {
  const three = [
    { key: 'payee', width: 180, grows: true, most: 300 },
    { key: 'requester', width: 70, usualWidth: 100 },
    { key: 'amount', width: 90, usualWidth: 100 },
    { key: 'actions', width: 60, onCard: 'actions' },
  ]
  const widthsIn = (room: number) => [...fittingWidths(three, room).values()]
  expect(widthsIn(420)).toEqual([180, 85, 95, 60])
  expect(widthsIn(540)).toEqual([280, 100, 100, 60])
  expect(widthsIn(620)).toEqual([320, 120, 120, 60])
})

test('reduces chosen widths, widest first, if there is no room', () => {
  const three = [
    { key: 'number', width: 150, chosenWidth: 200 },
    { key: 'payee', width: 120, chosenWidth: 400 },
    { key: 'amount', width: 100 },
  ]
  const widths = fittingWidths(three, 480)
  expect([widths.get('number'), widths.get('payee'), widths.get('amount')]).toEqual([200, 180, 100])
  expect([...fittingWidths(three, 300).values()].reduce((sum, width) => sum + width)).toBe(370)
})

test('gives remaining room to the growing columns', () => {
  const widths = fittingWidths(columns, 700)
  expect([widths.get('payee'), widths.get('number')]).toEqual([180, 150])
})

test('divides remaining room equally among growing columns', () => {
  const two = [
    { key: 'record', width: 180, grows: true },
    { key: 'changes', width: 120, grows: true },
    { key: 'when', width: 100 },
  ]
  const widths = fittingWidths(two, 500)
  expect([widths.get('record'), widths.get('changes'), widths.get('when')]).toEqual([230, 170, 100])
})
