import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { UserFormAccess } from '#people/users/user-form-access.tsx'
import {
  asksFor,
  blankUser,
  blankUserAt,
  type UserForm,
  type UserFormValues,
  userFormSchema,
  valuesOfUser,
} from '#people/users/user-form-model.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership, department } from '#testing/places.ts'
import { useZodForm } from '#ui/form/form.tsx'

const superAdmin = userAs('admin', { access_level: 0, dealer_group_id: null })
const groupAdmin = userAs('admin')
const toyotaAdmin = userAs('admin', { access_level: 2, dealership_id: [11] })

async function openAccess(as: SessionUser, initial: Partial<UserFormValues> = {}, fixed = false) {
  let values: UserFormValues | undefined
  function Access() {
    const form: UserForm = useZodForm(userFormSchema, { ...blankUser(1), ...initial })
    values = form.watch()
    return <UserFormAccess form={form} fixed={fixed} />
  }
  const opened = await openScreen(<Access />, {
    as,
    replies: {
      'GET /dealer-groups': [dealerGroup()],
      'GET /dealerships': [
        dealership(),
        dealership({ id: 12, name: 'Lakeside Ford', code: 'FRD' }),
        dealership({ id: 21, name: 'Summit Honda', code: 'HON', dealer_group_id: 2 }),
      ],
      'GET /departments': [department(), department({ id: 121, name: 'Sales', dealership_id: 12 })],
    },
  })
  const offered = async (label: RegExp) => {
    await opened.user.click(screen.getByLabelText(label))
    const list = await eventually(() => screen.getByRole('listbox'))
    return within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }
  return { ...opened, offered, values: () => values }
}

const levels = () =>
  screen.getAllByRole<HTMLInputElement>('radio').map((radio) => [radio.parentElement?.textContent, radio.disabled])

describe('roles that an admin can grant', () => {
  test.each([
    ['a super admin', superAdmin, ['Admin', 'Requester', 'Approver', 'Processor']],
    ['a group admin', groupAdmin, ['Requester', 'Approver', 'Processor']],
  ])('offers %s the expected roles: $2', async (_, as, roles) => {
    const { offered } = await openAccess(as)
    expect(await offered(/^Role/)).toEqual(roles)
  })

  test('asks for a primary role only if several roles are chosen', async () => {
    await openAccess(groupAdmin, { role_ids: [2] })
    expect(screen.queryByLabelText(/^Primary Role/)).toBeNull()
  })

  test('limits the primary role to the chosen roles', async () => {
    const { offered } = await openAccess(groupAdmin, { role_ids: [2, 4] })
    expect(await offered(/^Primary Role/)).toEqual(['Requester', 'Processor'])
  })

  test('doesn’t let admins change their own roles', async () => {
    await openAccess(groupAdmin, { role_ids: [1], access_level: 1 }, true)
    expect(screen.getByText('You can’t change your own rights.')).toBeTruthy()
    expect(levels().every(([, disabled]) => disabled)).toBe(true)
  })
})

describe('access levels that an admin can grant', () => {
  test.each([
    ['a group admin', groupAdmin, [false, false, false], false],
    ['an admin of dealerships', toyotaAdmin, [true, false, false], true],
  ])('offers %s only access levels up to the admin’s own', async (_, as, disabled, isExplained) => {
    await openAccess(as)
    expect(levels().map(([, isDisabled]) => isDisabled)).toEqual(disabled)
    expect(screen.queryByText('You can’t give wider access than your own.') !== null).toBe(isExplained)
  })

  test('offers Super Admin only for a super admin’s account', async () => {
    await openAccess(superAdmin, { access_level: 0 })
    expect(levels().map(([label]) => label)).toEqual(['Super Admin', 'Dealer Group', 'Dealership', 'Department'])
  })
})

describe('locations of a user', () => {
  test('offers the dealerships of the chosen group', async () => {
    const { offered } = await openAccess(groupAdmin, { access_level: 2 })
    await eventually(() => screen.getByLabelText(/^Dealerships/))
    expect(await offered(/^Dealerships/)).toEqual(['Lakeside Toyota (TOY)', 'Lakeside Ford (FRD)'])
  })

  test('offers only locations within the admin’s own scope', async () => {
    const { offered } = await openAccess(toyotaAdmin, { access_level: 2 })
    expect(await offered(/^Dealerships/)).toEqual(['Lakeside Toyota (TOY)'])
  })

  test('offers the departments of the chosen dealerships', async () => {
    const { offered } = await openAccess(groupAdmin, { access_level: 3, dealership_ids: [12] })
    expect(await offered(/^Departments/)).toEqual(['Sales (TOY)'])
  })

  test('clears the locations when another access level is chosen', async () => {
    const { user, values } = await openAccess(groupAdmin, {
      access_level: 3,
      dealership_ids: [12],
      department_ids: [121],
    })
    await user.click(screen.getByRole('radio', { name: 'Dealership' }))
    expect(values()).toMatchObject({ access_level: 2, dealership_ids: [], department_ids: [] })
  })
})

test.each([
  [null, { group: true, dealerships: false, departments: false }],
  [0, { group: false, dealerships: false, departments: false }],
  [1, { group: true, dealerships: false, departments: false }],
  [2, { group: true, dealerships: true, departments: false }],
  [3, { group: true, dealerships: true, departments: true }],
] as const)('asks for the expected locations for %j at access level %s', (level, expected) => {
  expect(asksFor(level)).toEqual(expected)
})

test('starts with the dealership named by a link', () => {
  expect(blankUserAt(dealership())).toMatchObject({ dealer_group_id: 1, access_level: 2, dealership_ids: [11] })
})

test.each([
  [{ role_ids: [3, 4], primary_role: 4 }, 4],
  [{ role_ids: [3], primary_role: 3 }, null],
])('chooses a primary role for a user with %j (expected: %s)', (changes, primary_role) => {
  expect(valuesOfUser(storedUser(changes)).primary_role).toBe(primary_role)
})
