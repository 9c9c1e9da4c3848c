import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openAdministration, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

// A separate server, because this one signs checkpoints of its audit trail.
const share = mkdtempSync(join(tmpdir(), 'check-requests-share-'))
const file = join(share, 'checkpoints')
const key = join(share, 'key')
const signing = new TestServer({ AUDIT_KEY: key, AUDIT_CHECKPOINTS: file })
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    execFileSync(process.execPath, ['server/src/cli.ts', 'audit', 'keygen', key])
    writeFileSync(file, '')
    await signing.start()
    await use(signing.url)
    await signing.stop()
    rmSync(share, { recursive: true })
  },
})

test('verifies audit chains against signed checkpoints, and names an edited checkpoint', async ({ page }) => {
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/\n$/)
  await openAdministration(page, superAdmin, '/admin-audit', 'Audit Trail')
  await page.getByRole('button', { name: 'Verify' }).click()
  // A checkpoint is signed when the server starts, and whenever a background job finds new entries.
  await expect(part(page, 'The audit trail is intact.')).toContainText(
    /Compared with signed checkpoints: [1-9]\d*, the newest from/,
  )
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"seq":', '"seq":1'))
  await page.getByRole('button', { name: 'Verify' }).click()
  const verdict = part(page, 'The audit trail is broken.')
  // The job can sign another checkpoint in the meantime; then only the edited lines are named.
  await expect(verdict.getByRole('listitem')).toHaveText(
    /^(No checkpoint is signed with this key|Line 1 of the checkpoint file doesn’t match its signature)/,
  )
  await checkLooks(page, 'admin-audit-checkpoints')
})
