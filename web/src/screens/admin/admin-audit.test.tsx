import { type AuditEntry, auditEntities } from '@check-requests/domain/trail/fields.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '#platform/url-state.ts'
import { Trail } from '#screens/admin/admin-audit.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, spaced } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership, department } from '#testing/places.ts'
import { actionInWords, actionsOf, entityInWords, entityWords } from '#trail/action-words.ts'
import { filterOf, useTrailState } from '#trail/api.ts'
import { Verification } from '#trail/verification.tsx'

const as = userAs('admin')

function entry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    chain: 1,
    seq: 7,
    at: '2026-11-20T15:00:00.000Z',
    actor_id: 31,
    actor_name: 'Denise Carver',
    role: 'admin',
    action: 'dealership.update',
    entity: 'dealership',
    entity_id: 11,
    label: 'Lakeside Toyota',
    before: { name: 'Lakeside' },
    after: { name: 'Lakeside Toyota' },
    ...changes,
  }
}

async function openTrail(items: AuditEntry[], at = '/') {
  function Screen() {
    return <Trail state={useTrailState()} />
  }
  const opened = await openScreen(<Screen />, {
    as,
    at,
    replies: {
      'GET /audit': { items, next_cursor: null },
      'GET /users': [storedUser()],
      'GET /dealer-groups': [dealerGroup()],
      'GET /dealerships': [dealership()],
      'GET /departments': [department()],
    },
  })
  await eventually(() =>
    expect(screen.queryByRole('table') ?? screen.queryByText(/^(No entries|Nothing)/)).toBeTruthy(),
  )
  return opened
}

const [when, who, action, record, changes] = [0, 1, 2, 3, 4]
const firstRow = () => cellsOf('Audit trail')[0] ?? []

describe('audit trail entry', () => {
  test('shows who did what to which record, and when', async () => {
    await openTrail([entry()])
    await eventually(() => expect(firstRow()[when]).toMatch(/^Nov 20, 2026, /))
    expect(firstRow()[who]).toBe('Denise Carver admin')
    expect(firstRow()[action]).toBe('Changed')
    expect(firstRow()[record]).toBe('Lakeside ToyotaDealership')
    expect(firstRow()[changes]).toBe('Name: Lakeside changed to Lakeside Toyota1 field')
  })

  test.each<[string, Partial<AuditEntry>, string]>([
    ['no record', { entity: 'installation', entity_id: null, label: null }, '–Installation'],
    ['a user by email', { entity: 'user', entity_id: 21, label: null }, 'nina@lakeside.exampleUser'],
    [
      'a dealer group by name',
      { entity: 'dealer-group', entity_id: 1, label: null },
      'Lakeside Auto GroupDealer group',
    ],
    ['a deleted user by number', { entity: 'user', entity_id: 99, label: null }, '#99User'],
  ])('names %s', async (_, changed, text) => {
    await openTrail([entry(changed)])
    await eventually(() => expect(firstRow()[record]).toBe(text))
  })

  test.each<[string, Partial<AuditEntry>, string]>([
    ['a request', { entity: 'check-request', entity_id: 127, label: 'LAG-127' }, '/check-requests/127'],
    ['a user', { entity: 'user', entity_id: 21, label: 'Nina' }, '/admin-users?search=nina%40lakeside.example'],
    ['a dealership', {}, '/admin-dealerships?record=dealership-11'],
    [
      'a department',
      { entity: 'department', entity_id: 111, label: 'Service' },
      '/admin-departments?record=department-111&open=11',
    ],
  ])('links an entry to %s', async (_, changed, href) => {
    await openTrail([entry(changed)])
    expect((await eventually(() => screen.getByRole('link'))).getAttribute('href')).toBe(href)
  })

  test.each<[string, Partial<AuditEntry>]>([
    ['a deleted dealership', { entity_id: 99 }],
    ['a deleted request', { entity: 'check-request', action: 'check-request.delete', entity_id: 127 }],
    ['a kind without a screen', { entity: 'delegation', entity_id: 3 }],
  ])('doesn’t link an entry to %s', async (_, changed) => {
    await openTrail([entry(changed)])
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('shows the first change, and all changes on demand', async () => {
    const before = { name: 'Lakeside', city: 'Buffalo' }
    const { user } = await openTrail([entry({ before, after: { name: 'Lakeside Toyota', city: 'Albany' } })])
    expect(firstRow()[changes]).not.toContain('Albany')
    await user.click(screen.getByRole('button', { name: 'Show all 2 fields' }))
    expect(firstRow()[changes]).toContain('City: Buffalo changed to Albany')
    expect(firstRow()[changes]).toContain('Show fewer')
  })

  test('shows a dash if there are no changes', async () => {
    await openTrail([entry({ before: null, after: null })])
    expect(firstRow()[changes]).toBe('–')
  })

  test('filters the trail by the entry’s record', async () => {
    const { user, history } = await openTrail([entry()], '/?action=dealership.update')
    await user.click(screen.getByRole('button', { name: 'Only entries about Lakeside Toyota' }))
    await eventually(() => expect(parseSearch(history.location.search)).toEqual({ entity: 'dealership', id: '11' }))
  })
})

describe('audit trail filters', () => {
  test('names the only record shown, and offers to show all records again', async () => {
    const { user, history } = await openTrail([entry()], '/?entity=dealership&id=11')
    await user.click(screen.getByRole('button', { name: 'Only Lakeside Toyota: show all records' }))
    await eventually(() => expect(parseSearch(history.location.search)).toEqual({ entity: 'dealership' }))
  })

  test.each([
    ['/?entity=payee', 'No entries found matching your criteria'],
    ['/', 'No entries yet.'],
    ['/?entity=spaceship', 'No entries yet.'],
  ])('shows at the URL %s that there are no entries in the text “%s”', async (at, text) => {
    await openTrail([], at)
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('clears the action when another kind of record is chosen', async () => {
    const { user, history } = await openTrail([entry()], '/?entity=dealership&id=11&action=dealership.update')
    await user.selectOptions(screen.getByLabelText('Record'), 'Payee')
    await eventually(() => expect(parseSearch(history.location.search)).toEqual({ entity: 'payee' }))
  })

  const all = { person: 0, entity: '', id: 0, action: '', from: '', to: '' } as const

  test.each<[Partial<Parameters<typeof filterOf>[0]>, object]>([
    [{}, {}],
    [
      { person: 31, action: 'user.update' },
      { person: 31, action: 'user.update' },
    ],
    [
      { entity: 'payee', id: 5 },
      { entity: 'payee', entity_id: 5 },
    ],
    [{ id: 5 }, {}],
  ])('sends the trail filters %j as %j', (values, filter) => {
    expect(filterOf({ ...all, ...values })).toEqual(filter)
  })

  test('includes the whole last day, in the user’s time zone', () => {
    expect(filterOf({ ...all, from: '2026-11-20', to: '2026-11-20' })).toEqual({
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 21).toISOString(),
    })
  })
})

describe('action names', () => {
  test('has action names for every kind of record', () => {
    expect(auditEntities.filter((entity) => !entityWords[entity] || actionsOf(entity).length === 0)).toEqual([])
  })

  test.each([
    ['user', 'session.login', 'Logged in'],
    ['check-request', 'check-request.hold', 'Put on hold'],
    ['dealership', 'dealership.delete', 'Deleted'],
    ['dealership', 'dealership.paint', 'dealership.paint'],
    ['spaceship', 'spaceship.launch', 'spaceship.launch'],
  ])('names the record kind %s and action %s “%s”', (entity, name, text) => {
    expect(actionInWords(entity, name)).toBe(text)
  })

  test('shows an unknown kind of record as stored', () => {
    expect([entityInWords('spaceship'), entityInWords('auditor')]).toEqual(['spaceship', 'Auditor access'])
  })
})

describe('audit trail verification', () => {
  const chain = {
    chain: 1,
    name: 'Lakeside',
    entries: 1,
    intact: true,
    broken_at: null,
    head: 'ab12',
    vouched_since: null,
  }
  const intact = { intact: true, chains: [chain], mismatches: [], checkpoints: null }
  type Verdict = Parameters<typeof Verification>[0]['verdict']

  async function openVerdict(verdict: Verdict) {
    await openScreen(<Verification verdict={verdict} at={Date.parse('2026-11-21T15:00:00Z')} />)
    return spaced(screen.getByTestId('content').textContent)
  }

  test('says that the trail is intact, and how to prove that later', async () => {
    const text = await openVerdict(intact)
    expect(text).toMatch(/^The audit trail is intact\.Verified Nov 21, 2026, /)
    expect(text).toContain('Record a head hash elsewhere to prove later that nothing was rewritten.')
    expect(cellsOf('Chains')).toEqual([['Lakeside', '1 entry', 'Intact', 'ab12']])
  })

  test('says where a chain is broken, and which records don’t match', async () => {
    const broken = { ...chain, entries: 1250, intact: false, broken_at: 17 }
    const text = await openVerdict({
      intact: false,
      chains: [broken],
      mismatches: ['User 21 was changed.'],
      checkpoints: null,
    })
    expect(text).toContain('The audit trail is broken.')
    expect(screen.getByText('User 21 was changed.')).toBeTruthy()
    expect(cellsOf('Chains')[0]?.slice(1, 3)).toEqual(['1,250 entries', 'Broken at entry 17'])
  })

  test('describes the checkpoints that the trail was compared with', async () => {
    const text = await openVerdict({ ...intact, checkpoints: { count: 12, newest: '2026-11-20T15:00:00.000Z' } })
    expect(text).toContain('Compared with signed checkpoints: 12, the newest from Nov 20, 2026, ')
  })
})
