import { expect } from '@playwright/test'
import type { Dealership } from '../domain/src/organization/fields.ts'
import {
  addDealership,
  dialogOf,
  findGroup,
  openAdministration,
  ownWord,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { test } from './support/test.ts'

test('names another user’s changes to the same dealership, and keeps typed values', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await addDealership(api, (await findGroup(api, 'LAG')).id, `Stale ${ownWord()}`)
  const stored = async () =>
    (await api.call<Dealership[]>('GET', '/dealerships')).find((dealership) => dealership.id === id)
  await openAdministration(page, superAdmin, '/admin-dealerships', 'Dealerships Management')
  const { name } = (await stored()) as Dealership
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = dialogOf(page, 'Update Dealership')
  await dialog.getByLabel('City').fill('Monona')
  await api.call('PUT', `/dealerships/${id}`, { phone: '(608) 555-0199' })

  await dialog.getByRole('button', { name: 'Update Dealership' }).click()
  const sentence = /changed this dealership \(phone\) in the meantime\. Review it before you continue\.$/
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('City')).toHaveValue('Monona')
  await expect(dialog.getByLabel('Phone')).toHaveValue('(608) 555-0199')
  expect(await stored()).toMatchObject({ city: 'Verona', version: 2 })

  await dialog.getByRole('button', { name: 'Update Dealership' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stored()).toMatchObject({ city: 'Monona', phone: '(608) 555-0199', version: 3 })
})
