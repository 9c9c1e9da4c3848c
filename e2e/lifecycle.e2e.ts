import { expect, type Page } from '@playwright/test'
import { lostConnection } from './support/browser-errors.ts'
import { fillIn, openForm } from './support/request-form.ts'
import { part } from './support/requests.ts'
import { test } from './support/test.ts'

// Within a second on an idle machine (see check-requests.live); here four browsers are busy at once.
const within = { timeout: 3000 }

function form(page: Page) {
  return part(page, 'Update Status')
}

/** Checks that every user sees the latest event without reloading. */
async function expectSeen(pages: Page[], text: string, step: number): Promise<void> {
  const looks = pages.map(async (page) => {
    await expect(part(page, 'Activity Log').getByRole('listitem').first()).toContainText(text, within)
    const current = part(page, 'Status Flow')
      .getByRole('listitem')
      .nth(step - 1)
    await expect(current).toHaveAttribute('aria-current', 'step', within)
  })
  await Promise.all(looks)
}

/** Waits until the pages receive live updates again. */
function listenAgain(pages: Page[]): Promise<unknown> {
  return Promise.all(
    pages.map((page) => page.waitForResponse((answer) => answer.url().endsWith('/live') && answer.ok())),
  )
}

test('shows four users a request’s progress live from creation through one send-back to closing', async ({
  server,
  openAs,
  errors,
}) => {
  test.setTimeout(180_000)
  errors.allow(lostConnection)
  const maria = await openAs('requester@lakeside.example')
  const denise = await openAs('approver@lakeside.example')
  const victor = await openAs('approver2@lakeside.example')
  const priya = await openAs('processor@lakeside.example')
  const everyone = [maria, denise, victor, priya]

  await openForm(maria)
  await fillIn(maria, { payee: 'Harbor Glass Works', amount: '1234.5' })
  await maria.getByRole('button', { name: 'Submit Request' }).click()
  await expect(maria).toHaveURL(/\/check-requests\/\d+$/)
  const path = new URL(maria.url()).pathname
  for (const page of [denise, victor, priya]) await page.goto(path)
  for (const page of everyone) await expect(part(page, 'Activity Log')).toBeVisible()
  await expectSeen(everyone, 'Maria Delgado (Requester) raised this request', 1)

  await form(denise).getByText('More', { exact: true }).click()
  await form(denise).getByRole('radio', { name: 'Processing' }).check()
  await form(denise).getByRole('button', { name: 'Start Processing $1,234.50' }).click()
  await expectSeen(everyone, 'Denise Carver (Approver) started processing it', 2)

  await form(denise).getByRole('radio', { name: 'Send Back' }).check()
  await form(denise).getByLabel('Comment').fill('The invoice says 1,243.50')
  await form(denise).getByRole('button', { name: 'Send Back $1,234.50' }).click()
  await expectSeen(everyone, 'Denise Carver (Approver) sent it back', 1)
  await expect(part(maria, 'Sent Back')).toContainText('The invoice says 1,243.50')

  await maria.getByRole('button', { name: 'Edit' }).click()
  await maria.getByRole('combobox', { name: 'Amount', exact: true }).fill('1243.5')
  await maria.getByRole('button', { name: /^Resubmit \$/ }).click()
  await expectSeen(everyone, 'Maria Delgado (Requester) edited and resubmitted it', 1)
  for (const page of everyone) await expect(part(page, 'Request Information')).toContainText('$1,243.50', within)

  const listening = listenAgain(everyone)
  await server.kill()
  await server.start()
  await listening
  for (const page of everyone) await page.reload()
  for (const page of everyone) await expect(part(page, 'Activity Log')).toBeVisible()
  await expectSeen(everyone, 'Amount: $1,234.50 changed to $1,243.50', 1)

  await form(victor).getByRole('radio', { name: 'Approve', exact: true }).check()
  await form(victor).getByRole('button', { name: 'Approve $1,243.50' }).click()
  await expectSeen(everyone, 'Victor Hale (Approver) approved it', 3)

  await form(priya).getByRole('button', { name: 'Mark as Printed $1,243.50' }).click()
  await expectSeen(everyone, 'Priya Nair (Processor) printed the check', 4)

  await form(priya).getByRole('radio', { name: 'Signed' }).check()
  await form(priya).getByLabel('Check Number').fill('880001')
  await form(priya).getByRole('button', { name: 'Mark as Signed $1,243.50' }).click()
  await expectSeen(everyone, 'Priya Nair (Processor) had the check signed', 5)

  const listeningAgain = listenAgain(everyone)
  await server.kill()
  await server.start()
  await listeningAgain
  await form(priya).getByRole('radio', { name: 'Ready' }).check()
  await form(priya).getByRole('button', { name: 'Mark as Ready $1,243.50' }).click()
  await expectSeen(everyone, 'Priya Nair (Processor) marked it as ready for delivery or pickup', 6)

  await form(maria).getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expectSeen(everyone, 'Maria Delgado (Requester) completed it', 7)
  for (const page of everyone) {
    await expect(part(page, 'Activity Log').locator('ol > li')).toHaveCount(9)
    await expect(part(page, 'Request Information')).toContainText('880001')
    await expect(form(page)).toHaveCount(0)
  }
})
