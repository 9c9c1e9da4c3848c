import type { BrowserContext, Page } from '@playwright/test'

interface Held {
  readonly where: string
  readonly text: string
}

/** A screen that shows account data, and the expected text. */
export interface Screen {
  readonly path: string
  readonly shows: RegExp
}

const bank = 'First Harbor Bank'

/** A logged-in user. */
export async function logIn(
  context: BrowserContext,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/dashboard/)
  return page
}

/** Proposes an account on the screen. Returns the content that the page still holds afterward. */
export async function proposeOn(page: Page, origin: string, accountNumber: string): Promise<Held[]> {
  await page.goto(`${origin}/admin-bank-accounts`)
  await page.getByRole('link', { name: 'Propose Account' }).click()
  const dialog = page.getByRole('main')
  const next = () => dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await dialog.getByLabel(/^Account Name/).fill('Operating')
  await dialog.getByLabel(/^Bank\*?$/).fill(bank)
  await dialog.getByLabel(/^Routing Number/).fill('021200025')
  await dialog.getByLabel(/^Account Number/).fill(accountNumber)
  await dialog.getByLabel(/^Next Check Number/).fill('1001')
  await next()
  await dialog.getByRole('combobox', { name: /^Dealerships That Use This Account/ }).click()
  await page.getByRole('option', { name: /^Dealership TOY/ }).click()
  await page.keyboard.press('Escape')
  for (const step of ['Paper', 'People', 'MICR Line']) {
    await next()
    await page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]').filter({ hasText: step }).waitFor()
  }
  await dialog.getByRole('button', { name: 'Propose Account' }).press('Enter')
  await page.getByText('account ending in').waitFor()
  // Before the page's memory is read, waits until temporary content, such as the form and the notice, is gone.
  await page.getByText('Bank account proposed').first().waitFor({ state: 'detached' })
  return heldBy(page, 'the page that proposed the account')
}

/** The content that a page still holds after showing these screens with account data. */
export async function heldAfter(page: Page, origin: string, screens: readonly Screen[]): Promise<Held[]> {
  const held: Held[] = []
  for (const { path, shows } of screens) {
    await page.goto(`${origin}${path}`)
    await page.getByRole('main').getByText(shows).filter({ visible: true }).first().waitFor()
    held.push({ where: `the document of ${path}`, text: await page.content() })
  }
  return [...held, ...(await heldBy(page, 'these screens'))]
}

/** The page's document, storage, caches, and memory after garbage collection. */
async function heldBy(page: Page, where: string): Promise<Held[]> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const memory = parts.join('')
  // A memory dump without the page's visible text would prove nothing.
  if (!memory.includes('Bank Accounts')) throw new Error(`The memory of ${where} wasn’t read.`)
  return [
    { where: `the document of ${where}`, text: await page.content() },
    { where: `the caches of ${where}`, text: await page.evaluate(cached) },
    { where: `the memory of ${where}`, text: memory },
  ]
}

/** The responses cached by the browser. */
async function cached(): Promise<string> {
  const texts: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
  }
  return texts.join('\n')
}
