import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DeliveryMethods, Purposes } from '#organization/purposes.tsx'
import { parseSearch } from '#platform/url-state.ts'
import { DealerGroups, Dealerships } from '#screens/admin/admin-dealerships.tsx'
import { Departments } from '#screens/admin/admin-departments.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup, dealership, deliveryMethod, department, purpose } from '#testing/places.ts'

const superAdmin = userAs('admin', { access_level: 0, dealer_group_id: null })
const groupAdmin = userAs('admin')
const toyotaAdmin = userAs('admin', { access_level: 2, dealership_id: [11] })
const serviceAdmin = userAs('admin', { access_level: 3, dealership_id: [11], department_id: [111] })
const ford = dealership({ id: 12, name: 'Lakeside Ford', code: 'FRD', is_active: false })

const replies = {
  'GET /dealer-groups': [dealerGroup(), dealerGroup({ id: 2, name: 'Summit Motors', code: 'SUM', is_active: false })],
  'GET /dealerships': [dealership(), ford],
  'GET /departments': [department(), department({ id: 112, name: 'Sales', code: 'SAL', is_active: false })],
  'GET /purposes': [purpose({ description: 'For repairs' }), purpose({ id: 5, name: 'rent', payment_for: 'Premises' })],
  'GET /delivery-methods': [deliveryMethod(), deliveryMethod({ id: 3, name: 'FedEx', kind: 'carrier' })],
}

const labels = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? spaced(one.textContent))

describe('dealer group list', () => {
  test('lets super admins add, edit, and delete dealer groups', async () => {
    await openScreen(<DealerGroups />, { as: superAdmin, replies })
    await eventually(() => screen.getByRole('table'))
    expect(labels()).toEqual([
      'Add Dealer Group',
      ...['Edit Lakeside Auto Group', 'Delete Lakeside Auto Group', 'Edit Summit Motors', 'Delete Summit Motors'],
    ])
  })

  test('is read-only for other admins, and marks inactive dealer groups', async () => {
    await openScreen(<DealerGroups />, { as: groupAdmin, replies })
    await eventually(() => screen.getByRole('table'))
    expect(labels()).toEqual([])
    expect(cellsOf('Dealer Groups')).toEqual([
      ['Lakeside Auto Group', 'LAG'],
      ['Summit MotorsInactive', 'SUM'],
    ])
  })
})

describe('dealership list', () => {
  test('shows each dealership’s location, phone, and status', async () => {
    await openScreen(<Dealerships />, { as: groupAdmin, replies })
    await eventually(() => screen.getByRole('table'))
    const [row] = cellsOf('Dealerships')
    expect(row?.slice(0, 6)).toEqual([
      'Lakeside Toyota',
      'TOY',
      'Lakeside Auto Group',
      'Buffalo, NY',
      '716-555-0100',
      'Active',
    ])
  })

  test('suggests adding departments to a dealership without departments', async () => {
    await openScreen(<Dealerships />, { as: groupAdmin, replies })
    const link = await eventually(() => screen.getByRole('link', { name: /Add departments/ }))
    expect(link.getAttribute('href')).toBe('/admin-departments?add=12')
  })

  test('lets a dealership admin change only their own dealership, and add none', async () => {
    await openScreen(<Dealerships />, { as: toyotaAdmin, replies })
    await eventually(() => screen.getByRole('table'))
    expect(labels()).toEqual(['Edit Lakeside Toyota', 'Delete Lakeside Toyota'])
  })

  test('lets a group admin add a dealership', async () => {
    await openScreen(<Dealerships />, { as: groupAdmin, replies })
    expect(await eventually(() => screen.getByRole('button', { name: 'Add Dealership' }))).toBeTruthy()
  })

  test('highlights the dealership named by a link', async () => {
    await openScreen(<Dealerships />, { as: groupAdmin, replies, at: '/?record=dealership-12' })
    await eventually(() => screen.getByRole('table'))
    const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-current'))
    expect(rows).toEqual([null, null, 'true'])
  })
})

describe('department list', () => {
  const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => spaced(textContent))

  test('groups departments by dealership with the number of departments', async () => {
    await openScreen(<Departments onAdd={() => 0} onEdit={() => 0} onDelete={() => 0} />, { as: groupAdmin, replies })
    await eventually(() => screen.getByText('2 departments'))
    expect(headings()).toEqual([
      'Lakeside Toyota (TOY)Lakeside Auto Group (LAG)Total Departments: 2',
      'Lakeside Ford (FRD)Lakeside Auto Group (LAG)Total Departments: 0',
    ])
  })

  test('uses the singular for one department', async () => {
    const one = { ...replies, 'GET /departments': [department()] }
    const list = <Departments onAdd={() => 0} onEdit={() => 0} onDelete={() => 0} />
    await openScreen(list, { as: groupAdmin, replies: one })
    expect(await eventually(() => screen.getByText('1 department'))).toBeTruthy()
  })

  test('stores the expanded dealerships in the URL', async () => {
    const list = <Departments onAdd={() => 0} onEdit={() => 0} onDelete={() => 0} />
    const { user, history } = await openScreen(list, { as: groupAdmin, replies })
    await user.click(await eventually(() => screen.getByRole('button', { name: /^Lakeside Toyota/ })))
    await eventually(() => screen.getByRole('table', { name: 'Departments in Lakeside Toyota' }))
    expect(parseSearch(history.location.search)).toEqual({ open: '11' })
    await user.click(screen.getByRole('button', { name: /^Lakeside Toyota/ }))
    await eventually(() => expect(screen.queryByRole('table')).toBeNull())
    expect(history.location.search).toBe('')
  })

  test.each([
    ['of the group', groupAdmin, ['Edit Service', 'Delete Service', 'Edit Sales', 'Delete Sales']],
    ['of the dealership', toyotaAdmin, ['Edit Service', 'Delete Service', 'Edit Sales', 'Delete Sales']],
    ['of one department', serviceAdmin, ['Edit Service']],
  ])('offers an admin %s the expected changes: $2', async (_, as, expected) => {
    const list = <Departments onAdd={() => 0} onEdit={() => 0} onDelete={() => 0} />
    await openScreen(list, { as, replies, at: '/?open=11' })
    await eventually(() => screen.getByRole('table'))
    expect(labels().filter((label) => /^(Edit|Delete)/.test(label))).toEqual(expected)
  })

  test('offers to add the first department of a dealership', async () => {
    const added: string[] = []
    const list = <Departments onAdd={({ name }) => added.push(name)} onEdit={() => 0} onDelete={() => 0} />
    const { user } = await openScreen(list, { as: groupAdmin, replies, at: '/?open=12' })
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Add departments' })))
    expect(added).toEqual(['Lakeside Ford'])
  })
})

describe('purpose and delivery method lists', () => {
  test('groups purposes by heading', async () => {
    await openScreen(<Purposes />, { as: superAdmin, replies })
    const vendors = await eventually(() => screen.getByRole('region', { name: 'Vendors' }))
    expect(spaced(within(vendors).getByRole('listitem').textContent)).toBe('parts For repairs')
    expect(screen.getByRole('region', { name: 'Premises' })).toBeTruthy()
  })

  test('shows the kind of each delivery method', async () => {
    await openScreen(<DeliveryMethods />, { as: superAdmin, replies })
    await eventually(() => screen.getByRole('table'))
    expect(cellsOf('Delivery methods').map((cells) => cells.slice(0, 2))).toEqual([
      ['Pickup', 'Pickup'],
      ['FedEx', 'Carrier'],
    ])
  })
})
