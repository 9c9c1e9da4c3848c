import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const sweep = 'Remove files that belong to no document'

test('lets a super admin see failed jobs with their errors and rerun them', async ({ page, server }) => {
  await logIn(page, superAdmin)
  await page.getByRole('link', { name: 'Background Work' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Background Work' })).toBeVisible()
  const job = page.getByRole('listitem').filter({ hasText: sweep })
  await expect(job).toContainText('Waiting')
  await expect(job).toContainText(/Last ended .+, after .+ · next .+/)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(15)

  // Makes jobs fail: a file is in the place where the document store expects its folder.
  const files = join(server.dataDir, 'files')
  rmSync(files, { recursive: true, force: true })
  writeFileSync(files, '')
  await page.getByRole('button', { name: `Run Again: ${sweep}` }).click()
  await expect(noticeOf(page, 'Job queued')).toBeVisible()
  await expect(job).toContainText('Failed once: ENOTDIR', { timeout: 20_000 })
  await expect(job).toContainText(/ · next .+/)
  await checkLooks(page, 'admin-jobs')

  rmSync(files)
  await page.getByRole('button', { name: `Run Again: ${sweep}` }).click()
  await expect(job).toContainText('Waiting', { timeout: 20_000 })
  await expect(job).not.toContainText('Failed')
})

test('hides background jobs from users who aren’t super admins', async ({ page }) => {
  await signIn(page.context(), 'admin@lakeside.example')
  await page.goto('/admin-jobs')
  await expect(page).toHaveURL('/unauthorized')
})
