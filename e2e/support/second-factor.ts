import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from '@playwright/test'
import { dialogOf } from './administration.ts'
import { Authenticator } from './authenticator.ts'
import { noticeOf } from './notices.ts'
import type { TestServer } from './server.ts'
import { signIn } from './session.ts'

export const signInCard = (page: Page): Locator => page.getByRole('region', { name: 'Sign-In' })

export const proofDialog = (page: Page): Locator => dialogOf(page, 'Verify Your Identity')

/** Adds a passkey on My Settings; returns the recovery codes if it is the first factor. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await signInCard(page).getByRole('button', { name: 'Add Passkey' }).click()
  const dialog = dialogOf(page, 'Add Passkey')
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(noticeOf(page, 'Passkey added')).toBeVisible()
}

/** Reads the recovery codes, which are shown once, and closes the dialog. */
export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = dialogOf(page, 'Save These Recovery Codes')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as File' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** Adds an authenticator app on My Settings; returns its secret, whose first code the server has accepted. */
export async function readSecret(page: Page): Promise<string> {
  const key = dialogOf(page, 'Add Authenticator App').getByRole('code')
  await expect(key).toBeVisible()
  return (await key.innerText()).replaceAll(' ', '')
}

/** Advances the clock by more than ten minutes since everyone's last identity verification. */
export function ageProofs(server: TestServer): void {
  const database = new DatabaseSync(join(server.dataDir, 'check-requests.db'), { timeout: 5000 })
  database.exec(`update sessions set proved_at = '2026-01-01T00:00:00.000Z'`)
  database.close()
}

/** Signs in and adds a passkey. */
export async function withPasskey(page: Page, email: string): Promise<void> {
  await Authenticator.plugInto(page)
  await signIn(page.context(), email)
  await page.goto('/my-settings')
  await addPasskey(page, 'Phone')
  await keepRecoveryCodes(page)
}

/**
 * Performs an action that requires identity verification after the last one has expired, and verifies; the action then
 * continues by itself.
 */
export async function prove(page: Page, server: TestServer, act: () => Promise<void>): Promise<void> {
  ageProofs(server)
  await act()
  await expect(proofDialog(page)).toContainText('This action needs a recent sign-in.')
  await expect(proofDialog(page).getByRole('button', { name: 'Use a Passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(proofDialog(page)).toHaveCount(0)
}
