import { expect } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documents, expectAdded, pdfFile } from './support/documents.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup } from './support/policies.ts'
import { openRequest, statusChoice } from './support/request-detail.ts'
import { openForm, submitForm } from './support/request-form.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('names the missing requirements of a purpose on the form, and shows approvers the fulfilled ones', async ({
  page,
  request,
  openAs,
}) => {
  const { group, emails } = await addPolicyGroup(request)
  const admin = await openAs(emails.editor, '/settings')
  await admin.getByRole('button', { name: `Change purpose requirements for ${group.name}` }).click()
  const dialog = dialogOf(admin, `Purpose Requirements for ${group.name}`)
  await dialog.getByLabel('Purpose').selectOption('Payoff')
  await dialog.getByLabel('Deal Number', { exact: true }).selectOption('Required')
  await dialog.getByLabel('Stock Number').selectOption('Warn if missing')
  await dialog.getByLabel('Payoff letter').selectOption('Required')
  await checkLooks(admin, 'settings-requirements')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(admin, 'Settings updated')).toBeVisible()

  await signIn(page.context(), emails.requester)
  await openForm(page)
  const needed = part(page, 'Requirements')
  await page.getByLabel(/^Payee Name/).fill('First Bank')
  await page.getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('radio', { name: 'Vendor' }).check()
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('18250.75')
  await choose(page, 'Purpose', 'Parts')
  await page.getByLabel('PO Number').fill('PO-4711')
  await choose(page, 'Delivery Method', 'In-Person Pickup')
  await expect(needed).toHaveCount(0)
  await choose(page, 'Purpose', 'Payoff')
  await expect(needed.getByRole('listitem')).toHaveText([
    'Stock NumberMissing (optional)',
    'Deal NumberMissing',
    'Document: Payoff letterMissing',
  ])
  await submitForm(page)
  await expect(needed.locator('p', { hasText: 'Payoff needs Deal Number. Fill in the field.' })).toBeVisible()
  await expect(page.getByLabel('Deal Number')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Payoff needs a document of the kind “Payoff letter”. Add one.')
  await checkLooks(page, 'check-request-new-requirements')

  await page.getByLabel('Deal Number').fill('D-4401')
  await documents(page).getByLabel('Document type').selectOption('Payoff letter')
  await addFiles(page, pdfFile('payoff.pdf', 'Payoff 18,250.75'))
  await expectAdded(page, 'payoff.pdf')
  const shown = [/Missing \(optional\)/, 'Deal NumberProvided', /Payoff letterProvided/]
  await expect(needed.getByRole('listitem')).toHaveText(shown)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(part(page, 'Requirements for Payoff').getByRole('listitem')).toHaveText([
    /Missing \(optional\)/,
    /Provided/,
    /Provided/,
  ])
  await expect(part(page, 'Request Information')).toContainText('Deal NumberD-4401')
  await checkLooks(page, 'check-request-requirements')

  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const requester = await apiAs(request, emails.requester)
  const [document] = await requester.call<{ id: number }[]>('GET', `/check-requests/${id}/attachments`)
  const approver = await openAs(emails.approver, '/check-requests-pending')
  const { request_number } = await requester.call<{ request_number: string }>('GET', `/check-requests/${id}`)
  await openRequest(approver, { id, request_number })
  await expect(part(approver, 'Requirements for Payoff').getByRole('listitem').last()).toContainText('Provided')
  await requester.call('DELETE', `/attachments/${document?.id}`)
  await expect(part(approver, 'Requirements for Payoff').getByRole('listitem').last()).toContainText('Missing')
  await expect(statusChoice(approver, 'Approved')).toBeDisabled()
  await expect(statusChoice(approver, 'Approved')).toHaveAccessibleDescription(
    /Payoff needs documents that were removed: “[^”]+”\. Add them again, or send the request back\./,
  )
})
