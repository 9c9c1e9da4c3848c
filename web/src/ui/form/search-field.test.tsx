import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from '#ui/form/search-field.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

function setUp() {
  const reported: string[] = []
  function Example() {
    const [value, setValue] = useState('')
    // The URL updates more slowly than keys are pressed.
    const change = (text: string) => {
      reported.push(text)
      setTimeout(() => setValue(text), 50)
    }
    return (
      <>
        <SearchField label="Search" value={value} onChange={change} />
        <button type="button" onClick={() => setValue('')}>
          Clear Filters
        </button>
      </>
    )
  }
  render(<Example />)
  const input = screen.getByRole<HTMLInputElement>('searchbox')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
  return { reported, input, type, pass }
}

test('reports the text once when typing pauses, and keeps later typing despite late responses', () => {
  const { reported, input, type, pass } = setUp()
  type('no')
  pass(100)
  type('nort')
  pass(210)
  expect(reported).toEqual(['nort'])
  type('north')
  pass(60)
  expect(input.value).toBe('north')
  pass(300)
  expect(reported).toEqual(['nort', 'north'])
})

test('shows a value set from outside, and can report the same text again', () => {
  const { reported, input, type, pass } = setUp()
  type('abc')
  pass(300)
  fireEvent.click(screen.getByText('Clear Filters'))
  expect(input.value).toBe('')
  type('abc')
  pass(300)
  expect(reported).toEqual(['abc', 'abc'])
})

test('focuses the field on slash, unless the user is typing elsewhere or shortcuts are off', () => {
  const { input } = setUp()
  fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
  expect(document.activeElement).not.toBe(input)
  localStorage.setItem('shortcuts', 'off')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).not.toBe(input)
  localStorage.removeItem('shortcuts')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(input)
  expect(fireEvent.keyDown(input, { key: '/' })).toBe(true)
})
