import { expect } from '@playwright/test'
import { addUser, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { mailTo, test } from './support/mail-test.ts'
import { expectNotice } from './support/notices.ts'

const own = 'seven green kettles'

test('lets a new user choose a password once with an emailed link, and then log in', async ({
  page,
  request,
  mail,
}) => {
  const { email } = await addUser(await apiAs(request, superAdmin), { role_ids: [2], primary_role: 2 })
  const { html } = await mailTo(mail, email, 'Choose your own password')
  const [link = ''] = /http:\/\/localhost:\d+\/choose-password#[\w-]+/.exec(html) ?? []
  await page.setContent(html)
  await checkLooks(page, 'mail-choose-password')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(`You’ll log in as ${email}. This link works until`)
  await page.getByLabel('New Password').fill('short')
  await page.getByLabel('Confirm Password').fill(own)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('A password needs at least 8 characters.')).toBeVisible()
  await expect(page.getByText('Confirm password does not match.')).toBeVisible()
  await checkLooks(page, 'choose-password')
  await page.getByLabel('New Password').fill(own)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expectNotice(page, 'Password chosen', `Log in as ${email} with your new password.`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(own)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('An admin chose your password')).toHaveCount(0)

  await page.goto('/not-found')
  await page.goto(link)
  await expect(page.getByText('This link can’t be used anymore. Ask an admin for a new one.')).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveCount(0)
})

test('says what to do if the link for choosing a password is incomplete', async ({ page }) => {
  await page.goto('/choose-password')
  await expect(page.getByText('This link is incomplete. Open the link in the email again.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/login')
})
