import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeSettings } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PayeeSettingsDialog } from '#payees/payee-settings-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup, purpose } from '#testing/places.ts'

const settings = payeeExamples.settings.reply
const purposes = [purpose({ id: 10, name: 'parts' }), purpose({ id: 11, name: 'payoff' })]
const url = '/dealer-groups/1/payee-settings'

async function openSettings(stored: Partial<PayeeSettings> = {}, replies: Replies = {}) {
  const onOpenChange = vi.fn()
  const dialog = <PayeeSettingsDialog subject={dealerGroup()} open onOpenChange={onOpenChange} />
  const known = { [`GET ${url}`]: { ...settings, ...stored }, 'GET /purposes': purposes, ...replies }
  const opened = await openScreen(dialog, { as: userAs('admin'), replies: known })
  await eventually(() => screen.getByRole('dialog', { name: 'Payee Settings for Lakeside Auto Group' }))
  const need = (name: string) => screen.getByLabelText<HTMLSelectElement>(`Verification required for ${name}`)
  return { ...opened, onOpenChange, need, save: () => opened.user.click(screen.getByRole('button', { name: 'Save' })) }
}

test('shows for each purpose when payees have to be verified', async () => {
  const { need } = await openSettings()
  expect([need('Parts').value, need('Payoff').value]).toEqual(['before approval', 'no'])
  expect(optionsOf('Verification required for Parts')).toEqual(['Not required', 'Before approval', 'Before printing'])
})

test('hides the purposes while the payee list is off', async () => {
  const { user } = await openSettings({ payee_list: 'off' })
  expect(screen.queryByLabelText('Verification required for Parts')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Use the payee list' }))
  expect(screen.getByLabelText('Verification required for Parts')).toBeTruthy()
})

test('saves the list setting and all verification rules with the displayed version', async () => {
  const { user, need, save, sent, onOpenChange } = await openSettings({}, { [`PUT ${url}`]: settings })
  await user.selectOptions(need('Payoff'), 'Before printing')
  await save()
  await untilShown('Settings updated')
  expect(sent()).toEqual([
    [
      `PUT ${url}`,
      {
        payee_list: 'on',
        purposes: [
          { purpose_id: 10, verified_needed: 'before approval' },
          { purpose_id: 11, verified_needed: 'before printing' },
        ],
        version: 4,
      },
    ],
  ])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('turns the payee list off and keeps the verification rules', async () => {
  const { user, save, sent } = await openSettings({}, { [`PUT ${url}`]: settings })
  await user.click(screen.getByRole('checkbox', { name: 'Use the payee list' }))
  await save()
  await eventually(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.[1]).toMatchObject({
    payee_list: 'off',
    purposes: [{ purpose_id: 10, verified_needed: 'before approval' }],
  })
})

test('asks before it closes with unsaved changes', async () => {
  const { user, need, onOpenChange } = await openSettings()
  await user.selectOptions(need('Payoff'), 'Before printing')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await untilShown('Close without saving?')
  expect(onOpenChange).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('shows why the settings couldn’t be loaded, and loads them on retry', async () => {
  let calls = 0
  const reply = () => {
    calls += 1
    return calls === 1 ? new Refusal(409, 'Not right now.') : settings
  }
  const { user } = await openSettings({}, { [`GET ${url}`]: reply })
  await untilShown('Not right now.')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await eventually(() => screen.getByRole('checkbox', { name: 'Use the payee list' }))
})
