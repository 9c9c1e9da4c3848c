import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, type PolicyGroup, putPolicyInForce } from './support/policies.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { openForm } from './support/request-form.ts'
import { choose, move, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const chain = (page: Page) => part(page, 'Approval')
const stepsOf = (page: Page) =>
  chain(page)
    .getByRole('listitem')
    .filter({ has: page.locator('p.font-medium') })

async function approve(page: Page): Promise<void> {
  await statusChoice(page, 'Approved').check({ force: true })
  await updateForm(page).getByRole('button', { name: 'Approve $12,000.00' }).click()
}

/** A policy with three steps by different approvers above $10,000, and one step for all other requests. */
function threeSteps({ titles }: PolicyGroup) {
  const title = (name: string, id: number) => ({ name, approvers: { approval_title_ids: [id] } })
  return {
    rules: [
      {
        name: 'Over $10,000',
        conditions: { amount_from: 10_000.01 },
        steps: [
          { name: 'Service desk', approvers: { anyone_in_scope: true } },
          title('Controller', titles.controller),
          title('General manager', titles.manager),
        ],
      },
    ],
    otherwise: { steps: [{ name: 'Approval', approvers: { anyone_in_scope: true } }] },
  }
}

test('shows everyone the approvals and the next approver at each step of a three-step request', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addPolicyGroup(request)
  const { emails } = place
  await putPolicyInForce(request, place, threeSteps(place))
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })

  await signIn(page.context(), emails.requester)
  await openRequest(page, raised)
  await expect(chain(page)).toContainText('Rule “Over $10,000”. Policy version 1.')
  await expect(stepsOf(page)).toHaveCount(3)
  await expect(stepsOf(page).nth(0)).toContainText('Waiting for Gwen Marsh, Otto Olsen, or Carla Young')
  await expect(updateForm(page)).toHaveCount(0)

  const first = await openAs(emails.approver, `/check-requests/${raised.id}`)
  await expect(stepsOf(first).nth(0)).toContainText('Waiting for you, Gwen Marsh, or Carla Young')
  await statusChoice(first, 'Approved').check({ force: true })
  await expect(updateForm(first)).toContainText('You approve the step “Service desk”; “Controller” comes next.')
  await checkLooks(first, 'check-request-approval-own-turn')
  await approve(first)
  await expect(noticeOf(first, 'Comment Added')).toContainText('Approved step “Service desk” for $12,000.00')
  await expect(stepsOf(first).nth(1)).toContainText('Waiting for Carla Young')
  await expect(updateForm(first)).toContainText('You already approved the step “Service desk” of this request')
  await expect(updateForm(first).getByRole('radio')).toHaveCount(0)
  await expect(updateForm(first).getByRole('button')).toHaveCount(0)
  await expect(part(first, 'Activity Log')).toContainText('approved a step')

  const manager = await openAs(emails.manager, `/check-requests/${raised.id}`)
  await expect(updateForm(manager)).toContainText('This request is waiting for the step “Controller”: Carla Young.')
  await expect(statusChoice(manager, 'Approved')).toHaveCount(0)
  await manager.keyboard.press('a')
  await expect(updateForm(manager)).not.toContainText('Approve $12,000.00')

  await approve(await openAs(emails.controller, `/check-requests/${raised.id}`))
  await expect(stepsOf(manager).nth(2)).toContainText('Waiting for you', { timeout: 15_000 })
  await statusChoice(manager, 'Approved').check({ force: true })
  await expect(updateForm(manager)).toContainText('becomes Approved.')
  await approve(manager)

  await expect(stepsOf(page).nth(2)).toContainText('General manager: done', { timeout: 15_000 })
  await expect(stepsOf(page).nth(0)).toContainText('Otto Olsen, ')
  await expect(part(page, 'Status Flow').locator('[aria-current=step]')).toContainText('Approved')
  await checkLooks(page, 'check-request-approval')
})

test('shows no approval chain without a policy', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, 'requester@lakeside.example'))
  await signIn(page.context(), 'approver@lakeside.example')
  const asked = page.waitForResponse(`**/api/v1/check-requests/${raised.id}/approval`)
  await openRequest(page, raised)
  expect((await (await asked).json()).data).toBeNull()
  await expect(updateForm(page).getByRole('radio').first()).toBeVisible()
  await expect(chain(page)).toHaveCount(0)
})

test('shows the requester the future approvers once amount, location, and purpose are known', async ({
  page,
  request,
}) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, threeSteps(place))
  await signIn(page.context(), place.emails.requester)
  await openForm(page)
  await page.getByLabel(/^Payee Name/).fill('Harbor Glass Works')
  await page.getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('12000')
  await expect(chain(page)).toHaveCount(0)
  await choose(page, 'Purpose', 'Parts')
  await expect(chain(page)).toContainText('Rule “Over $10,000”')
  await expect(chain(page).getByRole('listitem')).toHaveText([
    '1Service deskGwen Marsh, Otto Olsen, or Carla Young',
    '2ControllerCarla Young',
    '3General managerGwen Marsh',
  ])
  await checkLooks(page, 'check-request-new-approval')
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('120')
  await expect(chain(page)).toContainText('Everything else')
  await expect(chain(page).getByRole('listitem')).toHaveCount(1)
})

test('still names the first step’s approver after the second step rejects the request', async ({ page, request }) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, threeSteps(place))
  const { emails } = place
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })
  await move(await apiAs(request, emails.approver), raised, 3)
  await move(await apiAs(request, emails.controller), raised, 8, { note: 'The invoice is missing' })
  await signIn(page.context(), emails.requester)
  await openRequest(page, raised)
  await expect(stepsOf(page).nth(0)).toContainText('Service desk: done')
  await expect(stepsOf(page).nth(0)).toContainText('Otto Olsen')
  await expect(stepsOf(page).nth(1)).toContainText('Controller: skipped')
  await expect(chain(page)).toContainText('Approval ended when the request was rejected.')
  await expect(chain(page)).not.toContainText('Waiting for')
})

test('lets an admin route a request that was submitted before the first policy was published', async ({
  page,
  request,
}) => {
  const place = await addPolicyGroup(request)
  const { emails } = place
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })
  await signIn(page.context(), emails.editor)
  await openRequest(page, raised)
  await expect(part(page, 'Status Flow')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Route Again' })).toHaveCount(0)

  await putPolicyInForce(request, place, threeSteps(place))
  await page.reload()
  await expect(chain(page)).toContainText('was submitted before the first approval policy')
  await checkLooks(page, 'check-request-unrouted')
  await chain(page).getByRole('button', { name: 'Route Again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Route Again' })
  await dialog.getByLabel(/^Reason/).fill('It is a large one')
  await dialog.getByRole('button', { name: 'Route Again' }).click()
  await expect(chain(page)).toContainText('Policy version 1.')
  await expect(stepsOf(page)).toHaveCount(3)
})

test('lets an admin reroute a pending request through the current policy from its first step', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addPolicyGroup(request)
  const { emails } = place
  await putPolicyInForce(request, place, threeSteps(place))
  const raised = await raise(await apiAs(request, emails.requester), { amount: 12_000 })
  await move(await apiAs(request, emails.approver), raised, 3)
  const approver = await openAs(emails.controller, `/check-requests/${raised.id}`)
  await expect(stepsOf(approver).nth(1)).toContainText('Waiting for you')
  await expect(chain(approver).getByRole('button')).toHaveCount(0)
  await putPolicyInForce(request, place, { ...threeSteps(place), rules: [] })

  await signIn(page.context(), emails.editor)
  await openRequest(page, raised)
  await chain(page).getByRole('button', { name: 'Route Again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Route Again' })
  await dialog.getByRole('button', { name: 'Route Again' }).click()
  await expect(dialog).toContainText('Enter the reason for routing the request again.')
  await checkLooks(page, 'check-request-route-anew')
  await dialog.getByLabel(/^Reason/).fill('The limits have changed')
  await dialog.getByRole('button', { name: 'Route Again' }).click()

  await expect(noticeOf(page, 'Check request routed again')).toBeVisible()
  await expect(chain(page)).toContainText('Everything else. Policy version 2.')
  await expect(stepsOf(page)).toHaveCount(1)
  await expect(stepsOf(page).nth(0)).toContainText('Waiting for Gwen Marsh, Otto Olsen, or Carla Young')
  const log = part(page, 'Activity Log').getByRole('listitem').first()
  await expect(log).toContainText('Ada Ember (Admin) routed it again')
  await expect(log).toContainText('“Over $10,000”, policy version 1')
  await expect(log).toContainText('The limits have changed')
  await expect(stepsOf(approver)).toHaveCount(1, { timeout: 15_000 })
})
