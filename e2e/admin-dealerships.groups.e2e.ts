import { expect, type Page } from '@playwright/test'
import type { DealerGroup } from '../domain/src/organization/fields.ts'
import { addGroup, dialogOf, openAdministration, optionsOf, ownWord, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { part } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page) => openAdministration(page, superAdmin, '/admin-dealerships', 'Dealerships Management')

const groups = (page: Page) => part(page, 'Dealer Groups')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('requires a name and a code for a new dealer group, and then lists the group', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Dealer Group' }).click()
  const dialog = dialogOf(page, 'Add Dealer Group')
  const submit = dialog.getByRole('button', { name: 'Create Dealer Group' })
  await submit.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await checkLooks(page, 'admin-dealerships-add-group')
  const word = ownWord()
  await dialog.getByLabel('Name').fill(`Group ${word}`)
  await dialog.getByLabel('Code').fill('two words')
  await submit.click()
  await expect(dialog.getByText('Enter a code of 1 to 10 letters and digits.')).toBeVisible()
  await dialog.getByLabel('Code').fill(word.toLowerCase())
  await submit.click()
  await expect(noticeOf(page, 'Dealer Group created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(
    groups(page)
      .getByRole('row')
      .filter({ hasText: `Group ${word}` }),
  ).toContainText(word)
  await page.getByRole('button', { name: 'Add Dealer Group' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await dialog.getByLabel('Name').fill('Another')
  await dialog.getByLabel('Code').fill(word)
  await submit.click()
  const sentence = `The code ${word} is already used by another dealer group.`
  await expect(dialog.locator('p', { hasText: sentence })).toBeVisible()
  await expectNotice(page, 'Dealer Group not created', sentence)
  await expect(dialog.getByLabel('Name')).toHaveValue('Another')
})

test('lets a super admin change a dealer group and turn separation of duties on or off', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Group ${ownWord()}`)
  await start(page)
  await page.getByRole('button', { name: `Edit ${group.name}` }).click()
  const dialog = dialogOf(page, 'Update Dealer Group')
  const separation = dialog.getByLabel('Separation of duties')
  await expect(separation).toBeChecked()
  const ofSigners =
    'With a bank account, signers may have approved the request, but if two signers are required, at least one must not have approved it.'
  await expect(dialog.getByText(ofSigners)).toBeVisible()
  await checkLooks(page, 'admin-dealerships-update-group')
  await separation.uncheck()
  const secondPerson = dialog.getByLabel('Confirmation by a second person')
  await expect(secondPerson).toBeChecked()
  await secondPerson.uncheck()
  await dialog.getByLabel('Name').fill(`${group.name} Two`)
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group updated')).toBeVisible()
  await expect(rowOf(page, `${group.name} Two`)).toBeVisible()
  await expect(rowOf(page, `${group.name} Two`)).not.toContainText('Inactive')
  const stored = (await api.call<DealerGroup[]>('GET', '/dealer-groups')).find(({ id }) => id === group.id)
  expect(stored).toMatchObject({
    code: group.code,
    settings: { separation_of_duties: false, account_confirmation: false },
  })
  await page.getByRole('button', { name: `Edit ${group.name} Two` }).click()
  await expect(dialog.getByText('Users in an inactive dealer group can’t log in')).toBeVisible()
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(rowOf(page, `${group.name} Two`)).toContainText('Inactive')
})

test('lets a super admin set the idle time limit for sessions', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Group ${ownWord()}`)
  await start(page)
  await page.getByRole('button', { name: `Edit ${group.name}` }).click()
  const dialog = dialogOf(page, 'Update Dealer Group')
  const limit = dialog.getByLabel('Idle Limit (Hours)')
  await expect(limit).toHaveValue('72')
  for (const none of ['0', '169', '']) {
    await limit.fill(none)
    await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
    await expect(dialog.getByText('Choose from 1 hour to 168 hours.', { exact: true })).toBeVisible()
  }
  await checkLooks(page, 'admin-dealerships-idle-limit')
  await limit.fill('8')
  await dialog.getByRole('combobox', { name: 'Time Zone' }).click()
  await page.getByRole('option', { name: /^Alaska Time \(Anchorage\)/ }).click()
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group updated')).toBeVisible()
  const stored = (await api.call<DealerGroup[]>('GET', '/dealer-groups')).find(({ id }) => id === group.id)
  expect(stored?.settings).toEqual({
    separation_of_duties: true,
    account_confirmation: true,
    idle_hours: 8,
    reminder_days: 2,
    discreet_mails: false,
    time_zone: 'America/Anchorage',
  })
})

test('renames a purpose and moves it to another heading', async ({ page, openAs }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit Spiff' }).click()
  const dialog = dialogOf(page, 'Update Purpose')
  await checkLooks(page, 'admin-dealerships-update-purpose')
  await dialog.getByLabel('Name').fill('Sales bonus')
  await dialog.getByLabel('Payment For').fill('Vendor')
  await dialog.getByLabel('Description').fill('Paid by the manufacturer')
  await dialog.getByRole('button', { name: 'Update Purpose' }).click()
  await expect(noticeOf(page, 'Purpose updated')).toBeVisible()
  await expect(part(page, 'Vendor').getByRole('listitem').filter({ hasText: 'Sales bonus' })).toContainText(
    'Paid by the manufacturer',
  )
  const theirs = await openAs('requester@lakeside.example', '/check-request-new')
  expect(await optionsOf(theirs, 'Purpose')).toContain('Sales bonus')
})

test('keeps the name of the purpose "other" read-only', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit other', exact: true }).click()
  await expect(dialogOf(page, 'Update Purpose').getByLabel('Name')).toHaveAttribute('readonly')
})

test('renames a delivery method, and shows which request details each kind requires', async ({ page, openAs }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit FedEx Overnight' }).click()
  const dialog = dialogOf(page, 'Update Delivery Method')
  await expect(dialog.getByText('A check request asks for a mailing method and an address.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Pickup' }).check()
  await expect(dialog.getByText('A check request asks for a message.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Carrier' }).check()
  await checkLooks(page, 'admin-dealerships-update-method')
  await dialog.getByLabel('Name').fill('FedEx First Overnight')
  await dialog.getByRole('button', { name: 'Update Delivery Method' }).click()
  await expect(noticeOf(page, 'Delivery method updated')).toBeVisible()
  await expect(part(page, 'Delivery Methods')).toContainText('FedEx First Overnight')
  const theirs = await openAs('requester@lakeside.example', '/check-request-new')
  expect(await optionsOf(theirs, 'Delivery Method')).toContain('FedEx First Overnight')
})
