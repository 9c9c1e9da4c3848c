import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildBrowserPart, isBrowserPartStale } from '../scripts/browser-part.mjs'
import { chromiumOptions } from '../scripts/chromium.mjs'
import { secureRandom } from '../server/src/platform/crypto/hashes.ts'
import { PasswordHasher } from '../server/src/platform/crypto/passwords.ts'
import { watchPage } from './browser-watch.ts'
import { databaseName, prepareSqlite } from './compare.ts'
import { table, whole } from './report.ts'
import { median } from './rounds.ts'
import { startOurs } from './servers.ts'

const slowDown = 4
const password = 'nine brown envelopes'
const words = ['mar', 'tow', 'bel']
const row = 'tbody tr'
const settles = 500

/** An event that a user waits for, with its target and its measured times in milliseconds. */
interface Wait {
  readonly name: string
  readonly target: number
  readonly times: number[]
}

class Waits {
  readonly loginToList: Wait = { name: 'login → list', target: 1000, times: [] }
  readonly keyToRows: Wait = { name: 'keystroke → rows', target: 150, times: [] }
  readonly rowToDetail: Wait = { name: 'row → detail', target: 400, times: [] }
  readonly approveToNotice: Wait = { name: 'approve → notice', target: 250, times: [] }
  readonly interaction: Wait = { name: 'longest interaction on a page', target: 50, times: [] }
  readonly plain: Wait = { name: 'control: a plain page with the same rows', target: 0, times: [] }
  readonly task: Wait = { name: 'longest task on a page', target: 100, times: [] }
}

/** Measures how long an approver waits in a browser on a computer four times as slow as this one. */
export async function browserOnSqlite(folder: string, requests: number, rounds: number): Promise<string> {
  if (isBrowserPartStale()) await buildBrowserPart(process.execPath)
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `browser-${requests}`), requests)
  const email = await givePassword(join(folderOfOurs, databaseName), ground.organization.callers.approver)
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  const browser = await chromium.launch(chromiumOptions())
  const waits = new Waits()
  try {
    const url = server.url.replace('127.0.0.1', 'localhost')
    // The first visit warms up the caches of the server and the system.
    await visit(browser, url, email, new Waits())
    for (let round = 0; round < rounds; round += 1) await visit(browser, url, email, waits)
  } finally {
    await browser.close()
    await server.stop()
  }
  const what = `An approver of the largest group, ${whole(requests)} requests, Chromium slowed down ${slowDown} times, ${rounds} visits.`
  return `${what}\n\n${waitTable(waits)}`
}

function waitTable(waits: Waits): string {
  const control = median(waits.plain.times)
  const rows = Object.values(waits).map(({ name, target, times }: Wait) => [
    name,
    target > 0 ? whole(target) : '',
    ...[median(times), Math.min(...times), Math.max(...times), times.length].map(whole),
    (median(times) / control).toFixed(1),
  ])
  return table(['browser, ms', 'target', 'median', 'least', 'most', 'times', 'median ÷ control'], rows)
}

/** Logs this user in. Returns the state of the browser and the id of a request in the user's list. */
export async function signedIn(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/check-requests')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const link = await page.locator(`${row} a`).first().getAttribute('href')
  const state = await context.storageState()
  await context.close()
  return { state, request: Number(/\d+$/.exec(link ?? '')?.[0]) }
}

/** Gives this user the benchmark's password. Returns the email address. */
export async function givePassword(file: string, userId: number): Promise<string> {
  const hash = await new PasswordHasher(secureRandom).hash(password)
  const database = new DatabaseSync(file)
  database.prepare('update users set password_hash = ? where id = ?').run(hash, userId)
  database.close()
  return `user${userId}@example.com`
}

async function visit(browser: Browser, url: string, email: string, waits: Waits): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  await context.addInitScript(watchPage)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  try {
    await logIn(page, email, waits)
    const cells = await page.evaluate(() => window.watch.cells())
    await search(page, waits)
    await openAndApprove(page, waits)
    const watched = await page.evaluate(() => {
      const { longestTask, longestInteraction } = window.watch
      return { longestTask, longestInteraction }
    })
    const { longestTask, longestInteraction } = watched
    // Without the styles and scripts of the product, but in the same process, which is slowed down.
    await page.goto('/healthz')
    note(waits.plain, await page.evaluate((rows) => window.watch.paintPlain(rows), cells))
    waits.task.times.push(longestTask)
    waits.interaction.times.push(longestInteraction)
  } finally {
    await context.close()
  }
}

async function logIn(page: Page, email: string, { loginToList }: Waits): Promise<void> {
  await page.goto('/check-requests-pending')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.waitForTimeout(settles)
  const shown = until(page, row)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  note(loginToList, await shown)
  await page.waitForTimeout(settles)
}

async function search(page: Page, { keyToRows }: Waits): Promise<void> {
  for (const word of words) {
    await page.getByRole('searchbox').focus()
    for (const key of word) {
      const before = await page.evaluate(() => window.watch.rows())
      const shown = until(page, row, before)
      await page.keyboard.press(key)
      note(keyToRows, await shown)
      await page.waitForTimeout(settles)
    }
    await page.getByRole('searchbox').fill('')
    await page.waitForTimeout(2 * settles)
  }
}

async function openAndApprove(page: Page, { rowToDetail, approveToNotice }: Waits): Promise<void> {
  const opened = until(page, '#status-form, form input[type=radio]')
  await page.locator(`${row} a`).first().click()
  note(rowToDetail, await opened)
  await page.waitForTimeout(settles)
  await page.keyboard.press('a')
  const confirm = page.getByRole('button', { name: /^Approve \$/ })
  await confirm.waitFor()
  const notice = until(page, 'li[data-state=open]')
  await confirm.click()
  note(approveToNotice, await notice)
}

// A keystroke can leave the list unchanged. Then there is nothing to wait for.
function note({ times }: Wait, time: number | undefined): void {
  if (time !== undefined) times.push(time)
}

function until(page: Page, selector: string, differsFrom?: string): Promise<number | undefined> {
  return page.evaluate(([wanted, before]) => window.watch.until(wanted, before), [selector, differsFrom] as const)
}
