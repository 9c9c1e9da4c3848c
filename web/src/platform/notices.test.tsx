import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Notice, NoticeArea, type Notices, NoticesProvider, useNotices } from '#platform/notices.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp({ login }: { login: boolean }): (notice: Notice) => void {
  let notices: Notices | undefined
  function Grab() {
    notices = useNotices()
    return null
  }
  render(
    <NoticesProvider>
      <Grab />
      <NoticeArea login={login} />
    </NoticesProvider>,
  )
  return (notice) => act(() => notices?.show(notice))
}

// The text briefly exists twice: displayed, and announced to screen readers.
const shown = () => [...document.querySelectorAll('ol > li')].map((item) => item.querySelector('div')?.textContent)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('replaces the previous notice', () => {
  const show = setUp({ login: false })
  show({ title: 'Priority Updated.' })
  show({ title: 'Check update error', description: 'Something went wrong!', destructive: true })
  expect(shown()).toEqual(['Check update errorSomething went wrong!'])
})

test('shows each notice in the app for 5 seconds', () => {
  const show = setUp({ login: false })
  show({ title: 'First' })
  pass(4000)
  show({ title: 'Second' })
  pass(4900)
  expect(shown()).toEqual(['Second'])
  pass(200)
  expect(shown()).toEqual([])
})

test('shows a notice in the login area for 1,000,000 ms or until it is closed', () => {
  const show = setUp({ login: true })
  show({ title: 'Login failed' })
  pass(999_999)
  expect(shown()).toEqual(['Login failed'])
  pass(1)
  expect(shown()).toEqual([])
  show({ title: 'Login failed' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(shown()).toEqual([])
})

test('runs a notice’s action once and closes the notice', () => {
  const show = setUp({ login: false })
  const undo = vi.fn()
  show({ title: 'Priority Updated.', actions: [{ label: 'Undo', run: undo }] })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
})
