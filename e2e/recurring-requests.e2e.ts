import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { datesIn } from '../domain/src/values/calendar-date.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { choose, raise } from './support/requests.ts'
import type { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

/** Moves every recurring request's days this many days back, which is the same as a clock that runs ahead. */
function letDaysPass(server: TestServer, days: number): void {
  const database = new DatabaseSync(join(server.dataDir, 'check-requests.db'), { timeout: 5000 })
  const back = `-${days} days`
  database
    .prepare('update recurring_requests set first_on = date(first_on, ?), next_on = date(next_on, ?)')
    .run(back, back)
  const raised = "strftime('%Y-%m-%dT%H:%M:%fZ', raised_at, ?)"
  database.prepare(`update recurring_drafts set due_on = date(due_on, ?), raised_at = ${raised}`).run(back, back)
  database.exec(`update jobs set due_at = '2026-01-01T00:00:00.000Z' where name = 'raise-recurring'`)
  database.close()
}

/** The days until the only recurring request is due. */
function daysUntilDue(server: TestServer): number {
  const database = new DatabaseSync(join(server.dataDir, 'check-requests.db'), { readOnly: true })
  const today = datesIn('America/Chicago')(Date.now())
  const row = database.prepare('select julianday(next_on) - julianday(?) as days from recurring_requests').get(today)
  database.close()
  return Number(row?.days)
}

async function approve(page: Page, amount: string): Promise<void> {
  await statusChoice(page, 'Approved').check({ force: true })
  await updateForm(page)
    .getByRole('button', { name: `Approve ${amount}` })
    .click()
  await expect(page.getByText('Comment Added').first()).toBeVisible()
}

test('sets up monthly rent with five fields, and submits its draft with one key on its day', async ({
  request,
  openAs,
  server,
}) => {
  const raised = await raise(await apiAs(request, requester), { amount: 4500, payee_name_1: 'Oak Street Properties' })
  const boss = await openAs(approver)
  await openRequest(boss, raised)
  await approve(boss, '$4,500.00')

  const page = await openAs(requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Repeat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat Check Request' })
  await expect(dialog).toContainText(`Oak Street Properties, like ${raised.request_number}.`)
  const fields = dialog.locator('input:visible, [role="combobox"]:visible, select:visible, textarea:visible')
  const names = ['Repeats', 'Amount', 'Next Day', 'Until']
  for (const name of names) await expect(dialog.getByLabel(name).first()).toBeVisible()
  expect(await dialog.locator('label:visible').count()).toBeLessThanOrEqual(8)
  expect(await fields.count()).toBeLessThanOrEqual(8)
  await dialog.getByLabel('Until').fill('12/31/2030')
  await checkLooks(page, 'repeat-dialog')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(noticeOf(page, 'Recurring request set up')).toBeVisible()
  const schedules = page.getByRole('list', { name: 'Schedules' })
  await expect(schedules).toContainText('Oak Street Properties, $4,500.00 Active')
  await expect(schedules).toContainText('Every month on the 1st, until Dec 31, 2030')

  letDaysPass(server, daysUntilDue(server))
  const ready = page.getByRole('list', { name: 'Ready to submit' })
  await expect(async () => {
    await page.reload()
    await expect(ready).toContainText('Oak Street Properties, $4,500.00', { timeout: 1000 })
  }).toPass()
  await expect(ready.getByRole('button', { name: /^Submit Oak Street Properties/ })).toBeFocused()
  await checkLooks(page, 'recurring-requests')
  await page.setViewportSize({ width: 1280, height: 800 })
  await ready.getByRole('button', { name: /^Submit Oak Street Properties/ }).focus()
  await page.keyboard.press('Enter')
  await expect(noticeOf(page, 'Check Request Submitted')).toBeVisible()
  await expect(ready).toHaveCount(0)

  await boss.goto('/check-requests-pending?search=Oak+Street')
  await boss.getByRole('row').filter({ hasText: 'Oak Street Properties' }).getByRole('link').first().click()
  const banner = boss.getByRole('region', { name: 'Recurring request' })
  await expect(banner).toContainText(`The same payment as ${raised.request_number}.`)
  await approve(boss, '$4,500.00')
})

test('marks a missed draft and a changed amount for the requester and the approver', async ({
  request,
  openAs,
  server,
}) => {
  const raised = await raise(await apiAs(request, requester), { amount: 700, payee_name_1: 'Northern Software' })
  const boss = await openAs(approver)
  await openRequest(boss, raised)
  await approve(boss, '$700.00')
  const page = await openAs(requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Repeat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat Check Request' })
  await choose(page, 'Repeats', 'Every week')
  await dialog.getByLabel('Next Day').fill('+1')
  await dialog.getByLabel('Amount').fill('$750')
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(noticeOf(page, 'Recurring request set up')).toBeVisible()
  letDaysPass(server, 2)
  const ready = page.getByRole('list', { name: 'Ready to submit' }).getByRole('listitem')
  const draft = ready.filter({ hasText: 'Northern Software' })
  await expect(async () => {
    await page.reload()
    await expect(draft).toContainText('Changed: amount (was $700.00).', { timeout: 1000 })
  }).toPass()
  letDaysPass(server, 5)
  await expect(async () => {
    await page.reload()
    await expect(draft).toContainText('Missed', { timeout: 2500 })
  }).toPass()
  await checkLooks(page, 'recurring-requests-missed')
  await page.setViewportSize({ width: 1280, height: 800 })
  await draft.getByRole('button', { name: /^Submit/ }).click()
  await expect(noticeOf(page, 'Check Request Submitted')).toBeVisible()

  await boss.goto('/check-requests-pending?search=Northern+Software')
  await boss.getByRole('row').filter({ hasText: 'Northern Software' }).getByRole('link').first().click()
  const banner = boss.getByRole('region', { name: 'Recurring request' })
  await expect(banner).toContainText('Changed: amount (was $700.00).')
  await expect(banner).toContainText('Submitted more than 3 days late.')
  await checkLooks(boss, 'check-request-recurring')
})

test('lets an admin pause everyone’s recurring requests and set the limit for automatic submission', async ({
  request,
  openAs,
}) => {
  const user = await apiAs(request, requester)
  const raised = await raise(user, { amount: 90, payee_name_1: 'Harbor Water' })
  await user.call('POST', '/recurring-requests', { request_id: raised.id, every: 'quarter', first_on: '2027-01-31' })
  const page = await openAs('admin@lakeside.example', '/recurring-requests')
  const row = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem').filter({ hasText: 'Harbor Water' })
  await expect(row).toContainText('Every quarter on the last day')
  await row.getByRole('button', { name: 'Pause Harbor Water' }).click()
  await expect(row).toContainText('Paused')
  await expect(row.getByRole('button', { name: 'Resume Harbor Water' })).toHaveCount(0)
  const card = page.getByRole('region', { name: 'Automatic Submission' })
  await expect(card).toContainText('Off: requesters submit every recurring request themselves.')
  await card.getByLabel('Submit Automatically Up To').fill('$5,000')
  await checkLooks(page, 'recurring-requests-admin')
})
