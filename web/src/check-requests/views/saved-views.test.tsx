import type { KeptViews, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useKeptViews, useOpenView, useSaveLayout } from '#check-requests/views/api.ts'
import type { Chosen } from '#check-requests/views/view-changes.ts'
import { ViewControls } from '#check-requests/views/view-controls.tsx'
import { ViewLinks } from '#check-requests/views/view-links.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const chosen: Chosen = { query: 'sort=due', layout: { columns: [], density: 'dense' } }

function savedView(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 3,
    list: 'all',
    name: 'Big checks',
    query: 'amount_from=10000',
    layout: null,
    shared: false,
    own: true,
    owner_name: 'Ada Moreno',
    ...changes,
  }
}

const shared = savedView({ own: false, shared: true, owner_name: 'Denise Carver' })

interface Opened {
  view?: SavedView | undefined
  isChanged?: boolean
  as?: ReturnType<typeof userAs>
  replies?: Replies
}

async function openControls({ view, isChanged = false, as = userAs('approver'), replies = {} }: Opened) {
  const kept: KeptViews = { layouts: [], views: view ? [view] : [] }
  function List() {
    useKeptViews()
    return <ViewControls list="all" chosen={chosen} view={view} isChanged={isChanged} />
  }
  return openScreen(<List />, { as, at: '/check-requests?sort=due', replies: { 'GET /views': kept, ...replies } })
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => spaced(textContent))

async function openMenu(opened: Opened) {
  const { user, ...rest } = await openControls(opened)
  await user.click(screen.getByRole('button', { name: /^Saved view/ }))
  await eventually(() => screen.getByRole('menu'))
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => spaced(textContent))
  return { user, items, ...rest }
}

describe('view buttons of a list', () => {
  test.each<[string, Opened, string[]]>([
    ['without a view', { isChanged: true }, ['Save View']],
    ['with an unchanged view', { view: savedView() }, ['Saved viewBig checks']],
    [
      'with the user’s own changed view',
      { view: savedView(), isChanged: true },
      ['Update View', 'Saved viewBig checks'],
    ],
    ['with a changed view of another user', { view: shared, isChanged: true }, ['Save View', 'Saved viewBig checks']],
    ['for an auditor', { view: savedView(), as: userAs('approver', { audits: true }) }, []],
  ])('shows the view buttons of a list %s (expected: $2)', async (_, opened, expected) => {
    await openControls(opened)
    expect(buttons()).toEqual(expected)
  })
})

describe('view menu', () => {
  test.each<[string, Opened, string[]]>([
    ['its owner', { view: savedView() }, ['Rename or Share…', 'Delete']],
    [
      'its owner after a change',
      { view: savedView(), isChanged: true },
      ['Rename or Share…', 'Save as Another View…', 'Delete'],
    ],
    ['a requester, who can’t share', { view: savedView(), as: userAs('requester') }, ['Rename…', 'Delete']],
    ['a user with whom it is shared', { view: shared }, ['Save as Another View…']],
    ['an admin with whom it is shared', { view: shared, as: userAs('admin') }, ['Save as Another View…', 'Delete']],
  ])('offers %s in the menu of a view the expected commands: $2', async (_, opened, expected) => {
    const { items } = await openMenu(opened)
    expect(items()).toEqual(expected)
  })

  test('names the user who shared a view', async () => {
    await openMenu({ view: shared })
    expect(screen.getByText('Shared by Denise Carver')).toBeTruthy()
  })

  test.each([
    ['shared', savedView({ shared: true }), /^The view disappears from the menus of everyone in the dealer group\./],
    ['private', savedView(), /^The view disappears from your menu\./],
  ])('explains what deleting a %s view does, and deletes the view after confirmation', async (_, view, text) => {
    const { user, sent } = await openMenu({ view, replies: { 'DELETE /views/3': { id: 3 } } })
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    expect(await eventually(() => screen.getByText(text))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete View' }))
    await untilShown('View deleted')
    expect(sent()).toEqual([['DELETE /views/3', undefined]])
  })
})

describe('saving a view', () => {
  test('sends the list’s filter and columns under the typed name, and opens the view', async () => {
    const { user, sent, history } = await openControls({ isChanged: true, replies: { 'POST /views': savedView() } })
    await user.click(screen.getByRole('button', { name: 'Save View' }))
    await user.type(await eventually(() => screen.getByLabelText(/^Name/)), 'Big checks')
    await user.click(screen.getByRole('checkbox', { name: 'Share with the group' }))
    await user.click(screen.getAllByRole('button', { name: 'Save View' }).at(-1) ?? document.body)
    await untilShown('View saved')
    expect(sent()).toEqual([['POST /views', { list: 'all', ...chosen, name: 'Big checks', shared: true }]])
    await eventually(() => expect(history.location.search).toBe('?sort=due&saved=3'))
  })

  test('requires a name for a view', async () => {
    const { user, sent } = await openControls({ isChanged: true })
    await user.click(screen.getByRole('button', { name: 'Save View' }))
    await eventually(() => screen.getByLabelText(/^Name/))
    await user.click(screen.getAllByRole('button', { name: 'Save View' }).at(-1) ?? document.body)
    expect(await eventually(() => screen.getByText('Name is required'))).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test.each([
    ['a requester', userAs('requester')],
    ['a super admin, who belongs to no dealer group', userAs('admin', { access_level: 0, dealer_group_id: null })],
  ])('doesn’t offer %s to share a view', async (_, as) => {
    const { user } = await openControls({ isChanged: true, as })
    await user.click(screen.getByRole('button', { name: 'Save View' }))
    await eventually(() => screen.getByLabelText(/^Name/))
    expect(screen.queryByRole('checkbox', { name: 'Share with the group' })).toBeNull()
  })

  test('updates the user’s own view with the current filter, and offers to undo the update', async () => {
    const view = savedView()
    const { user, sent } = await openControls({ view, isChanged: true, replies: { 'PATCH /views/3': view } })
    await user.click(screen.getByRole('button', { name: 'Update View' }))
    await untilShown('View updated')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(sent().map(([, body]) => body)).toEqual([chosen, { query: 'amount_from=10000', layout: null }])
  })
})

describe('saved view links', () => {
  const other = savedView({ id: 4, name: 'Mine', list: 'pending' })

  async function openLinks(at = '/') {
    function Links() {
      return <ViewLinks name="All Requests" lists={['all']} open={useOpenView()} />
    }
    await openScreen(<Links />, { at, replies: { 'GET /views': { layouts: [], views: [shared, other] } } })
    return eventually(() => screen.getAllByRole('link'))
  }

  test('links a saved view to its list and filter, and names its owner', async () => {
    const [link, ...others] = await openLinks()
    expect(others).toEqual([])
    expect(link?.getAttribute('href')).toBe('/check-requests?amount_from=10000&saved=3')
    expect(spaced(link?.textContent)).toBe('Big checksshared by Denise Carver')
  })

  test.each([
    ['/check-requests?saved=3', 'page'],
    ['/check-requests?saved=4', null],
    ['/check-requests-pending?saved=3', null],
    ['/check-requests', null],
  ])('marks the open view at %s (expected: %s)', async (at, current) => {
    const [link] = await openLinks(at)
    expect(link?.getAttribute('aria-current')).toBe(current)
  })
})

describe('columns of a list', () => {
  const layout = { columns: [{ key: 'payee', width: 200 }], density: 'dense' as const }

  async function openLayout(replies: Replies) {
    function List() {
      const kept = useKeptViews().data
      const save = useSaveLayout('all')
      return (
        <>
          <output>{JSON.stringify(kept?.layouts)}</output>
          <button type="button" onClick={() => save(layout)}>
            Arrange
          </button>
        </>
      )
    }
    const opened = await openScreen(<List />, { replies: { 'GET /views': { layouts: [], views: [] }, ...replies } })
    const shown = () => document.querySelector('output')?.textContent
    await eventually(() => expect(shown()).toBe('[]'))
    return { ...opened, shown }
  }

  test('changes the columns on the screen immediately, and sends the change', async () => {
    const { user, sent, shown } = await openLayout({ 'PUT /views/layout': null })
    await user.click(screen.getByRole('button', { name: 'Arrange' }))
    expect(shown()).toBe(JSON.stringify([{ list: 'all', layout }]))
    await eventually(() => expect(sent()).toEqual([['PUT /views/layout', { list: 'all', layout }]]))
  })

  test('reports columns that couldn’t be saved, and refetches the saved columns', async () => {
    const { user, shown } = await openLayout({ 'PUT /views/layout': new Refusal(409, 'Too many columns.') })
    await user.click(screen.getByRole('button', { name: 'Arrange' }))
    await untilShown('Couldn’t save the columns')
    await eventually(() => expect(shown()).toBe('[]'))
  })
})
