import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { addBrowserParts } from '#testing/browser-parts.ts'
import { groupOptions } from '#ui/form/option.ts'
import { SuggestInput } from '#ui/form/suggest-input.tsx'

afterEach(cleanup)

const payees = ['Harbor Glass', 'Harbor Bank', 'City Treasurer'].map((value) => ({ value, label: value }))

function openField(initial = '') {
  addBrowserParts()
  function Payee() {
    const [value, setValue] = useState(initial)
    const matching = payees.filter((payee) => payee.value.toLowerCase().startsWith(value.toLowerCase()))
    return (
      <SuggestInput
        value={value}
        onChange={setValue}
        suggestions={matching}
        about="Earlier payees"
        onChoose={(payee) => setValue(payee.value)}
      />
    )
  }
  render(<Payee />)
  return userEvent.setup()
}

const field = () => screen.getByRole('combobox')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}

describe('field with suggestions', () => {
  test('offers the suggestions that match the typed text', async () => {
    const user = openField()
    await user.type(field(), 'har')
    expect(options()).toEqual(['Harbor Glass', 'Harbor Bank'])
    expect(screen.getByText('Earlier payees: 2')).toBeTruthy()
  })

  test('chooses a suggestion with arrow keys and Enter', async () => {
    const user = openField()
    await user.type(field(), 'har{ArrowDown}{ArrowDown}')
    expect(active()).toBe('Harbor Bank')
    await user.keyboard('{Enter}')
    expect(field()).toHaveProperty('value', 'Harbor Bank')
    expect(options()).toEqual([])
  })

  test('wraps around at both ends of the suggestions', async () => {
    const user = openField()
    await user.type(field(), 'har{ArrowUp}')
    expect(active()).toBe('Harbor Bank')
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Harbor Glass')
  })

  test('keeps the typed text on Escape', async () => {
    const user = openField()
    await user.type(field(), 'har{ArrowDown}{Escape}')
    expect([options(), field().getAttribute('aria-expanded')]).toEqual([[], 'false'])
    expect(field()).toHaveProperty('value', 'har')
  })

  test('accepts a text that isn’t suggested', async () => {
    const user = openField()
    await user.type(field(), 'Nobody Known{Enter}')
    expect(field()).toHaveProperty('value', 'Nobody Known')
    expect(options()).toEqual([])
  })

  test('shows no list for a suggestion that is typed in full', async () => {
    const user = openField()
    await user.type(field(), 'City Treasurer')
    expect(options()).toEqual([])
  })

  test('chooses a suggestion with the mouse', async () => {
    const user = openField()
    await user.type(field(), 'city')
    await user.click(screen.getByRole('option', { name: 'City Treasurer' }))
    expect(field()).toHaveProperty('value', 'City Treasurer')
  })
})

test('groups options by heading, in the order of each heading’s first option', () => {
  const option = (value: number, group?: string) => ({ value, label: `${value}`, group })
  const groups = groupOptions([option(1, 'B'), option(2, 'A'), option(3, 'B'), option(4)])
  expect(groups.map(({ value, items }) => [value, items.map((item) => item.value)])).toEqual([
    ['B', [1, 3]],
    ['A', [2]],
    ['', [4]],
  ])
})
