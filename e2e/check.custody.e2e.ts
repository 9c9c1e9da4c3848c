import { expect, type Page } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { openCheck, signWithMouse } from './support/hand-over.ts'
import { noticeOf } from './support/notices.ts'
import { activities } from './support/request-detail.ts'
import { choose, part } from './support/requests.ts'
import { test } from './support/test.ts'

/** Requests an exception in the open dialog, so that the requester can take the check. */
async function askToTake(page: Page): Promise<void> {
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByRole('radio', { name: 'Given to the requester' }).click()
  await dialog.getByLabel(/^Who takes it/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await dialog.getByRole('button', { name: 'Ask for an Exception' }).click()
  const asking = dialogOf(page, 'Exception for Check 1001')
  await asking.getByLabel(/^Reason/).fill('She drives to the auction today')
  await asking.getByRole('button', { name: 'Ask for it' }).click()
}

test('lets a requester take the check after one user requested and another allowed it', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByRole('radio', { name: 'Given to the requester' }).click()
  await dialog.getByLabel(/^Who takes it/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await dialog.getByRole('button', { name: 'Ask for an Exception' }).click()
  const asking = dialogOf(page, 'Exception for Check 1001')
  await expect(asking.getByLabel('Who is to take it?')).toHaveValue(/./)
  await expect(asking.getByLabel('Who is to take it?').locator('option:checked')).toHaveText('Rita Requests')
  await asking.getByLabel(/^Reason/).fill('She drives to the auction today')
  await checkLooks(page, 'check-ask-exception')
  await asking.getByRole('button', { name: 'Ask for it' }).click()
  const waiting = page.getByRole('region', { name: 'Exception waiting for a second person' })
  await expect(waiting).toContainText('Carl Clerk asked for an exception: She drives to the auction today')
  await expect(page.getByText('You asked for the exception for check 1001')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow the Exception' })).toHaveCount(0)

  const second = await openAs(group.people.printer, `/checks/${check.id}`)
  await second.getByRole('button', { name: 'Refuse the Exception' }).click()
  const refusing = dialogOf(second, 'Refuse the Exception for Check 1001')
  await refusing.getByRole('button', { name: 'Refuse it' }).click()
  await expect(refusing.getByText('Say why this check is not handed over by exception.')).toBeVisible()
  await refusing.getByLabel(/^Why is it refused/).fill('The auction is off')
  await checkLooks(second, 'check-refuse-exception')
  await refusing.getByRole('button', { name: 'Refuse it' }).click()
  await expect(noticeOf(second, 'Exception refused')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Exception refused' })).toContainText(
    'Paula Prints has refused it: The auction is off',
  )
  await page.getByRole('button', { name: 'Hand Over' }).click()
  await askToTake(page)
  await page.getByRole('button', { name: 'Take the Exception Back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(noticeOf(page, 'Exception taken back')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  await askToTake(page)

  const approver = await openAs(group.people.approver, `/checks/${check.id}`)
  await expect(approver.getByRole('button', { name: 'Allow the Exception' })).toBeVisible()
  await checkLooks(approver, 'check-exception-asked')
  await approver.getByRole('button', { name: 'Allow the Exception' }).click()
  const allowing = approver.getByRole('alertdialog')
  await expect(allowing).toContainText(
    'Rita Requests is to take it, but had a part in its request, printing or signing.',
  )
  await allowing.getByRole('button', { name: 'Allow it' }).click()
  await expect(page.getByRole('region', { name: 'Exception allowed' })).toContainText('Anton Approves has allowed it')

  await page.getByRole('button', { name: 'Hand Over' }).click()
  await dialog.getByRole('radio', { name: 'Given to the requester' }).click()
  await dialog.getByLabel(/^Who takes it/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(part(page, 'Hand-Over')).toContainText('Given to the requester')
  const story = part(page, 'Story').getByRole('listitem')
  await expect(story.nth(1)).toContainText('Anton Approves (Approver) allowed the exception')
  await expect(story.nth(2)).toContainText('She drives to the auction today')
})

test('hands over a check approved for mailing after an approver allowed it', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  const methods = await (await group.as('clerk')).call<{ id: number; kind: string }[]>('GET', '/delivery-methods')
  const carrier = methods.find(({ kind }) => kind === 'carrier')?.id
  const [check] = await group.printed({ delivery_method_id: carrier, mailing_method: 'USPS' })
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await expect(dialog.getByRole('radio', { name: 'Mailed' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Picked up' })).toBeDisabled()
  await expect(dialog.getByText('The request was approved to be mailed. An approver can change that')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const approver = await openAs(group.people.approver, `/check-requests/${check.check_request_id}`)
  await approver.getByRole('button', { name: 'Hand Over Instead of Mailing' }).click()
  const diverting = dialogOf(approver, 'Hand Over Instead of Mailing')
  await diverting.getByRole('button', { name: 'Save changes' }).click()
  await expect(diverting.getByText('Say why this check is not mailed.')).toBeVisible()
  await choose(approver, 'Delivery Method', 'In-Person Pickup')
  await diverting.getByLabel(/^Why is it not mailed/).fill('Its mail was returned twice')
  await checkLooks(approver, 'check-request-divert')
  await diverting.getByRole('button', { name: 'Save changes' }).click()
  await expect(noticeOf(approver, 'Delivery changed')).toBeVisible()
  await expect(activities(approver).first()).toContainText('let the check be handed to somebody instead of mailing it')
  await expect(activities(approver).first()).toContainText('Its mail was returned twice')

  await page.getByRole('button', { name: 'Hand Over' }).click()
  await dialog.getByLabel(/^Who takes it/).fill('Otto Owner')
  const identification = dialog.getByRole('combobox', { name: 'Identified by' })
  await identification.selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(dialog.getByText('This person has no account here. Choose the ID they show.')).toBeVisible()
  await identification.selectOption('Passport')
  await dialog.getByLabel('Its last four characters').fill('4711')
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(part(page, 'Hand-Over')).toContainText('Otto Owner')
})
