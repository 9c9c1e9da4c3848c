import { expect } from '@playwright/test'
import { addDays, dateOf, formatDate } from '../domain/src/values/calendar-date.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowsOf } from './support/lists.ts'
import { addBankGroup, approvedRequests } from './support/print-runs.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { fillIn, startForm, submitForm } from './support/request-form.ts'
import { choose, move, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const processor = 'processor@lakeside.example'

test('derives the due date of a payoff from its good-through date and per diem', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-01T12:00:00-06:00')
  await startForm(page, requester)
  await fillIn(page, { payee: 'First Lakeside Bank', amount: '18250.75' })
  await expect(part(page, 'Payoff')).toHaveCount(0)
  await choose(page, 'Purpose', 'Payoff')
  await page.getByLabel('Good Through').fill('+5')
  await page.getByLabel('Good Through').blur()
  await expect(page.getByLabel('Due Date')).toHaveValue('Mar 6, 2027')
  await page.getByLabel('Per Diem').fill('4.12')
  await page.getByLabel('Per Diem').blur()
  await expect(part(page, 'Payoff')).toContainText('On Mar 13, 2027 the payoff is $18,279.59.')
  await checkLooks(page, 'check-request-new-payoff')
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const facts = part(page, 'Request Information')
  for (const text of ['Good ThroughMar 6, 20275d left', 'Per Diem$4.12', 'Due DateMar 6, 2027'])
    await expect(facts).toContainText(text)
})

test('shows a payoff’s remaining days in lists, and lets an approver approve it through a chosen day', async ({
  page,
  request,
  openAs,
}) => {
  const purposes = await (await apiAs(request, requester)).call<{ id: number; name: string }[]>('GET', '/purposes')
  const good_through = addDays(dateOf(Date.now()), 3)
  const at = (days: number) => `${addDays(good_through, days)}T12:00:00-06:00`
  const raised = await raise(await apiAs(request, requester), {
    purpose_id: purposes.find(({ name }) => name === 'Payoff')?.id,
    payee_name_1: 'Late Lakeside Bank',
    amount: 18_250.75,
    good_through,
    per_diem: 4.12,
  })
  await page.clock.setFixedTime(at(-2))
  await signIn(page.context(), approver)
  await page.goto('/check-requests-pending?search=late+lakeside')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).getByText('2d left')).toBeVisible()
  await page.clock.setFixedTime(at(2))
  await page.reload()
  await expect(rowsOf(page).getByText('Overdue 2 days')).toBeAttached()
  for (const [path, list] of [
    ['/dashboard', 'Recent Pending Requests'],
    ['/inbox', 'Inbox'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('2d late').first(), list).toBeVisible()
    await checkLooks(page, `${path.slice(1)}-payoff`)
  }
  await page.goto('/check-requests-pending?search=late+lakeside')
  const late = rowsOf(page).getByText('2d late')
  await expect(late).toBeVisible()
  const room = await late.evaluate((text) => {
    const cell = text.closest('td')?.getBoundingClientRect().right ?? 0
    return cell - text.getBoundingClientRect().right
  })
  expect(room, 'pixels beside the days').toBeGreaterThan(0)
  await checkLooks(page, 'check-requests-pending-payoff')

  await openRequest(page, raised)
  await expect(part(page, 'Request Information')).toContainText('$18,258.99 is owed today')
  await statusChoice(page, 'Approved').check()
  const through = updateForm(page).getByLabel('Approve Through')
  await expect(updateForm(page)).toContainText(
    `Up to $18,258.99, the payoff on ${formatDate(addDays(good_through, 2))}.`,
  )
  await through.fill(addDays(good_through, 4))
  await expect(updateForm(page)).toContainText(
    `Up to $18,267.23, the payoff on ${formatDate(addDays(good_through, 4))}.`,
  )
  await checkLooks(page, 'check-request-payoff-late')
  await updateForm(page).getByRole('button', { name: 'Approve $18,250.75' }).click()
  await expect(part(page, 'Request Information')).toContainText('Approved Up To$18,267.23')
  await expect(part(page, 'Activity Log')).toContainText(`$18,267.23, through ${formatDate(addDays(good_through, 4))}`)

  const clerk = await openAs(processor, `/check-requests/${raised.id}`)
  await statusChoice(clerk, 'Printed').check()
  await expect(updateForm(clerk).getByLabel('Approve Through')).toHaveCount(0)
  await move(await apiAs(request, processor), raised, 4)
  await expect(part(clerk, 'Status Flow')).toContainText('Printed')
})

test('shows a payoff’s remaining days in the print queue and on the payee’s page', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const purposes = await (await apiAs(request, requester)).call<{ id: number; name: string }[]>('GET', '/purposes')
  const good_through = addDays(dateOf(Date.now()), 3)
  await approvedRequests(request, place, [18_250.75], {
    purpose_id: purposes.find(({ name }) => name === 'Payoff')?.id,
    payee_name_1: 'Valley Payoff Bank',
    good_through,
    per_diem: 4.12,
  })
  await page.clock.setFixedTime(`${addDays(good_through, -1)}T12:00:00-06:00`)
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await expect(page.getByRole('row', { name: /Valley Payoff Bank/ })).toContainText('1d left')
  await page.clock.setFixedTime(`${addDays(good_through, 3)}T12:00:00-06:00`)
  await page.reload()
  await expect(page.getByRole('row', { name: /Valley Payoff Bank/ })).toContainText('3d late')
  await checkLooks(page, 'print-checks-payoff')

  const admin = await apiAs(request, place.emails.proposes)
  const payee = await admin.call<{ id: number }>('POST', '/payees', {
    dealer_group_id: place.group.id,
    name: 'Valley Payoff Bank',
    payee_type: 'business',
    payee_sub_type: 'vendor',
  })
  await page.goto(`/admin-payees/${payee.id}`)
  await expect(part(page, 'Open Requests')).toContainText('3d late')
  await checkLooks(page, 'admin-payee-payoff')
})
