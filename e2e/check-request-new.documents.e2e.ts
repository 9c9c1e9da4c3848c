import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documentRow, documents, expectAdded, pdfFile, photoFile } from './support/documents.ts'
import { holdAnswers } from './support/held-answer.ts'
import { expectNotice } from './support/notices.ts'
import { activities, openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { fillIn, numberField, openForm, startForm, submitForm } from './support/request-form.ts'
import { menu, move, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

const offers = (page: Page): Locator => page.getByRole('region', { name: 'Unfinished requests' })
const onRequest = /\/check-requests\/\d+$/

test('keeps an invoice photo through a tab crash, and shows it to the approver', async ({ page, context, openAs }) => {
  await startForm(page, requester)
  const photo = await photoFile(page, 'IMG_2041.jpg', 'Invoice 4711')
  await documents(page).getByLabel('Photograph', { exact: true }).setInputFiles(photo)
  await expectAdded(page, 'IMG_2041.jpg')
  await checkLooks(page, 'check-request-new-documents')
  const browser = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // A crashed tab doesn't respond.
  void browser.send('Page.crash').catch(() => undefined)
  await crashed

  const next = await context.newPage()
  await openForm(next)
  await offers(next).getByRole('button', { name: 'Continue Request' }).click()
  await expectAdded(next, 'IMG_2041.jpg')
  await fillIn(next, { payee: 'Photographed Parts', amount: '211.40' })
  await submitForm(next)
  await expect(next).toHaveURL(onRequest)
  await expectAdded(next, 'IMG_2041.jpg')
  await openForm(next)
  await expect(offers(next)).toHaveCount(0)
  await next.goBack()
  await expect(next).toHaveURL(onRequest)

  const decider = await openAs(approver, new URL(next.url()).pathname)
  await expectAdded(decider, 'IMG_2041.jpg')
  await statusChoice(decider, 'Approved').check()
  await updateForm(decider).getByRole('button', { name: 'Approve $211.40' }).click()
  await expect(activities(decider).first()).toContainText('approved it')
})

test('waits for uploads on submit and includes text typed in the meantime', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Slow Line Paints', amount: '52' })
  const answers = await holdAnswers(page, '*/attachments')
  await addFiles(page, pdfFile('slow.pdf', 'Slow'))
  await expect(documentRow(page, 'slow.pdf')).toBeVisible()
  await submitForm(page)
  await expect(page.getByRole('button', { name: 'Submit Request' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Memo Line').fill('Typed while waiting')
  await expect(page).toHaveURL('/check-request-new')
  answers.release()
  await expect(page).toHaveURL(onRequest)
  await expectAdded(page, 'slow.pdf')
  await expect(page.getByRole('main')).toContainText('Typed while waiting')
})

test('never uploads a refused file, and blocks the request until the file is dismissed', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Large Format Prints', amount: '640' })
  const sent: string[] = []
  page.on('request', (call) => call.method() === 'POST' && sent.push(new URL(call.url()).pathname))
  const { name, mimeType, buffer } = pdfFile('huge.pdf', 'Huge')
  await addFiles(page, { name, mimeType, buffer: Buffer.concat([buffer], 10_485_761) })
  await addFiles(page, { ...pdfFile('page.pdf', ''), buffer: Buffer.from('<html>') })
  const tooLarge = 'This file is too large. The limit is 10 MB. Scan it with fewer colors, or split it.'
  await expect(documentRow(page, 'huge.pdf').getByRole('alert')).toHaveText(tooLarge)
  await expect(documentRow(page, 'page.pdf').getByRole('alert')).toContainText('isn’t a PDF, JPEG, or PNG')
  await submitForm(page)
  const stopped = page.getByText('Couldn’t add a document. Retry or dismiss it, and then submit.')
  await expect(stopped).toBeVisible()
  await checkLooks(page, 'check-request-new-documents-refused')
  await documents(page).getByRole('button', { name: 'Dismiss huge.pdf' }).click()
  await documents(page).getByRole('button', { name: 'Dismiss page.pdf' }).click()
  await expect(stopped).toHaveCount(0)
  await submitForm(page)
  await expect(page).toHaveURL(onRequest)
  expect(sent.filter((path) => path.endsWith('/attachments'))).toEqual([])
})

test('keeps a draft that contains only a document until the document is removed', async ({ page }) => {
  await startForm(page, requester)
  await addFiles(page, pdfFile('only.pdf', 'Only'))
  await expectAdded(page, 'only.pdf')
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('You can continue with its draft later.')
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await documentRow(page, 'only.pdf').getByRole('button', { name: 'Remove only.pdf' }).click()
  const discarded = page.waitForResponse((answer) => /\/drafts\/\d+$/.test(answer.url()) && answer.ok())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  expect((await discarded).request().method()).toBe('DELETE')
  await openForm(page)
  await expect(offers(page)).toHaveCount(0)
})

test('saves document additions and removals when a sent-back request is resubmitted', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await move(await apiAs(request, approver), raised, 9, { note: 'Please add the invoice' })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sendIn = page.getByRole('button', { name: /^Resubmit \$/ })
  // The request page has its own document list, which stays until the form is shown.
  await expect(numberField(page)).toHaveValue(raised.request_number)
  await addFiles(page, pdfFile('invoice.pdf', 'Invoice'), pdfFile('wrong.pdf', 'Wrong'))
  for (const name of ['invoice.pdf', 'wrong.pdf']) await expectAdded(page, name)
  await documentRow(page, 'wrong.pdf').getByRole('button', { name: 'Remove wrong.pdf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expectNotice(page, 'Document removed', 'wrong.pdf')
  await expect(documentRow(page, 'wrong.pdf')).toContainText('Removed by Maria Delgado')
  await page.getByLabel('Notes').fill('The invoice is there now')
  await sendIn.click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expectAdded(page, 'invoice.pdf')
  await expect(activities(page).first()).toContainText('resubmitted it')
})
