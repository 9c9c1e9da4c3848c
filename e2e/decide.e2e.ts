import { expect } from '@playwright/test'
import type { DealerGroup } from '../domain/src/organization/fields.ts'
import type { ControlChange } from '../domain/src/people/controls/endpoints.ts'
import { findGroup, groupAdmin, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, expectAdded, pdfFile } from './support/documents.ts'
import { mailTo, test } from './support/mail-test.ts'
import { addPayee } from './support/payees.ts'
import { fillIn, openForm, startForm, submitForm } from './support/request-form.ts'
import { logIn, submitLogin } from './support/session.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const phone = { width: 360, height: 740 }

test('lets an approver decide from the email on a phone without logging in (decision 186)', async ({
  page,
  browser,
  request,
  mail,
}) => {
  test.setTimeout(240_000)
  const [admin, root] = [await apiAs(request, groupAdmin), await apiAs(request, superAdmin)]
  const group: DealerGroup = await findGroup(admin, 'LAG')
  await admin.call('PUT', `/dealer-groups/${group.id}/payee-settings`, { payee_list: 'on' })
  const { id } = await addPayee(admin, group, 'Mail Street Glass')
  await root.call('POST', `/payees/${id}/verify`, { how: 'Called the number on file' })
  await logIn(page, groupAdmin)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change second-factor rules for Lakeside Auto Group' }).click()
  await page.getByLabel('Decide by Email up to').fill('500')
  await checkLooks(page, 'settings.decide-by-email')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Decisions by email without signing in: up to $500.00').first()).toBeVisible()
  for (const change of await root.call<ControlChange[]>('GET', '/control-changes'))
    if (change.confirm_refusal === null)
      await root.call('POST', `/control-changes/${change.id}/confirm`, { version: change.version })

  const requesterPage = await (await browser.newContext()).newPage()
  const raise = async (amount: string, payee: string) => {
    await openForm(requesterPage)
    await addFiles(requesterPage, pdfFile('invoice.pdf', `Invoice 4711 for ${amount}`))
    await expectAdded(requesterPage, 'invoice.pdf')
    await fillIn(requesterPage, { payee, amount })
    await submitForm(requesterPage)
    await expect(requesterPage).toHaveURL(/\/check-requests\/\d+$/)
    const path = new URL(requesterPage.url()).pathname
    const { html } = await mailTo(mail, approver, path === '' ? '' : `$${amount}`)
    return { path, html, link: /http:\/\/localhost:\d+\/decide#[\w-]+/.exec(html)?.[0] ?? '' }
  }
  await startForm(requesterPage, requester)
  const first = await raise('211.40', 'Mail Street Glass')
  expect(first.html).toContain('Review and Decide')
  const reader = await (await browser.newContext({ viewport: phone })).newPage()
  await reader.goto(first.link)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('$211.40 to Mail Street Glass')
  const answer = reader.waitForResponse('**/decisions/by-link/document')
  await reader.getByRole('button', { name: 'Open invoice.pdf' }).click()
  expect((await answer).headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  await expect(reader.getByRole('region', { name: 'Before You Decide' })).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Activity Log' })).toContainText('raised this request')
  await checkLooks(reader, 'decide')
  await reader.getByRole('button', { name: 'Reject' }).click()
  await expect(reader.getByText('Enter a reason so that the requester knows what to do.')).toBeVisible()
  await reader.getByRole('button', { name: 'Approve $211.40' }).click()
  await expect(reader.getByRole('status')).toContainText('Approved $211.40 to Mail Street Glass')
  await requesterPage.goto(first.path)
  await expect(requesterPage.getByRole('main')).toContainText('(by email)')
  await reader.goto('/login')
  await reader.goto(first.link)
  await expect(reader.getByRole('alert')).toHaveText('This link no longer works. Log in to see what’s waiting for you.')

  const second = await raise('305.10', 'Never Verified Supplies')
  await requesterPage.goto(second.link)
  await expect(requesterPage.getByRole('alert')).toContainText('you’re logged in as someone else. Log out to open it.')
  await requesterPage.getByRole('button', { name: 'Log Out' }).click()
  await expect(requesterPage.getByRole('main')).toContainText('The payee isn’t verified. Log in to decide.')
  await reader.goto('/login')
  await reader.goto(second.link)
  await expect(reader.getByRole('main')).toContainText('The payee isn’t verified. Log in to decide.')
  await checkLooks(reader, 'decide.log-in')
  await reader.getByRole('link', { name: 'Log in to Decide' }).click()
  await submitLogin(reader, approver)
  await expect(reader).toHaveURL(second.path)
  await expect(reader.getByRole('main')).toContainText('Never Verified Supplies')
  // A user who is logged in decides on the usual page.
  await reader.goto('/dashboard')
  await reader.goto(second.link)
  await expect(reader).toHaveURL(second.path)
})

test('says what to do if the link in an email is incomplete', async ({ page }) => {
  await page.goto('/decide')
  await expect(page.getByText('This link is incomplete. Open the link in the email again.')).toBeVisible()
  await page.goto('/decide/nothing')
  await expect(page.getByText('This link no longer works.')).toBeVisible()
  await page.goto('/login')
  await page.goto('/decide#nothing')
  await expect(page.getByText('This link no longer works.')).toBeVisible()
  await checkLooks(page, 'decide.gone')
})
