import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, putPolicyInForce } from './support/policies.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { choose, part, raise } from './support/requests.ts'
import { test } from './support/test.ts'

test('lets a delegate decide pending approvals in an absent approver’s name', async ({ request, openAs }) => {
  const place = await addPolicyGroup(request)
  const { emails, titles } = place
  await putPolicyInForce(request, place, {
    otherwise: { steps: [{ name: 'General manager', approvers: { approval_title_ids: [titles.manager] } }] },
  })
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })

  const deputy = await openAs(emails.approver, '/check-requests-pending')
  await expect(deputy.getByText(/^(No|There are no)/).first()).toBeVisible()

  const page = await openAs(emails.manager, '/my-settings')
  const card = page.getByRole('region', { name: 'Delegations' })
  await expect(card).toContainText('No delegations yet.')
  await card.getByRole('button', { name: 'Add Delegation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Delegation' })
  await dialog.getByRole('button', { name: 'Add Delegation' }).click()
  await expect(dialog).toContainText('Choose a delegate.')
  await choose(page, 'Delegate', 'Otto Olsen')
  await dialog.getByLabel('Last Day').fill('+6')
  await dialog.getByLabel('Reason').fill('Vacation')
  await checkLooks(page, 'delegation-dialog')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Add Delegation' }).click()
  await expect(noticeOf(page, 'Delegation created')).toContainText('Otto Olsen approves for Gwen Marsh.')
  await expect(card.getByRole('listitem')).toContainText('Otto Olsen for Gwen Marsh')
  await expect(card.getByRole('listitem')).toContainText('In force')
  await checkLooks(page, 'my-settings-delegations')

  await expect(deputy.getByRole('row').filter({ hasText: '$12,000.00' })).toBeVisible()
  await openRequest(deputy, raised)
  await statusChoice(deputy, 'Approved').check({ force: true })
  await updateForm(deputy).getByRole('button', { name: 'Approve $12,000.00' }).click()
  const overview = await openAs(emails.manager)
  await openRequest(overview, raised)
  await expect(part(overview, 'Approval')).toContainText('Otto Olsen for Gwen Marsh')

  await card.getByRole('button', { name: 'End delegation: Otto Olsen for Gwen Marsh' }).click()
  await expect(noticeOf(page, 'Delegation ended')).toBeVisible()
  await expect(card).toContainText('No delegations yet.')
})

test('lets an admin name a delegate for a sick approver', async ({ request, openAs }) => {
  const place = await addPolicyGroup(request)
  const steps = [{ name: 'Approval', approvers: { anyone_in_scope: true } }]
  await putPolicyInForce(request, place, { otherwise: { steps } })
  const page = await openAs(place.emails.editor, '/admin-approvals')
  const card = page.getByRole('region', { name: 'Delegations' })
  await card.getByRole('button', { name: 'Add Delegation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Delegation' })
  await choose(page, 'Absent Approver', 'Carla Young')
  await choose(page, 'Delegate', 'Carla Young')
  await dialog.getByLabel('Last Day').fill('+2')
  await dialog.getByLabel('Reason').fill('Ill')
  await dialog.getByRole('button', { name: 'Add Delegation' }).click()
  await expect(dialog).toContainText('You can’t delegate approvals to the same person. Choose another approver.')
  await choose(page, 'Delegate', 'Gwen Marsh')
  await dialog.getByRole('button', { name: 'Add Delegation' }).click()
  await expect(card.getByRole('listitem')).toContainText('Gwen Marsh for Carla Young')
})

test('arranges a delegate in the user menu with the days and the person in one line', async ({ request, openAs }) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, {
    otherwise: { steps: [{ name: 'Approval', approvers: { anyone_in_scope: true } }] },
  })
  const page = await openAs(place.emails.manager)
  const menu = () => page.getByRole('button', { name: 'My Account' }).click()
  await menu()
  await page.getByRole('menuitem', { name: 'Out of Office', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Out of Office' })
  await expect(dialog.getByLabel('First Day')).not.toHaveValue('')
  const fields = ['First Day', 'Last Day', 'Delegate'].map((name) => dialog.getByLabel(name).first())
  // The whole date is visible: the field is wider than its text.
  const cut = await dialog.getByLabel('First Day').evaluate((input) => input.scrollWidth > input.clientWidth)
  expect(cut).toBe(false)
  const tops = await Promise.all(fields.map(async (field) => Math.round((await field.boundingBox())?.y ?? 0)))
  expect(new Set(tops).size).toBe(1)
  await dialog.getByRole('button', { name: 'Set Out of Office' }).click()
  await expect(dialog).toContainText('Choose a delegate')
  await dialog.getByLabel('Last Day').fill('+6')
  await choose(page, 'Delegate', 'Otto Olsen')
  await checkLooks(page, 'out-of-office-dialog')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Set Out of Office' }).click()
  await expect(noticeOf(page, 'Delegation created')).toContainText('Otto Olsen approves for Gwen Marsh.')
  await menu()
  await page.getByRole('menuitem', { name: 'Out of Office', exact: true }).click()
  await expect(dialog).toContainText(/Out until .*Otto Olsen approves for you/)
  await dialog.getByRole('button', { name: 'End Out of Office' }).click()
  await expect(noticeOf(page, 'Delegation ended')).toBeVisible()
  await menu()
  await expect(page.getByRole('menuitem', { name: 'Out of Office', exact: true })).toBeVisible()
})
