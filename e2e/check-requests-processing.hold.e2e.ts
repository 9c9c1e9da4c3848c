import { expect } from '@playwright/test'
import { addUser, superAdmin } from './support/administration.ts'
import { apiAs, ownPassword, putInForce } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('puts a check on hold from its row, and lifts another user’s hold', async ({ page, request }) => {
  const { request_number: number } = await raiseAt(request, 3, { payee_name_1: 'Holly Holdings' })
  const list = `/check-requests-processing?search=${number}`
  await signIn(page.context(), 'processor@lakeside.example')
  await page.goto(list)
  await page.getByRole('button', { name: `Put ${number} on hold` }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on Hold' })
  await dialog.getByLabel('Reason').fill('The amount is disputed.')
  await dialog.getByRole('button', { name: 'Put on Hold' }).click()
  await expect(noticeOf(page, 'Check request put on hold')).toBeVisible()
  await expect(rowOf(page, number)).toContainText('On hold')
  const lift = page.getByRole('button', { name: `Lift hold on ${number}` })
  await expect(lift).toHaveAccessibleDescription(/^You put this request on hold, so someone else/)
  await checkLooks(page, 'check-requests-processing-hold')

  const other = await addUser(await apiAs(request, superAdmin), { role_ids: [4], primary_role: 4 })
  await putInForce(request, other)
  await signIn(page.context(), other.email, ownPassword)
  await page.goto(list)
  await lift.click()
  await expect(noticeOf(page, 'Hold lifted')).toBeVisible()
  await expect(rowOf(page, number)).not.toContainText('On hold')
  await expect(page.getByRole('button', { name: `Put ${number} on hold` })).toBeVisible()
})
