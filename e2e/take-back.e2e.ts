import { expect } from '@playwright/test'
import { Authenticator } from './support/authenticator.ts'
import { checkLooks } from './support/checks.ts'
import { mailTo, test } from './support/mail-test.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { expectNotice } from './support/notices.ts'
import { addPasskey, keepRecoveryCodes } from './support/second-factor.ts'
import { signIn, submitLogin } from './support/session.ts'

test('lets a user undo the addition of an unknown passkey with the link in the email', async ({
  page,
  request,
  mail,
}) => {
  const email = await makeNewcomer(request, 'requester')
  await Authenticator.plugInto(page)
  await signIn(page.context(), email)
  await page.goto('/my-settings')
  await addPasskey(page, 'Foreign laptop')
  await keepRecoveryCodes(page)

  const { html } = await mailTo(mail, email, 'Passkey: Foreign laptop.')
  expect(html).toContain('Undo the Change')
  expect(html).toContain('The button opens a page that asks you to confirm')
  const [link = ''] = /http:\/\/localhost:\d+\/take-back#[\w-]+/.exec(html) ?? []
  await page.goto(link)
  await expect(page.getByText('It logs you out everywhere, and your recovery codes stop working.')).toBeVisible()
  await checkLooks(page, 'take-back')
  await page.getByRole('button', { name: 'Undo the Change' }).click()
  await expectNotice(
    page,
    'Change undone',
    `Log in as ${email} and change your password, because someone else may know it.`,
  )
  await expect(page).toHaveURL('/login')
  await submitLogin(page, email)
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link)
  await page.getByRole('button', { name: 'Undo the Change' }).click()
  await expect(page.getByText('This link no longer works.')).toBeVisible()
})

test('says what to do if the link to undo a change is incomplete', async ({ page }) => {
  await page.goto('/take-back')
  await expect(page.getByText('This link is incomplete. Open the link in the email again.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/login')
})
