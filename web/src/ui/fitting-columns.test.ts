import { expect, test } from 'vitest'
import { fittingColumns } from '#ui/fitting-columns.ts'

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
