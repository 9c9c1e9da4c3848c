import { expect } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { apiAs, replacePassword } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addPolicyGroup, putPolicyInForce } from './support/policies.ts'
import { openRequest } from './support/request-detail.ts'
import { choose, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('applies a user’s new approval title only after a second admin confirms it', async ({ page, request, openAs }) => {
  const place = await addPolicyGroup(request)
  const { emails, group, people, titles } = place
  // A password chosen by another person must be replaced first.
  await replacePassword(request, emails.approver)
  const controller = { name: 'Controller', approvers: { approval_title_ids: [titles.controller] } }
  await putPolicyInForce(request, place, { otherwise: { steps: [controller] } })
  const api = await apiAs(request, superAdmin)
  await api.call('PUT', `/dealer-groups/${group.id}`, { settings: { account_confirmation: true } })
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })
  const chain = async () => {
    await openRequest(page, raised)
    return part(page, 'Approval')
  }

  await signIn(page.context(), emails.editor)
  await page.goto('/admin-approvals')
  const card = part(page, 'Approval Titles')
  await card.getByRole('button', { name: 'Assign the Controller title' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign a Title' })
  await choose(page, 'User', `Otto Olsen (${emails.approver})`)
  await dialog.getByRole('button', { name: 'Save Titles' }).click()
  await expect(card).toContainText('Otto Olsen (pending: takes effect when a second person confirms)')
  await expect(await chain()).not.toContainText('Otto Olsen')

  const second = await openAs(emails.publisher, '/dashboard')
  const waiting = second.getByRole('region', { name: 'Accounts Pending Confirmation' })
  await expect(waiting).toContainText(
    'Waiting for a second person: Controller approval title (currently none), requested by Ada Ember.',
  )
  await checkLooks(second, 'dashboard-title-waits')
  await waiting.getByRole('button', { name: 'Confirm Otto Olsen' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(waiting).toHaveCount(0)
  await expect(await chain()).toContainText('Otto Olsen')

  const editor = await apiAs(request, emails.editor)
  await editor.call('PUT', `/users/${people.approver.id}/approval-titles`, { titles: [] })
  await page.goto('/admin-approvals')
  await expect(card).toContainText('Otto Olsen (removal pending: stays in effect until a second person confirms)')
})
