import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MultiSelect } from '#ui/form/multi-select.tsx'

afterEach(cleanup)

const names = ['Parts', 'Sales', 'Service', 'Body Shop', 'Office', 'Detailing']
const options = names.map((label, index) => ({ value: index + 1, label }))

function show(chosen: number, maxChips?: number) {
  const onChange = vi.fn()
  const value = options.slice(0, chosen).map((option) => option.value)
  render(<MultiSelect options={options} value={value} onChange={onChange} maxChips={maxChips} />)
  const chips = screen.queryAllByRole('button', { name: /^Remove / })
  return { chips: chips.map((chip) => chip.parentElement?.textContent), onChange }
}

test.each([
  [3, undefined, names.slice(0, 3), ''],
  [5, undefined, names.slice(0, 3), '+ 2 more'],
  [6, 4, names.slice(0, 4), '+ 2 more'],
  [3, 2, names.slice(0, 2), '+ 1 more'],
  [0, 2, [], 'Select'],
])('shows %i selected options, with a limit of %j chips, as the chips %j and "%s"', (chosen, maxChips, chips, rest) => {
  expect(show(chosen, maxChips).chips).toEqual(chips)
  expect(screen.getByRole('combobox').textContent).toBe(rest)
})

test('removes only the option whose chip is removed', () => {
  const { onChange } = show(3)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Sales' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith([1, 3])
})
