import { expect, type Page } from '@playwright/test'
import { groupAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { type FileForInput, paperFile, tireInvoice } from './support/documents.ts'
import { countKeys } from './support/keys.ts'
import { findings } from './support/request-detail.ts'
import { openForm, startForm, textField } from './support/request-form.ts'
import { part, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'
import { drawn, openWith } from './support/viewer.ts'

// Reading takes a second, and much longer on a busy machine.
test.describe.configure({ timeout: 180_000 })

const requester = 'requester@lakeside.example'
const payee = 'Great Bend Tire Supply'

/** Drops a file on the page. */
async function drop(page: Page, { name, mimeType, buffer }: FileForInput): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
      return data
    },
    { name, type: mimeType, base64: buffer.toString('base64') },
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

const earlier = {
  payee_name_1: payee,
  amount: 480,
  delivery_method_id: 1,
  mailing_method: 'UPS',
  mailing_address: '4417 Commerce Drive',
} as const

test('takes one key press from a dropped invoice of a known payee to its request', async ({ page, request }) => {
  await raiseAt(request, 7, earlier)
  const keys = await countKeys(page)
  await signIn(page.context(), requester)
  await openForm(page)
  await expect(page.getByRole('button', { name: 'Add Documents' })).toBeVisible()
  const before = (await keys()).length
  const dropped = performance.now()
  await drop(page, paperFile('tires.pdf', tireInvoice('GB-50001', '448.23')))
  await expect(textField(page, 'Amount')).toHaveValue('$448.23', { timeout: 90_000 })
  test
    .info()
    .annotations.push({ type: 'seconds to the values', description: ((performance.now() - dropped) / 1000).toFixed(1) })
  await expect(textField(page, 'Mailing Address')).toHaveValue('4417 Commerce Drive')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const facts = part(page, 'Request Information')
  for (const fact of ['$448.23', payee, 'GB-50001', 'P44719', 'Parts', 'UPS']) await expect(facts).toContainText(fact)
  // Control and Enter.
  expect((await keys()).length - before).toBeLessThanOrEqual(2)
})

test('shows an approver the place of an amount that a request doesn’t have', async ({ page, request }) => {
  await openWith(page, request, [paperFile('tires.pdf', tireInvoice('GB-50002', '448.23'))], {
    payee_name_1: payee,
    amount: 1448.23,
  })
  const differs = findings(page)
    .getByRole('listitem')
    .filter({ hasText: 'The invoice says $448.23, Great Bend Tire Supply.' })
  await expect(differs).toBeVisible({ timeout: 90_000 })
  const cutOut = differs.getByRole('img', { name: 'Where the document says so, on page 1' })
  await expect.poll(() => drawn(cutOut)).toContain('written')
})

test('shows an admin how often requesters change what a payee’s documents say', async ({ page, request, openAs }) => {
  test.setTimeout(180_000)
  await raiseAt(request, 7, earlier)
  await signIn(page.context(), requester)
  await openForm(page)
  await expect(page.getByRole('button', { name: 'Add Documents' })).toBeVisible()
  await drop(page, paperFile('tires.pdf', tireInvoice('GB-50003', '448.23')))
  const amount = textField(page, 'Amount')
  await expect(amount).toHaveValue('$448.23', { timeout: 90_000 })
  await expect(textField(page, 'Mailing Address')).toHaveValue('4417 Commerce Drive')
  await amount.fill('450')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const admin = await openAs(groupAdmin, '/admin-payees')
  const row = part(admin, 'Values From Documents').getByRole('row').filter({ hasText: payee })
  await expect(row).toContainText('Amount', { timeout: 90_000 })
  await checkLooks(admin, 'admin-payees-values-from-documents')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('fills a request from a photo of an invoice', async ({ page }) => {
    test.setTimeout(120_000)
    await startForm(page, requester)
    await expect(page.getByRole('button', { name: 'Take Photo' })).toBeVisible()
    await page
      .getByLabel('Photograph', { exact: true })
      .setInputFiles(await photoOf(page, tireInvoice('GB-50003', '448.23')))
    await expect(textField(page, 'Amount')).toHaveValue('$448.23', { timeout: 60_000 })
    await expect(textField(page, 'Invoice Number')).toHaveValue('GB-50003')
    await textField(page, 'Amount').focus()
    const cutOut = page.getByRole('img', { name: 'Amount on page 1 of photo.jpg' })
    await expect.poll(() => drawn(cutOut)).toContain('written')
  })
})

/** A photo of a page with these texts, on a dark table. */
async function photoOf(page: Page, texts: ReturnType<typeof tireInvoice>): Promise<FileForInput> {
  const base64 = await page.evaluate((texts) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1500, height: 1900 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = '#4a3b2f'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.translate(110, 90)
    context.scale(2.1, 2.1)
    context.fillStyle = '#f7f4ec'
    context.fillRect(0, 0, 612, 792)
    context.fillStyle = '#1c1c1c'
    context.font = '11px sans-serif'
    for (const [x, y, line] of texts) context.fillText(line, x, 792 - y)
    return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? ''
  }, texts)
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}
