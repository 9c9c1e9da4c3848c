import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, putPolicyInForce } from './support/policies.ts'
import { choose, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const anyone = { anyone_in_scope: true }

test('saves reminder times and the approval title that is offered an overdue step', async ({ page, request }) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, { otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
  await signIn(page.context(), place.emails.editor)
  await page.goto('/admin-approvals')
  const draft = part(page, 'Draft')
  await draft.getByRole('button', { name: 'Edit Policy' }).click()
  await draft.getByRole('button', { name: 'Next' }).click()
  const everythingElse = page.getByRole('region', { name: 'Everything else' })
  await everythingElse.getByLabel('Send Reminder After', { exact: true }).fill('4')
  await everythingElse.getByLabel('Offer to Others After').fill('soon')
  await draft.getByRole('button', { name: 'Save Draft' }).click()
  await expect(everythingElse).toContainText('Enter business hours from 1 to 200, or leave it blank.')
  await everythingElse.getByLabel('Offer to Others After').fill('8')
  await expect(everythingElse).toContainText('Choose the title whose holders can approve overdue steps.')
  await everythingElse.getByLabel('Offer To', { exact: true }).selectOption('General manager')
  await everythingElse.getByLabel('Critical: Offer After').fill('1')
  await checkLooks(page, 'admin-approvals-hours')
  await draft.getByRole('button', { name: 'Save Draft' }).click()
  await expect(draft).toContainText(
    'Approvers are reminded after 4 business hours, and the step is also offered to anyone with the General manager title after 8 business hours. For critical requests, the step is also offered to anyone with the General manager title after 1 business hour.',
  )
  const trial = part(page, 'Test the Policy')
  await trial.getByLabel('Amount').fill('120')
  await choose(page, 'Purpose', 'Parts')
  await trial.getByRole('button', { name: 'Run Test' }).click()
  await expect(trial.getByRole('status')).toContainText('Approvers are reminded after 4 business hours.')
  await expect(trial.getByRole('status')).toContainText('After 8 business hours, also offered to Gwen Marsh')
})

test('tests a draft policy on the requests of the last 90 days', async ({ page, request }) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, { otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
  const requester = await apiAs(request, place.emails.requester)
  const raised = await raise(requester, { amount: 12_000 })
  await raise(requester, { amount: 80, payee_name_1: 'Cedar Towels' })
  const editor = await apiAs(request, place.emails.editor)
  await editor.call('PUT', `/dealer-groups/${place.group.id}/approval-policy/draft`, {
    rules: [
      { name: 'Large', conditions: { amount_from: 10_000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
    ],
    otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
  })
  await signIn(page.context(), place.emails.editor)
  await page.goto('/admin-approvals')
  await part(page, 'Draft').getByRole('button', { name: 'Test Draft' }).click()
  const one = part(page, 'Test the Policy').first()
  await one.getByLabel('Amount').fill('9950')
  await choose(page, 'Purpose', 'Parts')
  await one.getByRole('button', { name: 'Run Test' }).click()
  await expect(one.getByRole('status')).toContainText('Everything else')
  await one.getByLabel('Payee Name').fill('cedar  TOWELS')
  await one.getByRole('button', { name: 'Run Test' }).click()
  await expect(one.getByRole('status')).toContainText('Rule “Large”')
  await expect(one.getByRole('status')).toContainText(
    'Amount used: $10,030.00, which includes this payee’s other requests',
  )
  await checkLooks(page, 'admin-approvals-trial')
  const trial = part(page, 'Test on Past Requests')
  await trial.getByRole('button', { name: 'Test the Last 90 Days' }).click()
  const result = trial.getByRole('status')
  await expect(result).toContainText('1 of 2 requests would have taken a different route.')
  await expect(result).toContainText('“Large”: 1 request')
  await expect(result).toContainText(
    'Actual route: Everything else, 1 approval. Route in this test: “Large”, 2 approvals.',
  )
  await checkLooks(page, 'admin-approvals-history')
  await trial.getByLabel('Policy to test').selectOption('Policy in force')
  await trial.getByRole('button', { name: 'Test the Last 90 Days' }).click()
  await expect(result).toContainText('None of 2 requests would have taken a different route.')
  await trial.getByLabel('Policy to test').selectOption('Saved draft')
  await trial.getByRole('button', { name: 'Test the Last 90 Days' }).click()
  await result.getByRole('link', { name: raised.request_number }).click()
  await expect(page).toHaveURL(new RegExp(`/check-requests/${raised.id}$`))
})

test('discards a draft policy only after confirmation', async ({ page, request }) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, { otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
  await signIn(page.context(), place.emails.editor)
  await page.goto('/admin-approvals')
  const draft = part(page, 'Draft')
  await draft.getByRole('button', { name: 'Edit Policy' }).click()
  await draft.getByRole('button', { name: 'Add Rule' }).click()
  const rule = draft.getByRole('region', { name: 'Rule 1' })
  await rule.getByLabel('Rule Name').fill('New payees')
  await rule.getByLabel('Step Name').fill('Two')
  await rule.getByRole('radio', { name: 'Any approver in scope' }).check()
  await rule.getByRole('checkbox', { name: /^Only if the payee is new/ }).check()
  await draft.getByRole('button', { name: 'Save Draft' }).click()
  await expect(rule).toContainText('This dealer group has no payee list, so no payee is new.')
  await rule.getByRole('checkbox', { name: /^Only if the payee is new/ }).uncheck()
  await draft.getByRole('button', { name: 'Save Draft' }).click()
  await expect(draft).toContainText('Adds the rule “New payees”.')

  await draft.getByRole('button', { name: 'Next' }).click()
  await draft.getByRole('button', { name: 'Discard Draft' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard the draft?' })
  await question.getByRole('button', { name: 'Keep Draft' }).click()
  await expect(draft).toContainText('Adds the rule “New payees”.')
  await draft.getByRole('button', { name: 'Discard Draft' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(noticeOf(page, 'Draft discarded')).toBeVisible()
  await expect(draft).toContainText('There are no unpublished changes.')
})
