import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  commandKey,
  useCommandShortcut,
  useEarlyKeys,
  useSequenceShortcut,
  useShortcut,
  useSubmitShortcut,
} from '#ui/use-shortcut.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const page = (
  <>
    <input aria-label="Search" />
    <input type="checkbox" aria-label="Select" />
    <textarea aria-label="Note" />
    <button type="button">Save</button>
    <a href="/list">List</a>
    <div role="menu">
      <span>Entry</span>
    </div>
    <p>Text</p>
  </>
)

function Screen({ shortcut, act, active = true }: { shortcut: string; act: () => void; active?: boolean }) {
  useShortcut(shortcut, act, active)
  return page
}

const press = (key: string, target: Element = screen.getByText('Text'), modifiers = {}) =>
  fireEvent.keyDown(target, { key, ...modifiers })

describe('single-key shortcut', () => {
  test('runs a single-key shortcut anywhere on the page', () => {
    const act = vi.fn()
    render(<Screen shortcut="j" act={act} />)
    press('j')
    press('j', screen.getByRole('button', { name: 'Save' }))
    press('j', screen.getByLabelText('Select'))
    expect(act).toHaveBeenCalledTimes(3)
  })

  test.each(['Search', 'Note'])('doesn’t run a single-key shortcut while typing in the field %s', (label) => {
    const act = vi.fn()
    render(<Screen shortcut="j" act={act} />)
    press('j', screen.getByLabelText(label))
    expect(act).not.toHaveBeenCalled()
  })

  test('doesn’t run a single-key shortcut in a menu', () => {
    const act = vi.fn()
    render(<Screen shortcut="j" act={act} />)
    press('j', screen.getByText('Entry'))
    expect(act).not.toHaveBeenCalled()
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
    'doesn’t run a single-key shortcut with the modifier key %j',
    (modifiers) => {
      const act = vi.fn()
      render(<Screen shortcut="j" act={act} />)
      press('j', undefined, modifiers)
      expect(act).not.toHaveBeenCalled()
    },
  )

  test('leaves the Enter key to links and buttons', () => {
    const act = vi.fn()
    render(<Screen shortcut="Enter" act={act} />)
    press('Enter', screen.getByRole('link'))
    press('Enter', screen.getByRole('button'))
    expect(act).not.toHaveBeenCalled()
    press('Enter')
    expect(act).toHaveBeenCalledOnce()
  })

  test('doesn’t run a shortcut that is inactive or turned off', () => {
    const act = vi.fn()
    const { rerender } = render(<Screen shortcut="j" act={act} active={false} />)
    press('j')
    rerender(<Screen shortcut="j" act={act} />)
    localStorage.setItem('shortcuts', 'off')
    press('j')
    expect(act).not.toHaveBeenCalled()
  })
})

describe('two-key shortcut', () => {
  function Sequence({ act }: { act: () => void }) {
    useSequenceShortcut('g', { p: act })
    return page
  }

  test.each([
    ['g then p', ['g', 'p'], 1],
    ['only p', ['p'], 0],
    ['g, another key, and p', ['g', 'x', 'p'], 0],
    ['g twice and p', ['g', 'g', 'p'], 1],
  ])('runs a two-key shortcut after %s as often as expected: $2', (_, keys, times) => {
    const act = vi.fn()
    render(<Sequence act={act} />)
    for (const key of keys) press(key)
    expect(act).toHaveBeenCalledTimes(times)
  })

  test('doesn’t start a two-key shortcut while typing', () => {
    const act = vi.fn()
    render(<Sequence act={act} />)
    press('g', screen.getByLabelText('Search'))
    press('p')
    expect(act).not.toHaveBeenCalled()
  })
})

const command = commandKey.name === 'Meta' ? { metaKey: true } : { ctrlKey: true }

describe('command-key shortcut', () => {
  function Commanded({ act }: { act: () => void }) {
    useCommandShortcut('k', act)
    return <input aria-label="Search" />
  }

  test('runs a command-key shortcut in a field, in upper or lower case', () => {
    const act = vi.fn()
    render(<Commanded act={act} />)
    press('K', screen.getByLabelText('Search'), command)
    expect(act).toHaveBeenCalledOnce()
  })

  test('doesn’t run a command-key shortcut without the command key or with another modifier', () => {
    const act = vi.fn()
    render(<Commanded act={act} />)
    press('k', screen.getByLabelText('Search'))
    press('k', screen.getByLabelText('Search'), { ...command, shiftKey: true })
    expect(act).not.toHaveBeenCalled()
  })

  test('doesn’t run a command-key shortcut while a dialog is open', () => {
    const act = vi.fn()
    render(
      <>
        <Commanded act={act} />
        <div role="dialog" />
      </>,
    )
    press('k', screen.getByLabelText('Search'), command)
    expect(act).not.toHaveBeenCalled()
  })
})

test('submits the focused form on command key and Enter', () => {
  const submitted = vi.fn()
  function Page() {
    useSubmitShortcut()
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
        }}
      >
        <textarea aria-label="Note" />
      </form>
    )
  }
  render(<Page />)
  press('Enter', screen.getByLabelText('Note'))
  expect(submitted).not.toHaveBeenCalled()
  press('Enter', screen.getByLabelText('Note'), command)
  expect(submitted).toHaveBeenCalledOnce()
})

test('collects typed keys for a field that is about to open', () => {
  let text = ''
  const escaped = vi.fn()
  function Opening() {
    useEarlyKeys(
      true,
      (change) => {
        text = change(text)
      },
      escaped,
    )
    return page
  }
  render(<Opening />)
  for (const key of ['g', 'l', 'x', 'Backspace', 'Enter', 'Shift', 'a']) press(key)
  expect(text).toBe('gla')
  press('Escape')
  expect(escaped).toHaveBeenCalledOnce()
})
