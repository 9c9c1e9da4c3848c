import { expect } from '@playwright/test'
import { Authenticator } from './support/authenticator.ts'
import { checkLooks } from './support/checks.ts'
import { mailTo, test } from './support/mail-test.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { expectNotice } from './support/notices.ts'
import { addPasskey, keepRecoveryCodes } from './support/second-factor.ts'
import { signIn, submitLogin } from './support/session.ts'

test('a passkey that somebody else added is taken back by the link in the email', async ({ page, request, mail }) => {
  const email = await makeNewcomer(request, 'requester')
  await Authenticator.plugInto(page)
  await signIn(page.context(), email)
  await page.goto('/my-settings')
  await addPasskey(page, 'Foreign laptop')
  await keepRecoveryCodes(page)

  const { html } = await mailTo(mail, email, 'Passkey: Foreign laptop.')
  expect(html).toContain('Take Back the Change')
  expect(html).toContain('the button opens a page that asks first')
  const [link = ''] = /http:\/\/localhost:\d+\/take-back#[\w-]+/.exec(html) ?? []
  await page.goto(link)
  await expect(page.getByText('You are logged out everywhere, and your recovery codes stop working.')).toBeVisible()
  await checkLooks(page, 'take-back')
  await page.getByRole('button', { name: 'Take Back the Change' }).click()
  await expectNotice(
    page,
    'Change taken back',
    `Log in as ${email} and change your password: somebody else may know it.`,
  )
  await expect(page).toHaveURL('/login')
  await submitLogin(page, email)
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link)
  await page.getByRole('button', { name: 'Take Back the Change' }).click()
  await expect(page.getByText('This link cannot be used any more.')).toBeVisible()
})

test('without a whole link the page of taking back says what to do', async ({ page }) => {
  await page.goto('/take-back')
  await expect(page.getByText('Open this page by the link in the email that you got')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
})
