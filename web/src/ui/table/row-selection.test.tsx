import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from '#ui/table/row-selection.tsx'

interface Row {
  id: number
  version: number
}

const row = (id: number, version = 1): Row => ({ id, version })
const five = [1, 2, 3, 4, 5].map((id) => row(id))

/** A selection of rows; 'select all' means those with an odd id. */
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

test('a row is selected and deselected, in the order of the list', () => {
  const selection = start()
  selection.toggle(4)
  selection.toggle(2)
  expect(selection.ids()).toEqual([2, 4])
  selection.toggle(4)
  expect(selection.ids()).toEqual([2])
})

test('a range goes from the row that was toggled last, in either direction, and takes away as it gives', () => {
  const selection = start()
  selection.toggle(4)
  selection.toggle(2, true)
  expect(selection.ids()).toEqual([2, 3, 4])
  selection.toggle(5, true)
  expect(selection.ids()).toEqual([2, 3, 4, 5])
  selection.toggle(3, true)
  expect(selection.ids()).toEqual([2])
})

test('a range without a beginning is the row alone', () => {
  const selection = start()
  selection.toggle(3, true)
  expect(selection.ids()).toEqual([3])
})

test('all are those that are meant; once they are selected, the same takes everything away', () => {
  const selection = start()
  selection.toggle(2)
  act(() => selection.current().toggleAll())
  expect(selection.ids()).toEqual([1, 2, 3, 5])
  expect(selection.current().isAll).toBe(true)
  act(() => selection.current().toggleAll())
  expect(selection.ids()).toEqual([])
})

test('a selection survives new rows and shows them as they are now', () => {
  const selection = start()
  selection.toggle(3)
  selection.show([row(9), row(3, 2)])
  expect(selection.current().rows).toEqual([row(3, 2)])
  selection.show(undefined)
  selection.show(five)
  expect(selection.ids()).toEqual([3])
  expect(selection.current().lost).toBe(0)
})

test('what leaves the list is let go of, counted, and not selected when it comes back', () => {
  const selection = start()
  for (const id of [1, 2, 3]) selection.toggle(id)
  selection.show([row(3)])
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 2])
  selection.show(five)
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 2])
  selection.toggle(5)
  expect([selection.ids(), selection.current().lost]).toEqual([[3, 5], 0])
})

test('while it is held, nothing is missed; what was deselected meanwhile never is', () => {
  const selection = start()
  for (const id of [1, 2, 3]) selection.toggle(id)
  act(() => selection.current().hold(true))
  selection.show([row(3)])
  expect(selection.current().lost).toBe(0)
  act(() => selection.current().deselect([1]))
  act(() => selection.current().hold(false))
  expect([selection.ids(), selection.current().lost]).toEqual([[3], 1])
})

test('another list begins with nothing selected', () => {
  const selection = start()
  selection.toggle(1)
  selection.show(five, 'payoffs')
  expect([selection.ids(), selection.current().lost]).toEqual([[], 0])
  selection.show(five, 'parts')
  expect(selection.ids()).toEqual([])
})
