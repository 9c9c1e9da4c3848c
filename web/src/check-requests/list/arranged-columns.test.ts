import { expect, test } from 'vitest'
import { arrangedColumns, layoutOf, moved, shownColumns, withChoice } from '#check-requests/list/arranged-columns.ts'
import { columns } from '#check-requests/list/columns.tsx'

const own = [columns.number, columns.payee, columns.dealership, columns.amount, columns.status]
const more = [columns.purpose]
const arrange = (choices: { key: string; shown?: boolean; width?: number }[]) =>
  arrangedColumns(own, more, { columns: choices, density: 'dense' })
const keysOf = (choices: Parameters<typeof arrange>[0]) => shownColumns(arrange(choices)).map(({ key }) => key)

test('shows the list’s default columns if no layout is saved', () => {
  const shown = shownColumns(arrangedColumns(own, more, undefined))
  expect(shown.map(({ key }) => key)).toEqual(['number', 'payee', 'dealership', 'amount', 'status'])
})

test('shows columns in the saved order without hidden columns and with added ones', () => {
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

test('puts a column missing from the layout after its usual predecessor without showing it, and ignores unknown columns', () => {
  const choices = [{ key: 'status' }, { key: 'gone', width: 90 }, { key: 'amount' }, { key: 'payee' }]
  expect(keysOf(choices)).toEqual(['number', 'status', 'amount', 'payee'])
  const all = arrange(choices).map(({ column }) => column.key)
  expect(all.indexOf('dealership')).toBe(all.indexOf('payee') + 1)
})

test.each(['number', 'payee', 'amount', 'status'])('refuses to hide the column %s', (key) => {
  expect(keysOf([{ key, shown: false }])).toContain(key)
})

test('drops columns chosen by the user after all others', () => {
  const shown = shownColumns(
    arrange([
      { key: 'dealership', shown: true },
      { key: 'purpose', shown: true },
    ]),
  )
  const turns = Object.fromEntries(shown.map(({ key, givesWay }) => [key, givesWay]))
  expect(turns).toMatchObject({ number: undefined, dealership: 102, purpose: 105 })
  expect(shown.filter(({ isExtra }) => isExtra)).toEqual([])
})

test('restores the same columns from a saved layout', () => {
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
