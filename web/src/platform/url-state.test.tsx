import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { choiceValue, parseSearch, readUrl, stringifySearch, textValue, useUrlState } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'

afterEach(cleanup)

const shape = { search: textValue(), status: choiceValue([0, 1, 2], 0), sort: choiceValue(['newest', 'due'], 'newest') }

test('uses defaults for missing or invalid values in the URL', () => {
  expect(readUrl(shape, {})).toEqual({ search: '', status: 0, sort: 'newest' })
  expect(readUrl(shape, { search: 'a', status: '7', sort: '<b>' })).toEqual({ search: 'a', status: 0, sort: 'newest' })
  expect(readUrl(shape, { status: '2', sort: 'due' })).toEqual({ search: '', status: 2, sort: 'due' })
})

test.each(['0012', '1e5', 'true', 'a b&c=d', '"x"', 'ä%'])('round-trips the text %s through the URL', (search) => {
  expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
})

function Screen() {
  const [state, change] = useUrlState(shape)
  return (
    <>
      <output>{JSON.stringify(state)}</output>
      <button type="button" onClick={() => change({ status: 2 })}>
        filter
      </button>
      <button type="button" onClick={() => change({ search: 'part' }, { replace: true })}>
        search
      </button>
      <button type="button" onClick={() => change({ search: '', status: 0 })}>
        clear
      </button>
    </>
  )
}

test('writes a change to the URL, keeps other parameters, and restores the previous URL on Back', async () => {
  const history = createMemoryHistory({ initialEntries: ['/?tab=log&sort=due'] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history,
    parseSearch,
    stringifySearch,
  })
  render(<RouterProvider router={router} />)
  const shown = () => screen.getByRole('status').textContent
  fireEvent.click(await eventually(() => screen.getByText('filter')))
  await eventually(() => expect(history.location.search).toBe('?tab=log&status=2&sort=due'))
  fireEvent.click(screen.getByText('search'))
  await eventually(() => expect(history.location.search).toContain('search=part'))
  await eventually(() => expect(shown()).toBe('{"search":"part","status":2,"sort":"due"}'))
  history.back()
  await eventually(() => expect(history.location.search).toBe('?tab=log&sort=due'))
  fireEvent.click(screen.getByText('clear'))
  await eventually(() => expect(shown()).toBe('{"search":"","status":0,"sort":"due"}'))
  expect(history.location.search).toBe('?tab=log&sort=due')
})
