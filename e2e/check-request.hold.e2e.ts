import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { rowOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('lets a processor put a check on hold with a reason, and an approver lift the hold', async ({ page, request }) => {
  const { id, request_number: number } = await raiseAt(request, 3, { payee_name_1: 'Rowan Radiators' })
  await signIn(page.context(), 'processor@lakeside.example')
  await page.goto(`/check-requests/${id}`)
  await page.getByRole('button', { name: 'Put on Hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on Hold', exact: true })
  await dialog.getByRole('button', { name: 'Put on Hold' }).click()
  await expect(dialog.getByText('Enter the reason for the hold.')).toBeVisible()
  await checkLooks(page, 'check-request-hold')
  await dialog.getByLabel('Reason').fill('The payee has moved.')
  await dialog.getByRole('button', { name: 'Put on Hold' }).click()
  await expect(noticeOf(page, 'Check request put on hold')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const banner = page.getByRole('region', { name: 'On Hold' })
  await expect(banner).toContainText('The payee has moved.')
  await expect(
    page.getByText(/someone else has to lift the hold first. The reason: The payee has moved\.$/).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Lift Hold' }).click({ force: true })
  await expect(page.getByRole('status').getByText('You put this request on hold, so someone else')).toBeVisible()
  await checkLooks(page, 'check-request-on-hold')
  await page.goto(`/check-requests-processing?search=${number}`)
  await expect(rowOf(page, number)).toContainText('On hold')

  await signIn(page.context(), 'approver@lakeside.example')
  await page.goto(`/check-requests/${id}`)
  await page.getByRole('button', { name: 'Lift Hold' }).click()
  await expect(noticeOf(page, 'Hold lifted')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('lifted the hold')).toBeVisible()
})
