import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { DealershipDialog } from '#organization/dealership-dialog.tsx'
import { DeleteDealershipDialog } from '#organization/delete-dealership-dialog.tsx'
import { DeleteGroupDialog } from '#organization/delete-group-dialog.tsx'
import { DeliveryMethodDialog } from '#organization/delivery-method-dialog.tsx'
import { DepartmentDialog } from '#organization/department-dialog.tsx'
import { GroupDialog } from '#organization/group-dialog.tsx'
import { LocalSettingsDialog } from '#organization/local-settings-dialog.tsx'
import { PurposeDialog } from '#organization/purpose-dialog.tsx'
import { SecondFactorRulesDialog } from '#organization/second-factor-rules-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, type Replies } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership, deliveryMethod, department, purpose } from '#testing/places.ts'

const onOpenChange = vi.fn()
const shared = { open: true, onOpenChange }
const as = userAs('admin', { access_level: 0, dealer_group_id: null })

async function openDialog(dialog: ReactNode, replies: Replies = {}) {
  onOpenChange.mockReset()
  const opened = await openScreen(dialog, {
    as,
    replies: {
      'GET /dealer-groups': [dealerGroup()],
      'GET /dealerships': [dealership()],
      'GET /departments': [department()],
      'GET /users': [storedUser()],
      ...replies,
    },
  })
  await eventually(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeTruthy())
  const retype = async (label: RegExp, text: string) => {
    await opened.user.clear(screen.getByLabelText(label))
    await opened.user.type(screen.getByLabelText(label), text)
  }
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }))
  return { ...opened, retype, press }
}

const closes = () => eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))

describe('dealer group form', () => {
  test('creates a dealer group with code and time zone', async () => {
    const dialog = <GroupDialog {...shared} subject={null} />
    const { retype, press, sent } = await openDialog(dialog, { 'POST /dealer-groups': dealerGroup() })
    await retype(/^Name/, 'Summit Motors')
    await retype(/^Code/, 'sum')
    await press('Create Dealer Group')
    await closes()
    const settings = { time_zone: 'America/New_York' }
    expect(sent()).toEqual([['POST /dealer-groups', { name: 'Summit Motors', code: 'SUM', settings }]])
  })

  test('sends only changed fields and the displayed version', async () => {
    const dialog = <GroupDialog {...shared} subject={dealerGroup()} />
    const { retype, press, sent } = await openDialog(dialog, { 'PUT /dealer-groups/1': dealerGroup() })
    await retype(/^Name/, 'Lakeside')
    await press('Update Dealer Group')
    await closes()
    expect(sent()).toEqual([['PUT /dealer-groups/1', { name: 'Lakeside', version: 2 }]])
  })

  test.each([
    [/^Name/, 'Name is required'],
    [/^Code/, 'Code is required'],
  ])('requires the field labeled %s with the error “%s”', async (label, message) => {
    const { user, press, sent } = await openDialog(<GroupDialog {...shared} subject={dealerGroup()} />)
    await user.clear(screen.getByLabelText(label))
    await press('Update Dealer Group')
    expect(await eventually(() => screen.getByText(message))).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test.each(['0', '169'])('refuses an idle limit of %s hours', async (hours) => {
    const { retype, press } = await openDialog(<GroupDialog {...shared} subject={dealerGroup()} />)
    await retype(/^Idle Limit/, hours)
    await press('Update Dealer Group')
    expect(await eventually(() => screen.getByText('Choose from 1 hour to 168 hours.'))).toBeTruthy()
  })

  test('offers custody only if the group prints checks', async () => {
    await openDialog(<GroupDialog {...shared} subject={dealerGroup()} />)
    expect(screen.queryByRole('checkbox', { name: 'Custody' })).toBeNull()
  })

  // Decision 175: nothing takes effect without a word.
  test('lists what turning the second person off would put into effect', async () => {
    const account = {
      user_id: 21,
      version: 1,
      name: 'Nina Newman',
      email: 'nina@lakeside.example',
      changes: ['account'],
      waiting_role_ids: [3],
      waiting_role_names: ['Approver'],
      scope_waits: false,
      asked_by: ['Olga Owner'],
      asked_at: '2026-11-21T12:00:00.000Z',
      password_waits: false,
      second_people: [],
      effective_at: null,
      in_effect: false,
      stopped_by: null,
      stopped_at: null,
      confirm_refusal: null,
      stop_refusal: null,
    }
    const elsewhere = { ...account, user_id: 99, name: 'Abel Elsewhere' }
    const { user } = await openDialog(<GroupDialog {...shared} subject={dealerGroup()} />, {
      'GET /account-confirmations': { own: null, others: [account, elsewhere], announced: false },
    })
    expect(screen.queryByText(/Turning this off/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Confirmation by a second person' }))
    const released = await eventually(() =>
      screen.getByText('Turning this off also puts these pending changes into effect:'),
    )
    expect(released.parentElement?.textContent).toContain('Nina Newman: Approver role')
    expect(released.parentElement?.textContent).not.toContain('Abel')
  })

  test('loads another admin’s version, and keeps the entered values', async () => {
    const theirs = dealerGroup({ version: 3, code: 'LAK' })
    const { retype, press } = await openDialog(<GroupDialog {...shared} subject={dealerGroup()} />, {
      'GET /dealer-groups': [theirs],
      'PUT /dealer-groups/1': new Refusal(409, 'Another user has changed it.'),
    })
    await retype(/^Name/, 'Lakeside')
    await press('Update Dealer Group')
    await eventually(() => expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', 'LAK'))
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Lakeside')
  })
})

describe('dealership and department forms', () => {
  test('deactivates a dealership', async () => {
    const dialog = <DealershipDialog {...shared} subject={dealership()} />
    const { user, press, sent } = await openDialog(dialog, { 'PUT /dealerships/11': dealership() })
    await user.click(screen.getByRole('checkbox', { name: 'Active' }))
    await press('Update Dealership')
    await closes()
    expect(sent()).toEqual([['PUT /dealerships/11', { is_active: false, version: 4 }]])
  })

  test('creates a department in the dealership named by a link', async () => {
    const dialog = <DepartmentDialog {...shared} subject={{ to: dealership() }} />
    const { retype, press, sent } = await openDialog(dialog, { 'POST /departments': department() })
    await retype(/^Name/, 'Parts')
    await retype(/^Code/, 'prt')
    await press('Create Department')
    await closes()
    expect(sent()).toEqual([
      ['POST /departments', { name: 'Parts', code: 'PRT', dealer_group_id: 1, dealership_id: 11 }],
    ])
  })

  test('shows an error for a missing dealership', async () => {
    const { retype, press } = await openDialog(<DepartmentDialog {...shared} subject={null} />)
    await retype(/^Name/, 'Parts')
    await press('Create Department')
    await eventually(() => expect(screen.getAllByText('Dealership is required').length).toBeGreaterThan(1))
  })
})

describe('purpose and delivery method forms', () => {
  test('doesn’t let the user rename the purpose “other”', async () => {
    await openDialog(<PurposeDialog {...shared} subject={purpose({ name: 'other' })} />)
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('readOnly', true)
    expect(
      screen.getByText('This purpose can’t be renamed because requesters describe it in their own words.'),
    ).toBeTruthy()
  })

  test('changes the heading of a purpose', async () => {
    const dialog = <PurposeDialog {...shared} subject={purpose()} />
    const { retype, press, sent } = await openDialog(dialog, { 'PUT /purposes/4': purpose() })
    await retype(/^Payment For/, 'Shops')
    await press('Update Purpose')
    await closes()
    expect(sent()).toEqual([['PUT /purposes/4', { payment_for: 'Shops', version: 1 }]])
  })

  test.each([
    ['Carrier', 'A check request asks for a mailing method and an address.'],
    ['Pickup', 'A check request asks for a message.'],
    ['Other', 'A check request asks for details.'],
  ])('shows which data the delivery kind %s requires in the text “%s”', async (kind, hint) => {
    const { user } = await openDialog(<DeliveryMethodDialog {...shared} subject={deliveryMethod()} />)
    await user.click(screen.getByRole('radio', { name: kind }))
    expect(screen.getByText(hint)).toBeTruthy()
  })
})

describe('deletion dialog', () => {
  test('lists everything that is deleted with a dealer group', async () => {
    const dialog = <DeleteGroupDialog {...shared} subject={dealerGroup()} />
    const { press, sent } = await openDialog(dialog, { 'DELETE /dealer-groups/1': { id: 1 } })
    await eventually(() => expect(described('Users')).toBe('1'))
    expect([described('Dealerships'), described('Departments')]).toEqual(['Lakeside Toyota', '1'])
    await press('Continue')
    await closes()
    expect(sent()).toEqual([['DELETE /dealer-groups/1', { version: 2 }]])
  })

  test('stays open and shows the server’s reason for a refusal', async () => {
    const dialog = <DeleteDealershipDialog {...shared} subject={dealership()} />
    const { press } = await openDialog(dialog, { 'DELETE /dealerships/11': new Refusal(409, 'It has open checks.') })
    await press('Continue')
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toBe('It has open checks.')
  })
})

const local = {
  id: 1,
  version: 2,
  time_zone: 'America/New_York',
  business_weekdays: [1, 2, 3, 4, 5],
  holidays: [],
  mail_text: null,
}

describe('local settings of a dealer group', () => {
  const replies = { 'GET /dealer-groups/1/local-settings': local, 'PUT /dealer-groups/1/local-settings': local }

  async function openLocal() {
    const opened = await openDialog(<LocalSettingsDialog {...shared} subject={dealerGroup()} />, replies)
    await eventually(() => screen.getByLabelText('Monday from'))
    return opened
  }

  test('asks for hours on business days only', async () => {
    const { user } = await openLocal()
    expect(screen.queryByLabelText('Saturday from')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Saturday' }))
    expect(screen.getByLabelText('Saturday from')).toHaveProperty('value', '09:00')
  })

  test('sends only changed fields', async () => {
    const { user, press, sent } = await openLocal()
    await user.click(screen.getByRole('checkbox', { name: 'Saturday' }))
    await press('Save')
    await closes()
    expect(sent()).toEqual([
      ['PUT /dealer-groups/1/local-settings', { business_weekdays: [1, 2, 3, 4, 5, 6], version: 2 }],
    ])
  })

  test('keeps an entered holiday that wasn’t added', async () => {
    const { user, press, sent } = await openLocal()
    await user.type(screen.getByLabelText('Holiday Name'), 'Inventory')
    await press('Save')
    expect(await eventually(() => screen.getByText('Add this holiday first, or clear its date and name.'))).toBeTruthy()
    expect(sent()).toEqual([])
  })
})

describe('second-factor rules of a dealer group', () => {
  const path = '/dealer-groups/1/second-factor-rules'
  const byEmail = { decide_by_email_to: null, first_page_in_emails: false }
  const rules = { id: 1, version: 2, roles: [3], from: '2030-01-01', approve_above: 5000, ...byEmail }

  test('sends the roles, the date, and the amount', async () => {
    const dialog = <SecondFactorRulesDialog {...shared} subject={dealerGroup()} />
    const { user, press, sent } = await openDialog(dialog, { [`GET ${path}`]: rules, [`PUT ${path}`]: rules })
    await user.click(await eventually(() => screen.getByRole('checkbox', { name: 'Processor' })))
    await user.click(screen.getByRole('checkbox', { name: 'First page of the document in emails' }))
    await press('Save')
    await closes()
    const changed = { roles: [3, 4], first_page_in_emails: true, version: 2 }
    const body = { from: '2030-01-01', approve_above: '5000.00', decide_by_email_to: null, ...changed }
    expect(sent()).toEqual([[`PUT ${path}`, body]])
  })
})
