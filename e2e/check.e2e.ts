import { expect } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { photoFile } from './support/documents.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { openCheck, signWithMouse } from './support/hand-over.ts'
import { noticeOf } from './support/notices.ts'
import { openRequest } from './support/request-detail.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('hands over a check to a recipient who signs for it, and shows the check’s history', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({ payee_name_1: 'Harbor Glass Works', amount: 1234.5 })
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await openCheck(page, group.people.clerk, check)
  await expect(
    page.getByText('Choose its delivery on the request’s page; then it can be handed over here.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand Over' })).toHaveCount(0)
  await group.ready(check)
  await page.getByRole('button', { name: 'Hand Over' }).press('Enter')
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).press('Enter')
  for (const text of [
    'Enter the name of the person taking the check.',
    'Choose the ID that the person taking the check showed.',
    'Have the receiver sign for the check, here or on a slip.',
  ])
    await expect(dialog.getByText(text)).toBeVisible()

  await dialog.getByLabel(/^Recipient/).fill('rita requests')
  await dialog.getByLabel('Relation to the payee').fill('Driver')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption("Driver's license")
  await dialog.getByLabel('Last Four Characters of the ID').fill('4711')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await signWithMouse(page, dialog)
  await checkLooks(page, 'check-hand-over')
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The person who raised or approved a request can’t take its check.',
  )
  await dialog.getByLabel(/^Recipient/).fill('Otto Owner')
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
  await expect(noticeOf(page, 'Check handed over')).toBeVisible()

  const receipt = part(page, 'Handover')
  await expect(receipt).toContainText('Otto Owner')
  await expect(receipt).toContainText("Driver's license, ending in 4711")
  await expect(receipt.getByRole('img', { name: 'Signature of Otto Owner' }).locator('path')).toHaveCount(1)
  await expect(part(page, 'Check Information')).toContainText(/Paper Location\s*With Otto Owner since /)
  await expect(part(page, 'History').getByRole('listitem').first()).toContainText(
    'Carl Clerk (Processor) handed it over',
  )
  await expect(part(page, 'History').getByRole('listitem').last()).toContainText('Paula Prints')
  await checkLooks(page, 'check')
  await part(page, 'Check Information')
    .getByRole('link', { name: check.request_number ?? '' })
    .click()
  await page.getByRole('link', { name: 'Check 1001, issued' }).click()
  await expect(page).toHaveURL(`/checks/${check.id}`)
})

test('mails a check with a tracking number on a phone, but not while the check’s request is on hold', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  const approver = await group.as('approver')
  const hold = `/check-requests/${check.check_request_id}/hold`
  await approver.call('POST', hold, { reason: 'The invoice is doubted' })
  await page.setViewportSize({ width: 360, height: 740 })
  await openCheck(page, group.people.clerk, check)
  await expect(page.getByText(/Anton Approves put the request for check 1001 on hold/)).toBeVisible()
  await (await group.as('admin')).call('DELETE', hold, {})
  await page.getByRole('button', { name: 'Hand Over' }).click()
  const dialog = dialogOf(page, 'Hand Over Check 1001')
  await dialog.getByRole('radio', { name: 'Mailed' }).click()
  await dialog.getByLabel('Tracking number').fill('9400 1000 2000')
  await dialog.getByRole('button', { name: 'Record as Mailed' }).click()
  await expect(part(page, 'Handover')).toContainText('9400 1000 2000')
  await expect(part(page, 'History').getByRole('listitem').first()).toContainText('mailed it')
})

test('lets one person void and reissue a printed check, and links the two numbers', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Void' }).press('Enter')
  const dialog = dialogOf(page, 'Void Check 1001')
  await expect(dialog.getByText('a person who didn’t print')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Void Check' }).press('Enter')
  await expect(dialog.getByText('Enter the reason for voiding this check.')).toBeVisible()
  await expect(dialog.getByText('Choose whether to reissue the check or reject the request.')).toBeVisible()
  await expect(dialog.getByLabel(/^Why is this check voided/)).toBeFocused()
  await page.keyboard.type('The printer tore it')
  await dialog.getByRole('radio', { name: /^Reissue/ }).press('Space')
  await checkLooks(page, 'check-void')
  await dialog.getByRole('button', { name: 'Void Check' }).press('Enter')
  await expect(noticeOf(page, 'Check voided')).toBeVisible()
  await expect(part(page, 'Check Information')).toContainText('The printer tore it')
  await expect(page.getByRole('button', { name: 'Void' })).toHaveCount(0)

  const printer = await group.as('printer')
  const body = { bank_account_id: group.account.id, check_request_ids: [check.check_request_id] }
  const run = await printer.call<{ id: number }>('POST', '/print-runs', body)
  await printer.call('POST', `/print-runs/${run.id}/confirm`, {})
  await page.getByRole('link', { name: 'Check 1002' }).click()
  await expect(page.getByRole('heading', { name: 'Check 1002', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Check 1001' }).click()
  await expect(page.getByRole('heading', { name: 'Check 1001', level: 1 })).toBeVisible()
  await openRequest(page, { id: check.check_request_id ?? 0, request_number: check.request_number ?? '' })
  await expect(page.getByRole('link', { name: 'Check 1002, printed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check 1001, void' })).toBeVisible()
})

test('requires two people and a photo of the paper to void a signed check', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await openCheck(page, group.people.printer, check)
  await page.getByRole('button', { name: 'Void' }).click()
  const dialog = dialogOf(page, 'Void Check 1001')
  await dialog.getByLabel(/^Why is this check voided/).fill('The payee sent it back')
  await dialog.getByRole('radio', { name: /^The request is rejected/ }).click()
  await dialog.getByRole('button', { name: 'Request Void' }).click()
  await expect(dialog.getByText('Choose or add a picture of the defaced check.')).toBeVisible()
  const picture = await photoFile(page, 'defaced.jpg', 'VOID')
  await dialog.getByLabel('Documents', { exact: true }).setInputFiles([picture])
  await expect(dialog.getByRole('radio', { name: 'defaced.jpg' })).toBeChecked({ timeout: 30_000 })
  await checkLooks(page, 'check-void-signed')
  await dialog.getByRole('button', { name: 'Request Void' }).click()
  const asked = part(page, 'Waiting for a second person')
  await expect(asked).toContainText('Paula Prints wants to void this check: The payee sent it back')
  await expect(page.getByText(/^You printed, signed, or asked to void check 1001/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agree to Void' })).toHaveCount(0)

  const second = await openAs(group.people.clerk, `/checks/${check.id}`)
  await expect(part(second, 'Waiting for a second person')).toContainText(
    'The request is rejected, and the requester sees the reason.',
  )
  const shown = second.context().waitForEvent('page')
  await second.getByRole('link', { name: /^View the picture of the defaced check/ }).click()
  await expect((await shown).getByText('defaced.jpg').first()).toBeVisible({ timeout: 30_000 })
  await second.getByRole('button', { name: 'Agree to Void' }).press('Enter')
  const question = second.getByRole('alertdialog', { name: 'Agree to Void Check 1001' })
  await expect(question).toContainText('Paula Prints')
  await checkLooks(second, 'check-agree')
  await question.getByRole('button', { name: 'Agree to Void' }).press('Enter')
  await expect(noticeOf(second, 'Check voided')).toBeVisible()
  await expect(part(second, 'History').getByRole('listitem').first()).toContainText('Carl Clerk')
  await expect(part(page, 'History').getByRole('listitem').first()).toContainText('Carl Clerk')
})

test('lets one person stop a lost check and another person enter the bank’s confirmation number', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await group.sign(check)
  await group.ready(check)
  await group.mail(check)
  await openCheck(page, group.people.clerk, check)
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  const dialog = dialogOf(page, 'Stop Check 1001')
  await dialog.getByLabel(/^What happened to the paper/).fill('Lost in the mail')
  await dialog.getByRole('radio', { name: /^Reissue/ }).press('Space')
  await checkLooks(page, 'check-stop')
  await dialog.getByRole('button', { name: 'Stop Check' }).press('Enter')
  await expect(noticeOf(page, 'Check stopped')).toBeVisible()
  await expect(part(page, 'Waiting for the bank')).toBeVisible()
  const refusal =
    'You printed, signed, or stopped check 1001, so someone else has to enter the bank’s confirmation number.'
  await expect(page.getByText(refusal, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter Bank’s Number' })).toHaveCount(0)
  const second = await openAs(group.people.controller, `/checks/${check.id}`)
  await second.getByRole('button', { name: 'Enter Bank’s Number' }).press('Enter')
  const bank = second.getByRole('dialog', { name: /^Bank’s Stop Number/ })
  await bank.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(bank.getByText('Enter the bank’s confirmation number for the stop.')).toBeVisible()
  await bank.getByLabel(/^Bank’s Confirmation Number/).fill('SP-881')
  await bank.getByLabel('Bank Fee').fill('35')
  await bank.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(noticeOf(second, 'Stop confirmed')).toBeVisible()
  await expect(part(page, 'Check Information')).toContainText('SP-881')
  await expect(part(page, 'Check Information')).toContainText('$35.00')
  await expect(part(page, 'Waiting for the bank')).toHaveCount(0)
})

test('shows approvers a check read-only, and hides the check from other dealer groups', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({})
  if (!check) throw new Error('A check is printed')
  await openCheck(page, group.people.approver, check)
  for (const name of ['Void', 'Stop', 'Hand Over']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await signIn(page.context(), 'processor@lakeside.example')
  await page.goto(`/checks/${check.id}`)
  await expect(page.getByText('This check doesn’t exist, or you have no access to it.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Checks' }).click()
  await expect(page).toHaveURL('/checks')
})
