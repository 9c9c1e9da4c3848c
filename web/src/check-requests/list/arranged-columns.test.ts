import { expect, test } from 'vitest'
import { arrangedColumns, layoutOf, moved, shownColumns, withChoice } from '#check-requests/list/arranged-columns.ts'
import { columns } from '#check-requests/list/columns.tsx'

const own = [columns.number, columns.payee, columns.dealership, columns.amount, columns.status]
const more = [columns.purpose]
const arrange = (choices: { key: string; shown?: boolean; width?: number }[]) =>
  arrangedColumns(own, more, { columns: choices, density: 'dense' })
const keysOf = (choices: Parameters<typeof arrange>[0]) => shownColumns(arrange(choices)).map(({ key }) => key)

test('a list has its own columns in its own order as long as nobody has chosen any', () => {
  const shown = shownColumns(arrangedColumns(own, more, undefined))
  expect(shown.map(({ key }) => key)).toEqual(['number', 'payee', 'dealership', 'amount', 'status'])
})

test('columns are in the chosen order, hidden or added', () => {
  const choices = [
    { key: 'amount' },
    { key: 'number' },
    { key: 'payee' },
    { key: 'dealership', shown: false },
    { key: 'purpose', shown: true },
    { key: 'status' },
  ]
  expect(keysOf(choices)).toEqual(['amount', 'number', 'payee', 'purpose', 'status'])
})

test('a column that the layout does not know is beside the one it follows; one that the list does not know is ignored', () => {
  const choices = [{ key: 'status' }, { key: 'gone', width: 90 }, { key: 'amount' }, { key: 'payee' }]
  expect(keysOf(choices)).toEqual(['number', 'status', 'amount', 'payee', 'dealership'])
})

test.each(['number', 'payee', 'amount', 'status'])('%s cannot be hidden', (key) => {
  expect(keysOf([{ key, shown: false }])).toContain(key)
})

test('columns that somebody has chosen leave after all others', () => {
  const shown = shownColumns(
    arrange([
      { key: 'dealership', shown: true },
      { key: 'purpose', shown: true },
    ]),
  )
  const turns = Object.fromEntries(shown.map(({ key, givesWay }) => [key, givesWay]))
  expect(turns).toMatchObject({ number: undefined, dealership: 101, purpose: 104 })
  expect(shown.filter(({ isExtra }) => isExtra)).toEqual([])
})

test('what is kept brings the same columns again', () => {
  const before = arrange([{ key: 'payee', width: 240 }])
  const after = moved(withChoice(before, 'dealership', { isShown: false, isChosen: true }), 'amount', 0)
  const layout = layoutOf(after, 'dense')
  expect(layout).toEqual({
    columns: [
      { key: 'amount' },
      { key: 'number' },
      { key: 'payee', width: 240 },
      { key: 'dealership', shown: false },
      { key: 'status' },
      { key: 'purpose' },
    ],
    density: 'dense',
  })
  expect(arrangedColumns(own, more, layout)).toEqual(after)
})
