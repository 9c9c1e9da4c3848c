import { expect } from '@playwright/test'
import type { ControlChange } from '../domain/src/people/controls/endpoints.ts'
import { dialogOf, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { photoFile } from './support/documents.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { openCheck, signWithMouse } from './support/hand-over.ts'
import { noticeOf } from './support/notices.ts'
import { part } from './support/requests.ts'
import { test } from './support/test.ts'

test('finds the recipient of a check by name, and accepts a photo of a signed slip', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  const taker = dialog.getByLabel(/^Recipient/)
  await taker.pressSequentially('rit')
  const found = page.getByRole('listbox', { name: 'People in the dealer group' })
  await expect(found.getByRole('option')).toHaveText(['Rita RequestsCashier, needs an exception'])
  await checkLooks(page, 'check-receivers')
  await taker.press('ArrowDown')
  await taker.press('Enter')
  await expect(taker).toHaveValue('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The person who raised or approved a request can’t take its check.',
  )
  await taker.fill('vera')
  await found.getByRole('option', { name: /^Vera Verifies/ }).click()
  await expect(taker).toHaveValue('Vera Verifies')

  await dialog.getByRole('radio', { name: 'On a printed slip' }).click()
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(dialog.getByText('Have the receiver sign for the check, here or on a slip.')).toBeVisible()
  const [tab, response] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/slip'),
    dialog.getByRole('button', { name: 'Print Slip' }).click(),
  ])
  expect(response.headers()['content-type']).toBe('application/pdf')
  await tab.close()
  const picture = await photoFile(page, 'slip.jpg', 'SIGNED')
  await dialog.getByLabel('Documents', { exact: true }).setInputFiles([picture])
  await expect(dialog.getByRole('radio', { name: 'slip.jpg' })).toBeChecked({ timeout: 30_000 })
  await checkLooks(page, 'check-slip')
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(noticeOf(page, 'Check handed over')).toBeVisible()
  const receipt = part(page, 'Handover')
  await expect(receipt).toContainText('Vera Verifies')
  await expect(receipt.getByRole('img')).toHaveCount(0)
  const shown = page.context().waitForEvent('page')
  await receipt.getByRole('link', { name: /^View the signed slip/ }).click()
  await expect((await shown).getByText('slip.jpg').first()).toBeVisible({ timeout: 30_000 })
})

test('lets a requester take a check once a second admin confirms that custody is off', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  const root = await openAs(superAdmin, '/admin-dealerships')
  await root.getByRole('button', { name: `Edit ${group.group.name}` }).click()
  const settings = dialogOf(root, 'Update Dealer Group')
  const custody = settings.getByRole('checkbox', { name: 'Custody' })
  await expect(custody).toBeChecked()
  await custody.click()
  await checkLooks(root, 'admin-dealerships-custody')
  await settings.getByRole('button', { name: /^(Save|Update)/ }).click()
  await expect(settings).toHaveCount(0)
  const admin = await group.as('admin')
  const [{ id = 0, version = 0 } = {}] = await admin.call<ControlChange[]>('GET', '/control-changes')
  await admin.call('POST', `/control-changes/${id}/confirm`, { version })

  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByLabel(/^Recipient/).pressSequentially('rit')
  const found = page.getByRole('listbox', { name: 'People in the dealer group' })
  await expect(found.getByRole('option')).toHaveText(['Rita RequestsCashier'])
  await found.getByRole('option').click()
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(part(page, 'Handover')).toContainText('Rita Requests')
})
