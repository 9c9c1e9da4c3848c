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

test('all columns stay where there is room for them', () => {
  expect(keysIn(640)).toEqual(['number', 'requester', 'department', 'payee', 'purpose', 'amount'])
})

test.each([
  [639, ['number', 'requester', 'payee', 'purpose', 'amount']],
  [560, ['number', 'requester', 'payee', 'purpose', 'amount']],
  [559, ['number', 'requester', 'payee', 'amount']],
  [469, ['number', 'payee', 'amount']],
])('in %i pixels columns leave in their turn, and the others keep their order', (room, keys) => {
  expect(keysIn(room)).toEqual(keys)
})

test('a column without a turn stays however little room there is', () => {
  expect(keysIn(0)).toEqual(['number', 'payee', 'amount'])
})

test('columns as wide as their content all stay', () => {
  const unsized = [{ key: 'name' }, { key: 'code' }]
  expect(fittingColumns(unsized, 100)).toEqual(unsized)
})

test('a chosen width counts, columns leave for it, and what is left goes to all others', () => {
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

test('a column that nobody asked for leaves where another has less than its usual width', () => {
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

test('columns reach their usual width first, then those that grow their most, and then all share', () => {
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

test('what is chosen gives way where there is no room for it, the widest first', () => {
  const three = [
    { key: 'number', width: 150, chosenWidth: 200 },
    { key: 'payee', width: 120, chosenWidth: 400 },
    { key: 'amount', width: 100 },
  ]
  const widths = fittingWidths(three, 480)
  expect([widths.get('number'), widths.get('payee'), widths.get('amount')]).toEqual([200, 180, 100])
  expect([...fittingWidths(three, 300).values()].reduce((sum, width) => sum + width)).toBe(370)
})

test('the room that is left goes to the columns that grow', () => {
  const widths = fittingWidths(columns, 700)
  expect([widths.get('payee'), widths.get('number')]).toEqual([180, 150])
})

test('columns that grow have equal parts of it beside what each needs', () => {
  const two = [
    { key: 'record', width: 180, grows: true },
    { key: 'changes', width: 120, grows: true },
    { key: 'when', width: 100 },
  ]
  const widths = fittingWidths(two, 500)
  expect([widths.get('record'), widths.get('changes'), widths.get('when')]).toEqual([230, 170, 100])
})
