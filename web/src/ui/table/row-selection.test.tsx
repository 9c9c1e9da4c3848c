import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from '#ui/table/row-selection.tsx'

interface Row {
  id: number
  version: number
}

const row = (id: number, version = 1): Row => ({ id, version })
const five = [1, 2, 3, 4, 5].map((id) => row(id))

/** A selection of rows; 'select all' means rows with an odd id. */
function start() {
  const initialProps: { rows: Row[] | undefined; about: string } = { rows: five, about: 'parts' }
  const hook = renderHook(
    (props: typeof initialProps) =>
      useSelection({ ...props, rowKey: ({ id }) => id, isMeant: ({ id }) => id % 2 === 1 }),
    { initialProps },
  )
  return {
    ids: () => hook.result.current.rows.map(({ id }) => id),
    current: () => hook.result.current,
    toggle: (id: number, range = false) => act(() => hook.result.current.toggle(row(id), range)),
    show: (shown: Row[] | undefined, about = 'parts') => hook.rerender({ rows: shown, about }),
  }
}

test('selects and deselects a row, in the order of the list', () => {
  const selection = start()
  selection.toggle(4)
  selection.toggle(2)
  expect(selection.ids()).toEqual([2, 4])
  selection.toggle(4)
  expect(selection.ids()).toEqual([2])
})

test('selects or deselects a range from the last toggled row, in either direction', () => {
  const selection = start()
  selection.toggle(4)
  selection.toggle(2, true)
  expect(selection.ids()).toEqual([2, 3, 4])
  selection.toggle(5, true)
  expect(selection.ids()).toEqual([2, 3, 4, 5])
  selection.toggle(3, true)
  expect(selection.ids()).toEqual([2])
})

test('selects a single row for a range without a start', () => {
  const selection = start()
  selection.toggle(3, true)
  expect(selection.ids()).toEqual([3])
})

test('selects all included rows, and deselects everything if all are selected', () => {
  const selection = start()
  selection.toggle(2)
  act(() => selection.current().toggleAll())
  expect(selection.ids()).toEqual([1, 2, 3, 5])
  expect(selection.current().isAll).toBe(true)
  act(() => selection.current().toggleAll())
  expect(selection.ids()).toEqual([])
})

test('keeps the selection with current data when rows are refetched', () => {
  const selection = start()
  selection.toggle(3)
  selection.show([row(9), row(3, 2)])
  expect(selection.current().rows).toEqual([row(3, 2)])
  selection.show(undefined)
  selection.show(five)
  expect(selection.ids()).toEqual([3])
  expect(selection.current().lost).toBe(0)
})

test('drops rows that leave the list from the selection, counts them, and doesn’t select them again later', () => {
  const selection = start()
  for (const id of [1, 2, 3]) selection.toggle(id)
  selection.show([row(3)])
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 2])
  selection.show(five)
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 2])
  selection.toggle(5)
  expect([selection.ids(), selection.current().lost]).toEqual([[3, 5], 0])
})

test('doesn’t count lost rows while the selection is held, or a row deselected in the meantime', () => {
  const selection = start()
  for (const id of [1, 2, 3]) selection.toggle(id)
  act(() => selection.current().hold(true))
  selection.show([row(3)])
  expect(selection.current().lost).toBe(0)
  act(() => selection.current().deselect([1]))
  act(() => selection.current().hold(false))
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 1])
})

test('starts another list with no rows selected', () => {
  const selection = start()
  selection.toggle(1)
  selection.show(five, 'payoffs')
  expect([selection.ids(), selection.current().lost]).toEqual([[], 0])
  selection.show(five, 'parts')
  expect(selection.ids()).toEqual([])
})
