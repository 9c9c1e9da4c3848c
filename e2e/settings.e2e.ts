import { expect } from '@playwright/test'
import type { DealerGroup } from '../domain/src/organization/fields.ts'
import { addGroup, addUser, ownWord, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { openPalette, paletteOptions } from './support/palette.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows an admin their dealer group’s settings, and says that only a super admin can change them', async ({
  page,
}) => {
  await logIn(page, 'admin@lakeside.example')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const group = page.getByRole('region', { name: 'Dealer Group' })
  await expect(group).toContainText('Only a super admin can change the other settings.')
  await expect(group.getByRole('row').nth(1)).toContainText(/Lakeside Auto Group.*On.*On.*72 hours/)
  await expect(group.getByRole('button', { name: /^Change the settings/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Installation' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /Coming soon/ })).toHaveCount(0)
})

test('lets an admin set their group’s time zone, business days, holidays, and email footer', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const settings = { account_confirmation: false, time_zone: 'America/Chicago' }
  const own = await api.call<DealerGroup>('POST', '/dealer-groups', { name: 'Harbor Cars', code: ownWord(), settings })
  const { email } = await addUser(api, { role_ids: [1], primary_role: 1, dealer_group_id: own.id })
  await page.clock.setFixedTime(new Date('2026-11-20T15:00:00Z'))
  await logIn(page, email)
  await page.goto('/settings')
  const group = page.getByRole('region', { name: 'Dealer Group' })
  const open = () => group.getByRole('button', { name: 'Change time, calendar, and emails for Harbor Cars' }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Time, Calendar, and Emails for Harbor Cars' })
  const zone = dialog.getByRole('combobox', { name: 'Time Zone' })
  await expect(zone).toHaveText('Central Time (Chicago), UTC−6')
  await zone.click()
  await expect(page.getByRole('listbox').getByRole('group').first()).toContainText(
    'United StatesEastern Time (New York)',
  )
  await page.getByRole('combobox', { name: 'Search' }).fill('detroit')
  await expect(page.getByRole('listbox').getByRole('group')).toHaveText('United StatesEastern Time (Detroit), UTC−5')
  await page.getByRole('combobox', { name: 'Search' }).fill('honol')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Hawaii-Aleutian Standard Time (Honolulu), UTC−10',
  ])
  await page.keyboard.press('Enter')
  await expect(zone).toHaveText('Hawaii-Aleutian Standard Time (Honolulu), UTC−10')

  await dialog.getByRole('checkbox', { name: 'Saturday' }).check()
  const coming = dialog.getByRole('list', { name: 'Upcoming holidays' })
  await expect(dialog.getByText('No upcoming holidays.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add US Federal Holidays' }).click()
  await expect(dialog.getByRole('status')).toHaveText('11 holidays added.')
  await dialog.getByRole('button', { name: 'Add US Federal Holidays' }).click()
  await expect(dialog.getByRole('status')).toHaveText('These holidays were already added.')
  await expect(coming.getByRole('listitem')).toHaveText([
    'Thanksgiving DayThu, Nov 26, 2026',
    'Christmas DayFri, Dec 25, 2026',
  ])
  await expect(dialog.getByRole('list', { name: 'Past holidays' })).toBeHidden()
  await dialog.getByText('Past holidays (9)').click()
  // Saturday is a working day here, so this holiday isn't observed on Friday.
  await expect(dialog.getByRole('list', { name: 'Past holidays' })).toContainText('Independence DaySat, Jul 4, 2026')
  await dialog.getByText('Past holidays (9)').click()

  const name = dialog.getByLabel('Holiday Name')
  await name.fill('Inventory')
  await name.press('Enter')
  await expect(dialog.getByText('Enter a date as YYYY-MM-DD.')).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).fill('12/25/2026')
  await name.press('Enter')
  await expect(dialog.getByText('Christmas Day is already on this day.')).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).fill('12/31/2026')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Add this holiday first, or clear its date and name.')).toBeVisible()
  await name.press('Enter')
  await expect(coming.getByRole('listitem').last()).toHaveText('InventoryThu, Dec 31, 2026')
  await dialog.getByRole('button', { name: 'Remove Christmas Day' }).click()
  await expect(coming.getByRole('listitem')).toHaveCount(2)

  const text = dialog.getByLabel('Email Footer')
  await text.fill('x'.repeat(301))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter at most 300 characters.', { exact: true })).toBeVisible()
  await text.fill('Questions? Call Ada in the office, (608) 555-0142.')
  await checkLooks(page, 'settings-local')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(page, 'Settings updated')).toBeVisible()
  await expect(group.getByRole('row').nth(1)).toContainText('Hawaii-Aleutian Standard Time (Honolulu)')
  await open()
  await expect(coming.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(6)
  await expect(text).toHaveValue('Questions? Call Ada in the office, (608) 555-0142.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(dialog).toHaveCount(0)
  await page.goto('/admin-audit')
  const entry = page.getByRole('row').filter({ hasText: 'Honolulu' }).first()
  await expect(entry).toContainText('Harbor Cars')
})

test('names another admin’s changes to the settings, and keeps typed values', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id, name } = await addGroup(api, `Group ${ownWord()}`)
  await logIn(page, superAdmin)
  await page.goto('/settings')
  const open = () => page.getByRole('button', { name: `Change time, calendar, and emails for ${name}` }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: `Time, Calendar, and Emails for ${name}` })
  await dialog.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await api.call('PUT', `/dealer-groups/${id}/local-settings`, { mail_text: 'Call Ada.', time_zone: 'America/Denver' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText(/changed this dealer group \((mail text, time zone|time zone, mail text)\) in the meantime\./),
  ).toBeVisible()
  await expect(dialog.getByLabel('Email Footer')).toHaveValue('Call Ada.')
  await expect(dialog.getByRole('combobox', { name: 'Time Zone' })).toHaveText(/^Mountain Time \(Denver\)/)
  await expect(dialog.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await api.call('GET', `/dealer-groups/${id}/local-settings`)).toMatchObject({
    business_weekdays: [1, 2, 3, 4],
    mail_text: 'Call Ada.',
    time_zone: 'America/Denver',
  })
  await open()
  await dialog.getByRole('checkbox', { name: 'Sunday' }).check()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(dialog).toHaveCount(0)
})

test('lets a super admin change each dealer group’s settings and see the installation’s status', async ({ page }) => {
  await logIn(page, superAdmin)
  await page.goto('/settings')
  const group = page.getByRole('region', { name: 'Dealer Group' })
  await group.getByRole('button', { name: 'Change approval and account controls for Summit Motors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Dealer Group' })
  await dialog.getByLabel('Idle Limit (Hours)').fill('24')
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group updated')).toBeVisible()
  await expect(group.getByRole('row').filter({ hasText: 'Summit' })).toContainText('24 hours')
  const installation = page.getByRole('region', { name: 'Installation' })
  for (const text of [
    /Version\s*\d+\.\d+\.\d+/,
    /Database\s*SQLite, \d/,
    /Free Disk Space\s*\d/,
    /Newest Backup\s*Off/,
    /Audit Trail Last Verified\s*Not yet/,
    'The server doesn’t create backups. Set BACKUP_DIR or BACKUP_URL for the server',
    /Documents\s*(None|\d+ documents?)/,
    /Largest Document\s*10\.0 MB/,
  ])
    await expect(installation).toContainText(text)
  await expect(dialog).toHaveCount(0)
  await noticeOf(page, 'Dealer Group updated').getByRole('button', { name: 'Close' }).click()
  await checkLooks(page, 'settings')
})

test('lets an admin set the working hours of each business day', async ({ page, request }) => {
  const { id, name } = await addGroup(await apiAs(request, superAdmin), `Group ${ownWord()}`)
  await logIn(page, superAdmin)
  await page.goto('/settings')
  const open = () => page.getByRole('button', { name: `Change time, calendar, and emails for ${name}` }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: `Time, Calendar, and Emails for ${name}` })
  await expect(dialog.getByLabel('Monday from')).toHaveValue('09:00')
  await expect(dialog.getByLabel('Saturday from')).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Saturday' }).check()
  await dialog.getByLabel('Saturday to').fill('08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose an end at least one hour after the beginning.')
  await dialog.getByLabel('Saturday to').fill('13:00')
  await checkLooks(page, 'settings-hours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const settings = await (await apiAs(request, superAdmin)).call('GET', `/dealer-groups/${id}/local-settings`)
  expect(settings).toMatchObject({ business_hours: [{ weekday: 6, opens: '09:00', closes: '13:00' }] })
  await page.goto('/admin-audit')
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText(name)
})

// U6: labeled settings with a search, and the palette finds each of them.
test('searches the settings, and opens one of them from the palette', async ({ page }) => {
  await logIn(page, 'admin@lakeside.example')
  await openPalette(page)
  await page.keyboard.type('holid')
  await expect(paletteOptions(page).first()).toHaveText('Time, calendar, and emailsSettings')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Time, Calendar, and Emails for Lakeside Auto Group' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/settings')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const entries = page.getByRole('region', { name: 'Settings for Lakeside Auto Group' }).getByRole('listitem')
  await expect(entries).toHaveText([
    'Time, calendar, and emailsTime zone, business days, holidays, and the email footer',
    'Payee settingsThe payee list, and when a new payee must be verified',
    'Purpose requirementsFields and documents that each purpose requires',
    'Second-factor rulesRoles that must log in with an authenticator app or a passkey',
    'Chart of accountsAccount numbers for accounting lines, and default accounts',
    'Bank accountsAccounts, check numbers, signers, and bank files',
  ])
  await checkLooks(page, 'settings-labeled')
  await page.getByRole('searchbox', { name: 'Search Settings' }).fill('2fa')
  await expect(entries).toHaveText([/^Second-factor rules/])
  await expect(page.getByRole('region', { name: 'Webhooks and Chat' })).toBeHidden()
  await checkLooks(page, 'settings-searched')
  await page.getByRole('searchbox', { name: 'Search Settings' }).fill('zebra')
  await expect(page.getByText('No setting matches your search.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search Settings' }).fill('sso')
  await expect(page.getByRole('region', { name: 'Identity Providers' })).toBeVisible()
  await expect(entries).toHaveCount(0)
})

test('shows a section of the own settings that the palette names', async ({ page }) => {
  await logIn(page, 'approver@lakeside.example')
  await openPalette(page)
  await page.keyboard.type('devic')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-settings')
  const sessions = page.getByRole('region', { name: 'Active Sessions' })
  await expect(sessions).toBeInViewport()
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search Settings' }).fill('dark')
  await expect(page.getByRole('region', { name: 'Appearance' })).toBeVisible()
  await expect(sessions).toBeHidden()
  await checkLooks(page, 'my-settings-searched')
})
