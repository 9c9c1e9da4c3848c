import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { openRequest } from './support/request-detail.ts'
import { raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('saves a request’s case file as a PDF', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Case File' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${raised.request_number}-case-file.pdf`)
  expect(readFileSync(await saved.path()).toString('latin1', 0, 5)).toBe('%PDF-')
})
