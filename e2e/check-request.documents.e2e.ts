import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documentRow, documents, expectAdded, pdfFile } from './support/documents.ts'
import { holdAnswers } from './support/held-answer.ts'
import { expectNotice } from './support/notices.ts'
import { activities, openRequest } from './support/request-detail.ts'
import { raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

test('shows an approver an added invoice, and marks the invoice after its removal', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await expect(documents(page)).toContainText(
    'No documents. Add the invoice or another supporting document as a PDF, JPEG, or PNG file.',
  )
  const [invoice, letter] = [pdfFile('invoice-4711.pdf', 'Invoice 4711'), pdfFile('wrong letter.pdf', 'Letter')]
  await addFiles(page, letter)
  await documents(page).getByLabel('Document type').selectOption('Invoice')
  await addFiles(page, invoice)
  for (const { name } of [invoice, letter]) await expectAdded(page, name)
  await expect(documentRow(page, 'invoice-4711.pdf')).toContainText('Invoice · 1 KB · Maria Delgado')
  await expect(documentRow(page, 'wrong letter.pdf')).toContainText('1 KB · Maria Delgado')
  await expect(activities(page).filter({ hasText: 'Document: invoice-4711.pdf' })).toContainText('added a document')

  await documentRow(page, 'wrong letter.pdf').getByRole('button', { name: 'Remove wrong letter.pdf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expectNotice(page, 'Document removed', 'wrong letter.pdf')
  await expect(documentRow(page, 'wrong letter.pdf')).toContainText('Removed by Maria Delgado')
  await checkLooks(page, 'check-request-documents')

  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await expect(documents(page).getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await documentRow(page, 'invoice-4711.pdf').getByRole('button', { name: 'Download invoice-4711.pdf' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('invoice-4711.pdf')
  expect(readFileSync(await saved.path()).equals(invoice.buffer)).toBe(true)
})

test('explains why a file can’t be added, and lets the user retry or dismiss the upload', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await addFiles(page, { ...pdfFile('page.pdf', ''), buffer: Buffer.from('%PDF-1.7 and nothing else') })
  const sentence =
    'This file can’t be opened because it is damaged or incomplete. Save or scan it again, and add the new file.'
  await expect(documentRow(page, 'page.pdf').getByRole('alert')).toHaveText(sentence)
  await documentRow(page, 'page.pdf').getByRole('button', { name: 'Retry page.pdf' }).click()
  await expect(documentRow(page, 'page.pdf').getByRole('alert')).toHaveText(sentence)
  await addFiles(page, pdfFile('right.pdf', 'Right'))
  await expectAdded(page, 'right.pdf')
  await documentRow(page, 'page.pdf').getByRole('button', { name: 'Dismiss page.pdf' }).click()
  await expect(documentRow(page, 'page.pdf')).toHaveCount(0)
})

test('shows a file only once when the document list arrives before the upload’s response', async ({
  page,
  request,
}) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const answer = await holdAnswers(page, '*/attachments')
  await addFiles(page, pdfFile('early.pdf', 'Early'))
  await expectAdded(page, 'early.pdf')
  answer.release()
  await expect(documents(page).getByRole('progressbar')).toHaveCount(0)
  await expect(documentRow(page, 'early.pdf')).toHaveCount(1)
})

test('adds a document dropped on the page', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const { name, buffer } = pdfFile('dropped.pdf', 'Dropped')
  const bytes = [...buffer]
  const dropped = await page.evaluateHandle(
    ([bytes, name]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
      return data
    },
    [bytes, name] as const,
  )
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: dropped })
  await expectAdded(page, 'dropped.pdf')
})
