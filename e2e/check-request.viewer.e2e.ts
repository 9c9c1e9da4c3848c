import { expect } from '@playwright/test'
import { refuseWithoutReason } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { documentRow, pdfFile, pdfOf, photoFile } from './support/documents.ts'
import { rowsOf } from './support/lists.ts'
import { findings, statusChoice, updateForm } from './support/request-detail.ts'
import { part, raiseAt } from './support/requests.ts'
import { scriptWith } from './support/scripts.ts'
import { test } from './support/test.ts'
import { drawn, openDocument, openWith, pages, rightmost, swipe, viewer, writtenIn } from './support/viewer.ts'

const invoice = pdfFile('invoice-4711.pdf', 'Invoice 4711', 'Terms of payment', 'Delivery note')

/** A page as sent by a scanner or a fax: a black bar from top to bottom, in fax group 4 encoding. */
const scan = pdfOf('scan.pdf', [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
  stream('', 'q 612 0 0 792 0 0 cm /I Do Q'),
  stream(
    '/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 64/Rows 64>>',
    // The first line has 16 white pixels, 16 black pixels, and then only white pixels. The other 63 lines repeat it,
    // and the end code follows.
    bytesOf(`00110101000000101111${'111'.repeat(63)}${'000000000001'.repeat(2)}`),
  ),
])

/** A page with lines in a visible layer and in a hidden one, as page content and as a form drawn on the page. */
const layered = pdfOf('layers.pdf', [
  '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[7 0 R]>>>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/Properties<</A 6 0 R/B 7 0 R>>/XObject<</X 8 0 R>>>>>>',
  stream(
    '',
    '/X Do /OC /A BDC BT /F 24 Tf 72 640 Td (Total due) Tj ET EMC /OC /B BDC BT /F 24 Tf 72 600 Td (CANCELLED) Tj ET EMC',
  ),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  '<</Type/OCG/Name(Amount)>>',
  '<</Type/OCG/Name(Stamp)>>',
  stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/OC 7 0 R/Resources<</Font<</F 5 0 R>>>>',
    'BT /F 24 Tf 72 500 Td (DO NOT PAY) Tj ET',
  ),
])

function stream(dictionary: string, content: string): string {
  return `<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

function bytesOf(bits: string): string {
  return bits.replace(/.{1,8}/g, (byte) => String.fromCharCode(Number.parseInt(byte.padEnd(8, '0'), 2)))
}

test('shows the invoice next to the decision, and lets the approver decide while the invoice is open', async ({
  page,
  request,
}) => {
  const raised = await openWith(page, request, [invoice, await photoFile(page, 'IMG_2041.jpg', 'Receipt')])
  await updateForm(page).getByLabel('Comment').fill('As agreed')
  await openDocument(page, invoice.name)
  const first = page.getByRole('img', { name: 'Page 1 of 3' })
  await expect.poll(() => drawn(first)).toEqual(writtenIn(0))
  await expect(viewer(page)).toContainText('Invoice 4711')
  for (const part of [
    viewer(page).getByText('$1,234.50'),
    viewer(page).getByText('Harbor Glass Works'),
    first,
    statusChoice(page, 'Approved').locator('..'),
    statusChoice(page, 'Rejected').locator('..'),
    statusChoice(page, 'SendBack').locator('..'),
  ])
    await expect(part).toBeInViewport({ ratio: part === first ? 0.5 : 1 })
  await page.screenshot({ path: 'test-results/screens/viewer-beside.jpg', quality: 80 })
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 1200)
  await expect(viewer(page)).toContainText('page 2 of 3')
  await page.evaluate(() => scrollBy(0, 600))
  await expect(viewer(page).getByText('$1,234.50')).not.toBeInViewport()
  await expect(statusChoice(page, 'Approved').locator('..')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('a')
  const approve = updateForm(page).getByRole('button', { name: 'Approve $1,234.50' })
  await expect(approve).toBeInViewport({ ratio: 1 })
  await approve.click()
  await expect(part(page, 'Activity Log')).toContainText('As agreed')
  await expect(viewer(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/check-requests/${raised.id}\\?document=\\d+$`))
  await checkLooks(page, 'viewer-pdf')
})

test('omits a PDF’s hidden layer, and scrolls back up when another document is opened', async ({ page, request }) => {
  await openWith(page, request, [layered, invoice])
  await openDocument(page, layered.name)
  await expect(viewer(page)).toContainText('Total due')
  await expect(viewer(page)).not.toContainText(/CANCELLED|DO NOT PAY/)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(viewer(page).getByRole('button', { name: 'Close Document' })).not.toBeInViewport()
  await documentRow(page, invoice.name).getByRole('button', { name: invoice.name, exact: true }).click()
  await expect(pages(page, invoice.name)).toBeFocused()
  await expect(viewer(page).getByRole('button', { name: 'Close Document' })).toBeInViewport()
})

test('draws only the visible part of a long document', async ({ page, request }) => {
  for (let count = 0; count < 5; count += 1) await raiseAt(request, 1)
  const long = pdfFile('long.pdf', ...Array.from({ length: 12 }, (_, index) => `Page number ${index + 1}`))
  await openWith(page, request, [long])
  await openDocument(page, long.name)
  const [first, last] = [1, 12].map((number) => page.getByRole('img', { name: `Page ${number} of 12`, exact: true }))
  if (!first || !last) throw new Error('No pages')
  await expect.poll(() => drawn(first)).toEqual(writtenIn(0))
  expect(await drawn(last)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 680 })
  await expect(findings(page)).toContainText(/[5-9] possible duplicates/)
  await expect(statusChoice(page, 'Approved').locator('..')).toBeInViewport({ ratio: 1 })
  await pages(page, long.name).press('End')
  await expect.poll(() => drawn(last)).toEqual(writtenIn(0))
  await expect(viewer(page)).toContainText('page 12 of 12')
  await expect.poll(() => drawn(first)).toEqual([])
  await page.keyboard.press('+')
  await expect(viewer(page)).toContainText(/page 1[12] of 12/)
})

test('zooms and rotates pages, and shows the next document unzoomed and unrotated', async ({ page, request }) => {
  const photo = await photoFile(page, 'IMG_2041.jpg', 'Receipt')
  await openWith(page, request, [invoice, photo])
  await openDocument(page, invoice.name)
  const first = page.getByRole('img', { name: 'Page 1 of 3' })
  const width = async () => Math.round((await first.boundingBox())?.width ?? 0)
  await expect.poll(() => drawn(first)).toEqual(writtenIn(0))
  const fitting = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fitting)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(width).toBeLessThan(fitting)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitting)
  await page.keyboard.press('r')
  await page.keyboard.press('r')
  await expect.poll(() => drawn(first)).toEqual(writtenIn(3))
  await expect(statusChoice(page, 'Rejected')).not.toBeChecked()
  await page.keyboard.press(']')
  await expect(viewer(page)).toContainText('2 of 2')
  const picture = page.getByRole('img', { name: photo.name })
  const shape = async () => {
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
    return Math.round((100 * width) / height)
  }
  await expect.poll(shape).toBe(75)
  await expect.poll(() => drawn(picture)).toContain('written')
  await viewer(page).getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(shape).toBe(133)
  // The page's title is on the right after the rotation.
  await expect.poll(() => rightmost(picture)).toBeGreaterThan(0.8)
  await page.keyboard.press(']')
  await expect(viewer(page)).toContainText('2 of 2')
  await page.keyboard.press('[')
  await expect(viewer(page)).toContainText('1 of 2')
  await expect.poll(() => drawn(first)).toEqual(writtenIn(0))
  await updateForm(page).getByLabel('Comment').pressSequentially('-+0[]r')
  await expect(viewer(page)).toContainText('1 of 2')
})

test('draws a scanned page without WebAssembly', async ({ page, request }) => {
  await openWith(page, request, [scan])
  await openDocument(page, scan.name)
  const all = ['written', 'written', 'written', 'written']
  await expect.poll(() => drawn(page.getByRole('img', { name: scan.name }))).toEqual(all)
})

test('closes a document on Escape, its button, or the back button, and focuses the document’s name', async ({
  page,
  request,
}) => {
  const raised = await openWith(page, request, [invoice, pdfFile('letter.pdf', 'Letter')])
  const name = documentRow(page, invoice.name).getByRole('button', { name: invoice.name, exact: true })
  await updateForm(page).getByLabel('Comment').fill('Not sent yet')
  const leave = [
    () => page.keyboard.press('Escape'),
    () => viewer(page).getByRole('button', { name: 'Close Document' }).click(),
    () => page.goBack(),
  ]
  for (const close of leave) {
    await openDocument(page, invoice.name)
    await close()
    await expect(viewer(page)).toHaveCount(0)
    await expect(name).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`/check-requests/${raised.id}$`))
  }
  await expect(updateForm(page).getByLabel('Comment')).toHaveValue('Not sent yet')
  await updateForm(page).getByLabel('Comment').fill('')
  await openDocument(page, invoice.name)
  await page.keyboard.press(']')
  await expect(pages(page, 'letter.pdf')).toBeVisible()
  await page.reload()
  await expect(pages(page, 'letter.pdf')).toBeVisible()
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  await page.goto(`/check-requests/${raised.id}?document=999999`)
  await expect(name).toBeVisible()
  await expect(viewer(page)).toHaveCount(0)
})

test('returns from an approval queue to the list after a document was opened', async ({ page, request }) => {
  const fields = { payee_name_1: 'Viewer Queue Glass' }
  for (const amount of [31, 32]) await raiseAt(request, 1, { ...fields, amount })
  await openWith(page, request, [invoice], { ...fields, amount: 33 })
  await page.goto('/check-requests-pending?search=Viewer+Queue&sort=newest')
  await rowsOf(page).first().getByRole('link').first().click()
  await openDocument(page, invoice.name)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(part(page, 'Request Information')).toContainText('$32.00')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(part(page, 'Request Information')).toContainText('$31.00')
  await page.goBack()
  await expect(page).toHaveURL(/check-requests-pending/)
  await expect(rowsOf(page)).toHaveCount(2)
})

test('reports a document that fails to load or open, and offers a retry', async ({ page, request, errors }) => {
  errors.allow(/ERR_FAILED/)
  // Too narrow for a document to open by itself.
  await page.setViewportSize({ width: 1200, height: 800 })
  await openWith(page, request, [invoice])
  await page.route('**/attachments/*/content', refuseWithoutReason)
  const script = scriptWith('documents/attachments/viewer/document-viewer.tsx')
  await page.route(script, (route) => route.abort())
  await documentRow(page, invoice.name).getByRole('button', { name: invoice.name, exact: true }).click()
  const noViewer = page.getByRole('alert').filter({ hasText: 'Couldn’t show the document. Try again in a moment.' })
  await expect(noViewer).toBeVisible()
  await page.unroute(script)
  await noViewer.getByRole('button', { name: 'Retry' }).click()
  await expect(pages(page, invoice.name)).toBeFocused()
  const alert = viewer(page).getByRole('alert')
  await expect(alert).toContainText('Couldn’t load the document')
  await expect(viewer(page)).not.toContainText('%')
  await checkLooks(page, 'viewer-failed')
  await page.unroute('**/attachments/*/content')
  await page.route('**/pdf.worker.min.mjs', (route) => route.abort())
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toContainText('Couldn’t open this document. Try again, or download it.')
  await page.unroute('**/pdf.worker.min.mjs')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('fills the screen with the document, amount, and payee, and closes the document on a swipe', async ({
    page,
    request,
  }) => {
    await openWith(page, request, [await photoFile(page, 'IMG_2041.jpg', 'Receipt'), invoice])
    await openDocument(page, 'IMG_2041.jpg')
    const dialog = page.getByRole('dialog', { name: 'Document IMG_2041.jpg' })
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
    const picture = dialog.getByRole('img', { name: 'IMG_2041.jpg' })
    await expect.poll(() => drawn(picture)).toContain('written')
    await page.screenshot({ path: 'test-results/screens/viewer-phone.jpg', quality: 80 })
    for (const text of ['$1,234.50', 'Harbor Glass Works'])
      await expect(dialog.getByText(text)).toBeInViewport({ ratio: 1 })
    await swipe(page, [300, 400], [100, 400])
    await expect(dialog).toBeVisible()
    await swipe(page, [100, 500], [200, 440])
    await expect(dialog).toBeVisible()
    await swipe(page, [60, 400], [300, 420])
    await expect(dialog).toHaveCount(0)
    await expect(documentRow(page, 'IMG_2041.jpg').getByRole('button').first()).toBeFocused()
    await openDocument(page, 'IMG_2041.jpg')
    await page.keyboard.press(']')
    await expect(page.getByRole('dialog', { name: 'Document invoice-4711.pdf' })).toBeVisible()
    await page.keyboard.press('a')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(statusChoice(page, 'Approved')).not.toBeChecked()
  })
})
