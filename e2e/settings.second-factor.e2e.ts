import { expect } from '@playwright/test'
import type { DealerGroup } from '../domain/src/organization/fields.ts'
import { dialogOf, findGroup, groupAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { Authenticator } from './support/authenticator.ts'
import { checkLooks } from './support/checks.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { noticeOf } from './support/notices.ts'
import { addPasskey, keepRecoveryCodes } from './support/second-factor.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

test('reminds users of a required second factor, and requires it before anything else after the deadline', async ({
  page,
  request,
  openAs,
}) => {
  const email = await makeNewcomer(request, 'processor')
  await logIn(page, groupAdmin)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change second-factor rules for Lakeside Auto Group' }).click()
  const dialog = dialogOf(page, 'Second Factor for Lakeside Auto Group')
  await dialog.getByRole('checkbox', { name: 'Processor' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose both the roles and their start day, or leave both empty.')
  await dialog.getByLabel('Required From').fill('+7')
  await expect(dialog.getByRole('checkbox', { name: 'First page of the document in emails' })).not.toBeChecked()
  await dialog.getByLabel('Recent Sign-In for Approvals Above').fill('25000')
  await checkLooks(page, 'settings.second-factor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(page, 'Settings updated')).toBeVisible()

  const person = await openAs(email)
  const reminder = person.getByRole('region', { name: 'Second factor reminder' })
  await expect(reminder).toContainText('you need a passkey or a code besides your password')
  await checkLooks(person, 'dashboard.second-factor-reminder')
  const admin = await apiAs(request, groupAdmin)
  const { id }: DealerGroup = await findGroup(admin, 'LAG')
  const rules = `/dealer-groups/${id}/second-factor-rules`
  expect(await admin.call('GET', rules)).toMatchObject({ roles: [4], approve_above: 25_000 })
  await admin.call('PUT', rules, { roles: [4], from: '2026-01-05', approve_above: null })

  await Authenticator.plugInto(person)
  // The deadline passes while the user is on the dashboard.
  await expect(person.getByRole('heading', { name: 'Add a Second Factor' })).toBeVisible()
  await expect(person.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await checkLooks(person, 'second-factor-first')
  await addPasskey(person, 'Phone')
  await keepRecoveryCodes(person)
  await expect(person.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(reminder).toHaveCount(0)
})
