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
  await dialog.getByLabel(/^Recipient/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await dialog.getByRole('button', { name: 'Request an Exception' }).click()
  const asking = dialogOf(page, 'Exception for Check 1001')
  await asking.getByLabel(/^Reason/).fill('She is driving to the auction today')
  await asking.getByRole('button', { name: 'Request Exception' }).click()
}

test('lets a requester take a check once a second person allows an exception', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByRole('radio', { name: 'Given to the requester' }).click()
  await dialog.getByLabel(/^Recipient/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await dialog.getByRole('button', { name: 'Request an Exception' }).click()
  const asking = dialogOf(page, 'Exception for Check 1001')
  await expect(asking.getByLabel('Recipient')).toHaveValue(/./)
  await expect(asking.getByLabel('Recipient').locator('option:checked')).toHaveText('Rita Requests')
  await asking.getByLabel(/^Reason/).fill('She is driving to the auction today')
  await checkLooks(page, 'check-ask-exception')
  await asking.getByRole('button', { name: 'Request Exception' }).click()
  const waiting = page.getByRole('region', { name: 'Exception waiting for a second person' })
  await expect(waiting).toContainText('Carl Clerk requested an exception: She is driving to the auction today')
  await expect(page.getByText('You requested the exception for check 1001')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow Exception' })).toHaveCount(0)

  const second = await openAs(group.people.printer, `/checks/${check.id}`)
  await second.getByRole('button', { name: 'Decline Exception' }).click()
  const refusing = dialogOf(second, 'Decline Exception for Check 1001')
  await refusing.getByRole('button', { name: 'Decline Exception' }).click()
  await expect(refusing.getByText('Enter the reason for refusing the exception.')).toBeVisible()
  await refusing.getByLabel(/^Reason for Declining/).fill('The auction is off')
  await checkLooks(second, 'check-refuse-exception')
  await refusing.getByRole('button', { name: 'Decline Exception' }).click()
  await expect(noticeOf(second, 'Exception declined')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Exception declined' })).toContainText(
    'Paula Prints refused the exception: The auction is off',
  )
  await page.getByRole('button', { name: 'Hand Over' }).click()
  await askToTake(page)
  await page.getByRole('button', { name: 'Take Back Exception' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back Exception' }).click()
  await expect(noticeOf(page, 'Exception taken back')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.getByRole('button', { name: 'Hand Over' }).click()
  await askToTake(page)

  const approver = await openAs(group.people.approver, `/checks/${check.id}`)
  await expect(approver.getByRole('button', { name: 'Allow Exception' })).toBeVisible()
  await checkLooks(approver, 'check-exception-asked')
  await approver.getByRole('button', { name: 'Allow Exception' }).click()
  const allowing = approver.getByRole('alertdialog')
  await expect(allowing).toContainText(
    'To be given to Rita Requests, who was involved in the check’s request, printing, or signing.',
  )
  await allowing.getByRole('button', { name: 'Allow Exception' }).click()
  await expect(page.getByRole('region', { name: 'Exception allowed' })).toContainText(
    'Anton Approves allowed the exception',
  )

  await page.getByRole('button', { name: 'Hand Over' }).click()
  await dialog.getByRole('radio', { name: 'Given to the requester' }).click()
  await dialog.getByLabel(/^Recipient/).fill('Rita Requests')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(part(page, 'Handover')).toContainText('Given to the requester')
  const story = part(page, 'History').getByRole('listitem')
  await expect(story.nth(1)).toContainText('Anton Approves (Approver) allowed the exception')
  await expect(story.nth(2)).toContainText('She is driving to the auction today')
})

test('hands over a check approved for mailing once an approver allows it', async ({ page, request, openAs }) => {
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
  await expect(dialog.getByText('The request was approved for mailing. An approver can change')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const approver = await openAs(group.people.approver, `/check-requests/${check.check_request_id}`)
  await approver.getByRole('button', { name: 'Hand Over Instead of Mailing' }).click()
  const diverting = dialogOf(approver, 'Hand Over Instead of Mailing')
  await diverting.getByRole('button', { name: 'Save Changes' }).click()
  await expect(diverting.getByText('Enter the reason for not mailing this check.')).toBeVisible()
  await choose(approver, 'Delivery Method', 'In-Person Pickup')
  await diverting.getByLabel(/^Reason for Not Mailing/).fill('Its mail was returned twice')
  await checkLooks(approver, 'check-request-divert')
  await diverting.getByRole('button', { name: 'Save Changes' }).click()
  await expect(noticeOf(approver, 'Delivery changed')).toBeVisible()
  await expect(activities(approver).first()).toContainText('allowed the check to be handed over instead of mailed')
  await expect(activities(approver).first()).toContainText('Its mail was returned twice')

  await page.getByRole('button', { name: 'Hand Over' }).click()
  await dialog.getByLabel(/^Recipient/).fill('Otto Owner')
  const identification = dialog.getByRole('combobox', { name: 'Identified by' })
  await identification.selectOption('Known personally')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(dialog.getByText('This person isn’t a user. Choose the ID that they showed.')).toBeVisible()
  await identification.selectOption('Passport')
  await dialog.getByLabel('Last Four Characters of the ID').fill('4711')
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(part(page, 'Handover')).toContainText('Otto Owner')
})
