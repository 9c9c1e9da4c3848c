import { expect } from '@playwright/test'
import { dialogOf, openAdministration, rowWith } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup } from './support/policies.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const head =
  'First Name,Last Name,Email,Username,Title,Roles,Primary Role,Access,Dealerships,Departments,Approval Titles'

function fileOf(...lines: readonly string[]) {
  return { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\n')) }
}

test('imports users with roles, locations, and titles, and shows their passwords once', async ({
  page,
  request,
  browser,
}) => {
  const place = await addPolicyGroup(request)
  const word = place.group.code.toLowerCase()
  const [ida, omar] = [`ida@${word}.example`, `omar@${word}.example`]
  await openAdministration(page, place.emails.editor, '/admin-users', 'User Management')
  await page.getByRole('button', { name: 'Import' }).press('Enter')
  const dialog = dialogOf(page, 'Import Users')
  const file = dialog.getByLabel('CSV file')
  await file.setInputFiles(fileOf(`Ida,Reed,${ida},,,Clerk,,Department,Nowhere,,Treasurer`))
  await expect(dialog.getByRole('list', { name: 'Problems' }).getByRole('listitem').first()).toHaveText(
    'Line 2“Clerk” isn’t a role. Enter Admin, Requester, Approver, or Processor.',
  )
  await checkLooks(page, 'admin-users-import-problems')
  await file.setInputFiles(
    fileOf(
      `Ida,Reed,${ida},,Advisor,Requester,,Department,Orchard Motors,Orchard Motors/Service,`,
      `Omar,Vance,${omar},,,Approver; Requester,Approver,Dealership,Orchard Motors,,Controller @ Orchard Motors`,
    ),
  )
  await expect(dialog.getByRole('list', { name: 'Rows to add' }).getByRole('listitem')).toHaveText([
    `Ida Reed${ida} · Requester · Orchard Motors / Service`,
    `Omar Vance${omar} · Approver, Requester · Orchard Motors · Controller, Orchard Motors`,
  ])
  await expect(dialog).toContainText('The users’ passwords are shown only once, after the users are added.')
  await checkLooks(page, 'admin-users-import')
  await dialog.getByRole('button', { name: 'Add 2 Users' }).press('Enter')
  await expect(noticeOf(page, 'Users imported')).toBeVisible()
  const passwords = dialogOf(page, 'Passwords for the First Login')
  await expect(passwords.getByRole('listitem')).toHaveText([
    new RegExp(`^Ida Reed ${ida}([a-z2-9]{4}-){3}[a-z2-9]{4}$`),
    new RegExp(`^Omar Vance ${omar}`),
  ])
  await checkLooks(page, 'admin-users-import-passwords')
  const password = (await passwords.getByRole('listitem').nth(1).locator('code').textContent()) ?? ''
  await passwords.getByRole('button', { name: 'Done' }).click()
  await expect(rowWith(page, 'Omar Vance')).toBeVisible()

  const context = await browser.newContext()
  await signIn(context, omar, password)
  await context.close()
})
