import { expect, type Page } from '@playwright/test'
import { startIdentityProvider, type TestIdentityProvider } from '../server/src/testing/identity-provider.ts'
import { chooseSeveral, dialogOf, groupAdmin, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { freePort } from './support/mail-server.ts'
import { noticeOf } from './support/notices.ts'
import { prove, withPasskey } from './support/second-factor.ts'
import { TestServer } from './support/server.ts'
import { signIn } from './support/session.ts'
import { test as base } from './support/test.ts'

interface Site {
  readonly server: TestServer
  readonly directory: TestIdentityProvider
}

/**
 * The product's test, with a separate server that may call loopback addresses, and with a real identity provider on
 * this machine.
 */
const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  site: async ({}, use) => {
    const port = String(await freePort())
    const directory = await startIdentityProvider([`http://localhost:${port}/login`])
    const server = new TestServer({ PORT: port, ALLOWED_NETWORKS: '127.0.0.1/32' })
    await server.start()
    await use({ server, directory })
    await server.stop()
    await directory.close()
  },
  baseURL: async ({ site }, use) => use(site.server.url),
})

/** Continues at the provider whose button appears once the address is typed, and signs in there. */
async function enter(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Lakeside Directory' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(`${name}@lakeside-motors.example`)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Continue with Lakeside Directory' }).click()
  await page.getByLabel('User').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('signs in users of an identity provider that one admin set up and another confirmed', async ({
  page,
  site,
  openAs,
}) => {
  const { issuer, people } = site.directory
  const verified = { email: 'nora@lakeside-motors.example', email_verified: true }
  people.set('nora', { sub: 'n-1', given_name: 'Nora', family_name: 'New', ...verified, groups: ['Payers'] })
  people.set('mallory', { sub: 'm-1', email: 'mallory@lakeside-motors.example', email_verified: false })

  const admin = await openAs(groupAdmin, '/settings')
  await admin.getByRole('button', { name: 'Add Provider' }).click()
  const dialog = dialogOf(admin, 'Add Identity Provider')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Lakeside Directory')
  await dialog.getByLabel('Issuer').fill(issuer)
  await dialog.getByLabel('Client ID').fill('check-requests')
  await dialog.getByLabel('Client Secret').fill('a secret that both sides know')
  await dialog.getByLabel('Email Domains').fill('lakeside-motors.example')
  await dialog.getByLabel('Create users at their first sign-in').check()
  await chooseSeveral(admin, 'Dealerships', ['Lakeside Toyota (TOY)'])
  await dialog.getByLabel('Role Claim').fill('groups')
  await dialog.getByRole('group', { name: 'Roles by Claim Value' }).getByRole('button', { name: 'Add Value' }).click()
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('Payers')
  await dialog.getByLabel('Role for value 1').selectOption('Processor')
  await checkLooks(admin, 'settings.identity-provider')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog).toHaveCount(0)
  const boss = await openAs(superAdmin)
  await withPasskey(boss, superAdmin)
  await boss.goto('/settings')
  await prove(boss, site.server, () => boss.getByRole('button', { name: 'Confirm Lakeside Directory' }).click())
  await expect(boss.getByText(/^Active since .* confirmed by Sam Okafor\.$/)).toBeVisible()

  await enter(page, 'mallory')
  await expect(page.getByRole('alert')).toContainText(
    'Lakeside Directory hasn’t verified mallory@lakeside-motors.example.',
  )
  // The provider has sessions of its own.
  await page.context().clearCookies()
  await enter(page, 'nora')
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'My Account' }).click()
  await expect(page.getByRole('menu')).toContainText('nora@lakeside-motors.example')

  await withPasskey(admin, groupAdmin)
  await admin.goto('/settings')
  const switchOff = admin.getByRole('button', { name: 'Turn Off Passwords for Lakeside Auto Group' })
  await prove(admin, site.server, () => switchOff.click())
  await expect(noticeOf(admin, 'Password sign-in updated')).toBeVisible()
  await expect(admin.getByText('passwords are off for lakeside-motors.example, except for super admins.')).toBeVisible()
  await checkLooks(admin, 'settings.passwords-off')
  // Users with other addresses keep their password.
  await signIn(page.context(), 'approver@lakeside.example')
})
