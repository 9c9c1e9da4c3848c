import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { findings, openRequest, statusChoice } from './support/request-detail.ts'
import { raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows approvers similar payees and employees above the decision', async ({ page, request, openAs }) => {
  const { admin, group, approver, requester } = await addPayeeGroup(request, { needed: 'no' })
  const other = await addPayee(admin, group, 'Harbour Glass')
  const raised = await raise(await apiAs(request, requester), {
    payee_name_1: 'Harbor Glass',
    payee_name_2: 'Vera Verifys',
    amount: 420,
  })
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  const similar = findings(page).getByRole('listitem').filter({ hasText: 'look like this payee' })
  await expect(similar.getByRole('listitem')).toHaveText([
    /^Harbour Glass.*, Payee \(new\), nearly the same name$/,
    'Vera Verifies, Employee, nearly the same name as the second payee',
  ])
  const [above, below] = [await similar.boundingBox(), await statusChoice(page, 'Approved').locator('..').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  await checkLooks(page, 'check-request-like-payees')
  const opened = page.waitForEvent('popup')
  await similar.getByRole('link', { name: 'Harbour Glass' }).click()
  await expect(await opened).toHaveURL(`/admin-payees/${other.id}`)

  const own = await openAs(requester, `/check-requests/${raised.id}`)
  await expect(own.getByText('Harbor Glass').first()).toBeVisible()
  await expect(own.getByText('look like this payee')).toHaveCount(0)
})
