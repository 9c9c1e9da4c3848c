import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RequirementList } from '#check-requests/required/requirement-list.tsx'
import { RequirementsDialog } from '#check-requests/required/requirements-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup, purpose } from '#testing/places.ts'

test.each([
  ['a requirement that is met', { isMet: true }, 'Provided'],
  ['a requirement met by a document of the payee', { isMet: true, isByPayee: true as const }, 'On file for the payee'],
  ['a missing requirement', { isMet: false }, 'Missing'],
  ['a missing recommendation', { isMet: false, level: 'warn' as const }, 'Missing (optional)'],
])('marks %s as “$2”', async (_, changes, text) => {
  const requirement = { item: 'vin' as const, level: 'must' as const, ...changes }
  await openScreen(<RequirementList demands={[requirement]} />)
  expect(spaced(screen.getByRole('listitem').textContent)).toBe(`VIN Last Digits${text}`)
})

test('lists every field that meets a requirement', async () => {
  const requirement = { item: 'deal-or-repair-order' as const, level: 'must' as const, isMet: false }
  await openScreen(<RequirementList demands={[requirement]} />)
  expect(screen.getByRole('listitem').textContent).toContain('Deal Number or Repair Order')
})

const onOpenChange = vi.fn()
const stored = { id: 1, version: 8, purposes: [{ purpose_id: 4, demands: [{ item: 'vin', level: 'must' }] }] }

async function openRequirements(replies: Replies = {}) {
  onOpenChange.mockReset()
  const opened = await openScreen(<RequirementsDialog subject={dealerGroup()} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: {
      'GET /dealer-groups/1/demands': stored,
      'GET /purposes': [purpose(), purpose({ id: 5, name: 'rent' })],
      ...replies,
    },
  })
  await eventually(() => screen.getByLabelText('Purpose'))
  return opened
}

const save = 'PUT /dealer-groups/1/demands'

test('shows the number of requirements of each purpose', async () => {
  await openRequirements()
  expect(optionsOf('Purpose')).toEqual(['Parts (1)', 'Rent'])
})

test('shows the stored level of each requirement', async () => {
  await openRequirements()
  expect(screen.getByLabelText('VIN Last Digits')).toHaveProperty('value', 'must')
  expect(screen.getByLabelText('PO Number')).toHaveProperty('value', 'no')
  expect(optionsOf('PO Number')).toEqual(['Not required', 'Warn if missing', 'Required'])
})

test('saves the requirements of all purposes in their fixed order', async () => {
  const { user, sent } = await openRequirements({ [save]: stored })
  await user.selectOptions(screen.getByLabelText('Purpose'), 'Rent')
  await user.selectOptions(screen.getByLabelText('PO Number'), 'Warn if missing')
  await user.selectOptions(screen.getByLabelText('Stock Number'), 'Required')
  expect(optionsOf('Purpose')).toEqual(['Parts (1)', 'Rent (2)'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  const rent = [
    { item: 'po-number', level: 'warn' },
    { item: 'stock-number', level: 'must' },
  ]
  const purposes = [...stored.purposes, { purpose_id: 5, demands: rent }]
  expect(sent()).toEqual([[save, { purposes, version: 8 }]])
})

test('removes a requirement set to “Not required”', async () => {
  const { user, sent } = await openRequirements({ [save]: stored })
  await user.selectOptions(screen.getByLabelText('VIN Last Digits'), 'Not required')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await eventually(() => expect(sent()).toEqual([[save, { purposes: [{ purpose_id: 4, demands: [] }], version: 8 }]]))
})

test('offers accounting lines only if the dealer group has a chart of accounts', async () => {
  await openRequirements()
  expect(screen.queryByLabelText('Accounting')).toBeNull()
})

test('shows why the requirements couldn’t be saved', async () => {
  const { user } = await openRequirements({ [save]: new Refusal(409, 'Another user has changed them.') })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toBe('Another user has changed them.')
  expect(onOpenChange).not.toHaveBeenCalled()
})
