import { expect, type Page } from '@playwright/test'
import { dialogOf, questionOf } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { Authenticator } from './support/authenticator.ts'
import { checkLooks } from './support/checks.ts'
import { codeOf } from './support/codes.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { noticeOf } from './support/notices.ts'
import {
  addPasskey,
  ageProofs,
  keepRecoveryCodes,
  proofDialog,
  readSecret,
  signInCard,
} from './support/second-factor.ts'
import { logOut, signIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const oneMoreStep = (page: Page) => page.getByRole('region', { name: 'One More Step' })

async function openOwnSettings(page: Page, email: string) {
  await signIn(page.context(), email)
  await page.goto('/my-settings')
}

test('lets a user add a passkey, sign in with it alone, and remove it', async ({ page, request }) => {
  const email = await makeNewcomer(request, 'requester')
  const authenticator = await Authenticator.plugInto(page)
  await openOwnSettings(page, email)
  await addPasskey(page, 'Work laptop')
  await checkLooks(page, 'my-settings.recovery-codes')
  expect(new Set(await keepRecoveryCodes(page)).size).toBe(10)
  await expect(signInCard(page)).toContainText('Work laptop')
  await expect(signInCard(page)).toContainText('10 codes left')
  await checkLooks(page, 'my-settings.sign-in')

  // Otherwise the virtual user would accept the passkey that the browser offers in the email field.
  await authenticator.setPresent(false)
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toBeVisible()
  await authenticator.setPresent(true)
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click()
  await expect(mainMenu(page)).toBeVisible()

  await page.goto('/my-settings')
  await signInCard(page).getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialogOf(page, 'Rename Passkey').getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(noticeOf(page, 'Passkey renamed')).toBeVisible()
  await signInCard(page).getByRole('button', { name: 'Remove Old laptop' }).click()
  await questionOf(page, 'Remove this passkey?').getByRole('button', { name: 'Remove' }).click()
  await expect(noticeOf(page, 'Passkey removed')).toBeVisible()
  await expect(signInCard(page)).not.toContainText('Old laptop')
  await expect(signInCard(page)).not.toContainText('Recovery Codes')

  await authenticator.setPresent(false)
  await logOut(page)
  await submitLogin(page, email)
  await expect(mainMenu(page)).toBeVisible()
})

test('asks for a passkey after the password, and lets the user go back', async ({ page, request }) => {
  const email = await makeNewcomer(request, 'approver')
  const authenticator = await Authenticator.plugInto(page)
  await openOwnSettings(page, email)
  await addPasskey(page, 'Phone')
  await keepRecoveryCodes(page)
  await authenticator.setPresent(false)
  await logOut(page)
  await submitLogin(page, email)
  await expect(oneMoreStep(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeFocused()
  await checkLooks(page, 'login.second-step')
  await page.getByRole('button', { name: 'Back' }).click()
  await submitLogin(page, email)
  await authenticator.setVerified(false)
  await authenticator.setPresent(true)
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(oneMoreStep(page).getByRole('alert')).toHaveText('No passkey was used. Try again, or use another way.')
  await authenticator.setVerified(true)
  await page.getByRole('button', { name: 'Use a Passkey' }).press('Enter')
  await expect(mainMenu(page)).toBeVisible()
})

test('adds an authenticator app by its key, and accepts its codes and a recovery code for sign-in', async ({
  page,
  request,
}) => {
  const email = await makeNewcomer(request, 'processor')
  await openOwnSettings(page, email)
  await signInCard(page).getByRole('button', { name: 'Add App' }).click()
  const secret = await readSecret(page)
  const dialog = dialogOf(page, 'Add Authenticator App')
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await checkLooks(page, 'my-settings.authenticator-app')
  await dialog.getByLabel('Code', { exact: false }).last().fill('000 000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code is wrong')).toBeVisible()
  await dialog.getByLabel('Code', { exact: false }).last().fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(noticeOf(page, 'Authenticator app added')).toBeVisible()
  const [recoveryCode = ''] = await keepRecoveryCodes(page)

  await logOut(page)
  await submitLogin(page, email)
  await page.getByLabel('Code from Your Authenticator App').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(mainMenu(page)).toBeVisible()

  await logOut(page)
  await submitLogin(page, email)
  await page.getByRole('button', { name: 'Use a Recovery Code Instead' }).click()
  await page.getByLabel('Recovery Code').fill(recoveryCode.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(mainMenu(page)).toBeVisible()
  await page.goto('/my-settings')
  await expect(signInCard(page)).toContainText('9 codes left')

  await logOut(page)
  await submitLogin(page, email)
  await page.getByRole('button', { name: 'Use a Recovery Code Instead' }).click()
  await page.getByLabel('Recovery Code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(oneMoreStep(page)).toContainText('wrong or was already used')
})

test('lets an admin restore access for a user who has lost every factor', async ({ page, request, openAs }) => {
  const email = await makeNewcomer(request, 'requester')
  await Authenticator.plugInto(page)
  await openOwnSettings(page, email)
  await addPasskey(page, 'Lost phone')
  await keepRecoveryCodes(page)
  const admin = await openAs('admin@lakeside.example', `/admin-users?search=${encodeURIComponent(email)}`)
  await admin.getByRole('button', { name: `Edit ${email}` }).click()
  const dialog = dialogOf(admin, 'Update User')
  await dialog.getByRole('button', { name: 'Reset Second Factor' }).click()
  const question = questionOf(admin, 'Reset the second factor?')
  await expect(question).toContainText('is logged out everywhere')
  await checkLooks(admin, 'admin-users.reset-second-factor')
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect(noticeOf(admin, 'Second factor reset')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reset Second Factor' })).toHaveCount(0)
  await expect(page).toHaveURL('/login')
  await submitLogin(page, email)
  await expect(mainMenu(page)).toBeVisible()
  await apiAs(request, email)
})

test('asks for identity verification before a sign-in method changes, without losing typed values', async ({
  page,
  request,
  server,
}) => {
  const email = await makeNewcomer(request, 'approver')
  await Authenticator.plugInto(page)
  await openOwnSettings(page, email)
  await addPasskey(page, 'Key')
  const first = await keepRecoveryCodes(page)
  ageProofs(server)
  await signInCard(page).getByRole('button', { name: 'Create New Codes' }).press('Enter')
  const question = questionOf(page, 'Create new recovery codes?')
  await question.getByRole('button', { name: 'Create New Codes' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeFocused()
  await checkLooks(page, 'fresh-proof')
  await page.keyboard.press('Escape')
  await expect(proofDialog(page)).toHaveCount(0)
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Create New Codes' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  const second = await keepRecoveryCodes(page)
  expect(second.filter((code) => first.includes(code))).toEqual([])

  ageProofs(server)
  await signInCard(page).getByRole('button', { name: 'Add Passkey' }).click()
  await dialogOf(page, 'Add Passkey').getByLabel('Name').fill('Spare key')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(dialogOf(page, 'Add Passkey').getByRole('alert')).toHaveText(
    'This device already has one of your passkeys. Use another device.',
  )
  await expect(dialogOf(page, 'Add Passkey').getByLabel('Name')).toHaveValue('Spare key')
})
