import { expect, type Page } from '@playwright/test'
import { countActs } from './support/acts.ts'
import { apiAs } from './support/api.ts'
import { boxOf, lineOf, openReview, raiseSeveral, selectionBar } from './support/bulk.ts'
import { checkLooks } from './support/checks.ts'
import { rowOf, rowsOf } from './support/lists.ts'
import { move, nextCheckNumber, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const processor = 'processor@lakeside.example'

async function openChecks(page: Page, payee: string, count: number): Promise<void> {
  await signIn(page.context(), processor)
  await page.goto(`/check-requests-processing?sort=oldest&search=${encodeURIComponent(payee)}`)
  await expect(rowsOf(page)).toHaveCount(count)
}

test('disables actions that don’t fit every selected check, and says why', async ({ page, request }) => {
  const [approved] = await raiseSeveral(request, 3, 'Ginkgo Glass', [10])
  const [printed, another] = await raiseSeveral(request, 4, 'Ginkgo Glass', [20, 30])
  await openChecks(page, 'Ginkgo Glass', 3)
  await boxOf(page, printed).check()
  await boxOf(page, another).check()
  const bar = selectionBar(page)
  const action = (name: string) => bar.getByRole('button', { name, exact: true })
  await expect(action('Mark as Signed')).not.toHaveAttribute('aria-disabled')
  await action('Mark as Ready').click({ force: true })
  const reason = 'The 2 selected requests are Printed. Only a request that is Signed can be set to Ready.'
  await expect(bar.getByText(reason).last()).toBeVisible()
  await expect(action('Mark as Ready')).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await boxOf(page, approved).check()
  for (const name of ['Mark as Printed', 'Mark as Signed', 'Mark as Ready', 'Send Back'])
    await expect(action(name)).toHaveAttribute('aria-disabled', 'true')
  await checkLooks(page, 'check-requests-processing-mixed')
})

test('marks several approved checks as printed, and several signed checks as ready', async ({ page, request }) => {
  const approved = await raiseSeveral(request, 3, 'Hazel Hydraulics', [1000, 2500])
  await openChecks(page, 'Hazel Hydraulics', 2)
  const dialog = await openReview(page, 'Mark as Printed', approved)
  await dialog.getByRole('button', { name: 'Mark 2 requests as Printed, $3,500.00', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 requests are now Printed, $3,500.00.')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  for (const check of approved) await expect(rowOf(page, check.request_number)).toContainText('Printed')
  await expect(selectionBar(page)).toContainText('2 selected, $3,500.00')
  await expect(selectionBar(page).getByRole('button', { name: 'Mark as Signed' })).not.toHaveAttribute('aria-disabled')
  const signed = await raiseSeveral(request, 5, 'Ironwood Insurance', [7])
  await page.goto('/check-requests-processing?search=Ironwood')
  await openReview(page, 'Mark as Ready', signed)
  await dialog.getByRole('button', { name: 'Mark 1 request as Ready, $7.00', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 request is now Ready, $7.00.')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(selectionBar(page)).toHaveCount(0)
})

test('takes ten checks from Approved to Closed in six actions plus the typed digits', async ({ page, request }) => {
  test.setTimeout(180_000)
  const amounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const checks = await raiseSeveral(request, 3, 'Mahogany Motors', amounts)
  await raiseAt(request, 5, { payee_name_1: 'Given before' })
  await openChecks(page, 'Mahogany Motors', 10)
  const acts = await countActs(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('columnheader').getByRole('checkbox', { name: 'Select all shown' }).click()
  await selectionBar(page).getByRole('button', { name: 'Mark as Printed' }).click()
  await dialog.getByRole('button', { name: 'Mark 10 requests as Printed, $55.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Mark 10 requests as Signed' })).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('10 requests are now Printed, $55.00.')
  await expect(dialog.getByLabel(/^Check Number for/).first()).not.toHaveValue('')
  await expect(dialog.getByRole('status')).toBeInViewport()
  await checkLooks(page, 'check-requests-processing-walk')
  const first = 31_000_001
  await dialog.getByLabel('First Check Number').fill(String(first))
  await dialog.getByRole('button', { name: 'Mark 10 requests as Signed, $55.00', exact: true }).click()
  await dialog.getByRole('button', { name: 'Mark 10 requests as Ready, $55.00', exact: true }).click()
  await expect(dialog.getByLabel(/^Received By/)).toHaveCount(10)
  await dialog.getByRole('button', { name: 'Complete 10 requests, $55.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '10 requests updated' })).toBeVisible()
  for (const check of checks) await expect(lineOf(dialog, check)).toContainText('Done Closed')
  expect(await acts()).toBe(6)
  const clerk = await apiAs(request, processor)
  for (const [index, { id }] of checks.entries())
    expect(await clerk.call('GET', `/check-requests/${id}`)).toMatchObject({
      status_name: 'closed',
      check_number: String(first + index),
    })
})

test('suggests numbers that follow the dealership’s last check, and keeps them while the dialog is open', async ({
  page,
  request,
}) => {
  const printed = await raiseSeveral(request, 4, 'Nutmeg Nameplates', [11, 12])
  const { check_number } = await raiseAt(request, 5, { payee_name_1: 'The last one given' })
  await openChecks(page, 'Nutmeg Nameplates', 2)
  const dialog = await openReview(page, 'Mark as Signed', printed)
  const expectNumbers = async () => {
    for (const [index, check] of printed.entries())
      await expect(dialog.getByLabel(`Check Number for ${check.request_number}`)).toHaveValue(
        String(Number(check_number) + 1 + index),
      )
  }
  await expectNumbers()
  await raiseAt(request, 5, { payee_name_1: 'Nutmeg Nameplates, signed meanwhile' })
  await expect(page.locator('tbody').getByRole('row', { includeHidden: true })).toHaveCount(3)
  await expectNumbers()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('sends back several approved checks with one reason', async ({ page, request }) => {
  const approved = await raiseSeveral(request, 3, 'Larch Lighting', [40, 60])
  await openChecks(page, 'Larch Lighting', 2)
  const dialog = await openReview(page, 'Send Back', approved)
  await dialog.getByLabel('Comment').fill('The payee has moved.')
  await dialog.getByRole('button', { name: 'Send Back 2 requests, $100.00', exact: true }).click()
  for (const check of approved) await expect(lineOf(dialog, check)).toContainText('Done SendBack')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(rowsOf(page)).toHaveCount(0)
})

test('doesn’t repeat a change that another user has already made, and says so', async ({ page, request }) => {
  const [check] = await raiseSeveral(request, 3, 'Kapok Keys', [12])
  await openChecks(page, 'Kapok Keys', 1)
  const dialog = await openReview(page, 'Mark as Printed', [check])
  await move(await apiAs(request, processor), check, 4)
  await dialog.getByRole('button', { name: 'Mark 1 request as Printed, $12.00', exact: true }).click()
  await expect(lineOf(dialog, check)).toContainText('set this request to Printed in the meantime')
  await dialog.getByRole('button', { name: 'Retry 1 request' }).click()
  await expect(dialog.getByRole('heading', { name: 'No Requests Left to Update' })).toBeVisible()
  await expect(lineOf(dialog, check)).toContainText('This request is Printed now.')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(selectionBar(page)).toContainText('1 selected, $12.00')
})

test('signs printed checks with consecutive, editable, and unique check numbers', async ({ page, request }) => {
  const { check_number: taken } = await raiseAt(request, 5, { payee_name_1: 'Someone else' })
  const printed = await raiseSeveral(request, 4, 'Juniper Jacks', [100, 200, 300])
  const [one, two, three] = printed
  await openChecks(page, 'Juniper Jacks', 3)
  const dialog = await openReview(page, 'Mark as Signed', printed)
  const numberOf = ({ request_number }: { request_number: string }) =>
    dialog.getByLabel(`Check Number for ${request_number}`)
  for (const check of printed) await numberOf(check).fill('')
  await dialog.getByRole('button', { name: 'Mark 3 requests as Signed, $600.00', exact: true }).click()
  await expect(lineOf(dialog, three)).toContainText('Check number is required')
  await expect(numberOf(one)).toBeFocused()
  await dialog.getByLabel('First Check Number').fill('000998')
  for (const [check, number] of [
    [one, '000998'],
    [two, '000999'],
    [three, '001000'],
  ] as const)
    await expect(numberOf(check)).toHaveValue(number)
  await numberOf(two).fill('000998')
  await expect(lineOf(dialog, two)).toContainText('This check number is already used above')
  await numberOf(two).fill(taken)
  await checkLooks(page, 'check-requests-processing-sign')
  await dialog.getByRole('button', { name: 'Mark 3 requests as Signed, $600.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '2 of 3 requests updated' })).toBeVisible()
  await expect(lineOf(dialog, one)).toContainText('#000998')
  await expect(lineOf(dialog, two)).toContainText(`Check number ${taken} is already on`)
  await dialog.getByRole('button', { name: 'Retry 1 request' }).click()
  await expect(numberOf(two)).toHaveValue(taken)
  const free = nextCheckNumber()
  await numberOf(two).fill(free)
  await dialog.getByRole('button', { name: 'Mark 1 request as Signed, $200.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Mark 1 request as Ready' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(rowOf(page, two.request_number)).toContainText(`#${free}`)
  await expect(rowOf(page, three.request_number)).toContainText('#001000')
  await expect(selectionBar(page)).toContainText('1 selected, $200.00')
})

test('continues with the successful checks when one check fails', async ({ page, request }) => {
  const [one, two] = await raiseSeveral(request, 3, 'Osage Oils', [21, 22])
  await openChecks(page, 'Osage Oils', 2)
  const dialog = await openReview(page, 'Mark as Printed', [one, two])
  await move(await apiAs(request, processor), two, 9, { note: 'The payee has moved.' })
  await dialog.getByRole('button', { name: 'Mark 2 requests as Printed, $43.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '1 of 2 requests updated' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark 1 request as Signed', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Mark 1 request as Signed' })).toBeVisible()
  await expect(lineOf(dialog, two)).toHaveCount(0)
})
