import { expect } from '@playwright/test'
import { addDays, formatDate, localToday } from '../domain/src/values/calendar-date.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documents, expectAdded, paperFile, tireInvoice, tireSupply } from './support/documents.ts'
import { openRequest } from './support/request-detail.ts'
import { numberField, startForm, submitForm, textField } from './support/request-form.ts'
import { move, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'
import { drawn, viewer } from './support/viewer.ts'

// Reading takes a second, and much longer on a busy machine.
test.describe.configure({ timeout: 180_000 })

const requester = 'requester@lakeside.example'

test('fills the form from an invoice, names its page, and never changes what was typed', async ({ page }) => {
  await startForm(page, requester)
  await textField(page, 'PO Number').fill('typed before')
  await addFiles(page, paperFile('tires.pdf', tireInvoice('GB-20884', '448.23')))
  await expectAdded(page, 'tires.pdf')
  await expect(textField(page, 'Amount')).toHaveValue('$448.23', { timeout: 90_000 })
  await expect(textField(page, 'Payee Name')).toHaveValue('Great Bend Tire Supply')
  await expect(textField(page, 'Invoice Number')).toHaveValue('GB-20884')
  await expect(textField(page, 'PO Number')).toHaveValue('typed before')
  await expect(textField(page, 'Amount')).toHaveAccessibleDescription('From tires.pdf, page 1')
  await checkLooks(page, 'check-request-new-readings')
  const cutOut = page.getByRole('img', { name: 'Amount on page 1 of tires.pdf' })
  await expect(cutOut).toBeHidden()
  await textField(page, 'Amount').focus()
  await expect(cutOut).toBeVisible()
  await expect.poll(() => drawn(cutOut)).toContain('written')
  await textField(page, 'Amount').fill('448.32')
  await expect(textField(page, 'Amount')).not.toHaveAccessibleDescription('From tires.pdf, page 1')
})

test('asks which of two invoices in a file the request is for', async ({ page }) => {
  await startForm(page, requester)
  await addFiles(page, paperFile('two.pdf', tireInvoice('GB-1001', '100.00'), tireInvoice('GB-1002', '250.75')))
  const question = documents(page).getByRole('region', { name: 'Documents in two.pdf' })
  await expect(question).toContainText('2 documents found in two.pdf. Which one is this request for?', {
    timeout: 90_000,
  })
  await expect(textField(page, 'Amount')).toHaveValue('')
  await question.getByRole('button', { name: 'GB-1002 · $250.75 · Oct 14, 2026' }).click()
  await expect(textField(page, 'Amount')).toHaveValue('$250.75')
  await expect(textField(page, 'Amount')).toHaveAccessibleDescription('From two.pdf, page 2')
})

test('warns about a quote and fills no amount from it', async ({ page }) => {
  const quote = [...tireSupply, [400, 740, 'QUOTE'], [400, 600, 'Total'], [500, 600, '$8,250.00']] as const
  await startForm(page, requester)
  await addFiles(page, paperFile('quote.pdf', quote))
  await expect(documents(page)).toContainText('This is a quote, not an invoice.', { timeout: 90_000 })
  await expect(textField(page, 'Amount')).toHaveValue('')
  await submitForm(page)
  await expect(page).toHaveURL('/check-request-new')
})

test('fills a payoff with its purpose, good-through date, and per diem', async ({ page }) => {
  const goodThrough = addDays(localToday(new Date()), 30)
  const [year, month, day] = goodThrough.split('-')
  const letter = [
    ...tireSupply,
    [45, 660, 'PAYOFF STATEMENT'],
    [45, 640, 'Loan number'],
    [250, 640, '88120044-01'],
    [45, 620, 'Total payoff amount'],
    [250, 620, '$21,388.52'],
    [45, 600, 'Per diem'],
    [250, 600, '$3.21'],
    [45, 580, 'Good through'],
    [250, 580, `${month}/${day}/${year}`],
  ] as const
  await startForm(page, requester)
  await addFiles(page, paperFile('payoff.pdf', letter))
  await expect(textField(page, 'Amount')).toHaveValue('$21,388.52', { timeout: 90_000 })
  await expect(textField(page, 'Good Through')).toHaveValue(formatDate(goodThrough))
  await expect(textField(page, 'Per Diem')).toHaveValue('$3.21')
})

test('only offers what a document says when a returned request is edited', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await move(await apiAs(request, 'approver@lakeside.example'), raised, 9, { note: 'Please add the invoice' })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(numberField(page)).toHaveValue(raised.request_number)
  await addFiles(page, paperFile('tires.pdf', tireInvoice('GB-30771', '448.23')))
  const offer = page.getByRole('button', { name: 'Use Invoice Number GB-30771' })
  await expect(offer).toBeVisible({ timeout: 90_000 })
  await expect(textField(page, 'Invoice Number')).toHaveValue('')
  await offer.click()
  await expect(textField(page, 'Invoice Number')).toHaveValue('GB-30771')
  await expect(offer).toHaveCount(0)
})

test('suggests coding by the words of the document, each value with its reason', async ({ page, request }) => {
  const api = await apiAs(request, requester)
  const purpose_id = (await api.call<{ id: number; name: string }[]>('GET', '/purposes')).find(
    ({ name }) => name === 'Sublet repair',
  )?.id
  const windshields = [...tireSupply, [45, 640, 'Windshield replacement'], [500, 640, '310.00']] as const
  const raised = await Promise.all([1, 2, 3].map(() => raise(api, { payee_name_1: 'Clearview Glass', purpose_id })))
  for (const { id } of raised)
    await api.attach(`/check-requests/${id}/attachments`, paperFile('glass.pdf', windshields))
  for (const { id } of raised) {
    const isRead = async () => (await api.call<{ state: string }[]>('GET', `/check-requests/${id}/readings`))[0]?.state
    await expect.poll(isRead, { timeout: 90_000 }).toBe('read')
  }
  const next = [...tireSupply, [45, 640, 'Windshield calibration'], [500, 640, '150.00'], [45, 600, 'RUSH']] as const
  await startForm(page, requester)
  await addFiles(page, paperFile('next.pdf', next))
  const suggested = page.getByRole('list', { name: 'Suggested coding' }).getByRole('listitem')
  const purpose = suggested.filter({ hasText: 'Use Purpose' })
  await expect(purpose).toContainText('3 of 3 documents with “windshield”', { timeout: 90_000 })
  await expect(suggested.filter({ hasText: 'Use Priority Level Urgent' })).toContainText('The document says “RUSH”')
  await expect(page.getByRole('combobox', { name: 'Purpose' })).not.toHaveText('Sublet repair')
  await checkLooks(page, 'check-request-new-suggested')
  await purpose.getByRole('button', { name: 'Use Purpose Sublet repair' }).click()
  await expect(page.getByRole('combobox', { name: 'Purpose' })).toHaveText('Sublet repair')
  await expect(purpose).toHaveCount(0)
})

test('fills the focused field with a clicked word of the document beside the form', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await startForm(page, requester)
  await addFiles(page, paperFile('tires.pdf', tireInvoice('GB-41190', '448.23')))
  await expect(textField(page, 'Amount')).toHaveValue('$448.23', { timeout: 90_000 })
  const beside = viewer(page)
  const word = (name: string) => beside.getByRole('button', { name, exact: true })
  await textField(page, 'Memo Line').focus()
  await expect(beside).toContainText('Click a word to fill Memo Line (F6)')
  await word('mounted').click()
  await expect(textField(page, 'Memo Line')).toHaveValue('Four tires, mounted and balanced')
  await expect(textField(page, 'Memo Line')).toBeFocused()
  await expect(textField(page, 'Memo Line')).toHaveAccessibleDescription('From tires.pdf, page 1')
  await textField(page, 'Amount').focus()
  await word('INVOICE').click()
  await expect(beside.getByRole('status').filter({ hasText: 'Amount' })).toHaveText('Amount can’t be “INVOICE”.')
  await expect(textField(page, 'Amount')).toHaveValue('$448.23')
  await textField(page, 'Invoice Number').fill('wrong')
  await page.keyboard.press('F6')
  await expect(word('Great').first()).toBeFocused()
  for (
    let press = 0;
    press < 20 && !(await word('GB-41190').evaluate((one) => one === document.activeElement));
    press += 1
  )
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(textField(page, 'Invoice Number')).toHaveValue('GB-41190')
  await expect(textField(page, 'Invoice Number')).toBeFocused()
  await checkLooks(page, 'check-request-new-beside')
})
