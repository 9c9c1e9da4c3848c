import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#platform/api-failure.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useOfferActs, useOfferedActs } from '#platform/offered-acts.ts'
import { addBrowserParts } from '#testing/browser-parts.ts'

afterEach(cleanup)

describe('message about a failed load', () => {
  const failed = new ApiFailure('Failed to get checks...', 500, 'X')
  const unreachable = new ApiFailure('The server can’t be reached.', 0, 'NETWORK')
  type Load = Parameters<typeof useLoadFailure>[0]

  function messages(...loads: Omit<Load, 'refetch'>[]) {
    const [initialProps, ...others] = loads.map((load) => ({ ...load, refetch: () => undefined }))
    if (!initialProps) throw new Error('There is no load')
    const { result, rerender } = renderHook((load: Load) => useLoadFailure(load).error, { initialProps })
    return [
      result.current,
      ...others.map((load) => {
        rerender(load)
        return result.current
      }),
    ]
  }

  const idle = 'idle' as const
  const fetching = 'fetching' as const

  test('keeps the message during a retry, and removes it after a success', () => {
    expect(
      messages(
        { error: failed, fetchStatus: idle },
        { error: null, fetchStatus: fetching },
        { error: null, fetchStatus: idle, data: [] },
      ),
    ).toEqual(['Failed to get checks...', 'Failed to get checks...', undefined])
  })

  test('shows no message over old data if the server can’t be reached', () => {
    expect(messages({ error: unreachable, fetchStatus: idle, data: [] })).toEqual([undefined])
    expect(messages({ error: unreachable, fetchStatus: idle })).toEqual(['The server can’t be reached.'])
  })

  test('removes the message when the user retries', () => {
    const refetch = vi.fn()
    const load: Load = { error: failed, fetchStatus: idle, refetch }
    const { result, rerender } = renderHook((props: Load) => useLoadFailure(props), { initialProps: load })
    rerender({ ...load, fetchStatus: fetching })
    result.current.onRetry()
    rerender({ ...load, fetchStatus: fetching })
    expect(refetch).toHaveBeenCalledOnce()
    expect(result.current.error).toBeUndefined()
  })
})

describe('screen actions in the palette', () => {
  function Offers({ text }: { text: string }) {
    useOfferActs('others', [{ text, perform: () => undefined }])
    return null
  }
  function NextSteps() {
    useOfferActs('steps', [{ text: 'Approve', perform: () => undefined }])
    return null
  }
  function Offered() {
    return (
      <output>
        {useOfferedActs()
          .map(({ text }) => text)
          .join(', ')}
      </output>
    )
  }
  const shown = () => screen.getByRole('status').textContent

  test('lists the next steps first, whatever the order of registration', () => {
    render(
      <>
        <Offers text="Print" />
        <NextSteps />
        <Offered />
      </>,
    )
    expect(shown()).toBe('Approve, Print')
  })

  test('replaces the actions when the screen changes, and removes them when it closes', () => {
    const { rerender } = render(
      <>
        <Offers text="Print" />
        <Offered />
      </>,
    )
    rerender(
      <>
        <Offers text="Duplicate" />
        <Offered />
      </>,
    )
    expect(shown()).toBe('Duplicate')
    rerender(
      <>
        {false}
        <Offered />
      </>,
    )
    expect(shown()).toBe('')
  })
})

describe('date field', () => {
  const dates: string[] = []

  function Dated({ initial = '', min }: { initial?: string; min?: string }) {
    const [value, setValue] = useState(initial)
    return (
      <TypedDateInput
        value={value}
        min={min}
        name="due"
        onChange={(date) => {
          dates.push(date)
          setValue(date)
        }}
      />
    )
  }

  const field = () => screen.getByRole('textbox')

  test('shows a stored date in the American format', () => {
    addBrowserParts()
    render(<Dated initial="2026-11-21" />)
    expect(field()).toHaveProperty('value', 'Nov 21, 2026')
  })

  test.each([
    ['12/3/2030', '2030-12-03', 'Dec 3, 2030'],
    ['someday', 'someday', 'someday'],
    ['', '', ''],
  ])('reads the entered text %j as %j, and shows “%s” on blur', async (text, date, shown) => {
    addBrowserParts()
    dates.length = 0
    render(<Dated />)
    const user = userEvent.setup()
    await user.click(field())
    if (text) await user.keyboard(text)
    expect(field()).toHaveProperty('value', text)
    await user.tab()
    expect(dates.at(-1) ?? '').toBe(date)
    expect(field()).toHaveProperty('value', shown)
  })

  test('reads a date without a year as the next such date on or after the earliest day', () => {
    addBrowserParts()
    dates.length = 0
    render(<Dated min="2030-06-01" />)
    fireEvent.change(field(), { target: { value: '3/15' } })
    expect(dates).toEqual(['2031-03-15'])
  })

  test('uses the browser’s date picker on touch screens', () => {
    addBrowserParts({ media: ['(pointer: coarse)'] })
    const { container } = render(<Dated initial="2026-11-21" min="2026-11-01" />)
    const input = container.querySelector('input')
    expect([input?.type, input?.value, input?.min]).toEqual(['date', '2026-11-21', '2026-11-01'])
  })
})
