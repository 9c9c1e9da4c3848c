import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { buildBrowserPart, isBrowserPartStale } from '../scripts/browser-part.mjs'
import { chromiumOptions } from '../scripts/chromium.mjs'
import { givePassword, signedIn } from './browser.ts'
import { watchPage } from './browser-watch.ts'
import { databaseName, prepareSqlite } from './compare.ts'
import { table, whole } from './report.ts'
import { median } from './rounds.ts'
import { startOurs } from './servers.ts'

const slowDown = 4
/** The network's delay in milliseconds, and its rate in bits per second. */
const network = { delay: 40, rate: 10_000_000 }
/** A page counts as complete after this many milliseconds without a request. */
const quiet = 1000

/** A page opened without a cache: the content that appears once it has loaded, its targets, and its measurements. */
interface Cold {
  readonly name: string
  readonly caller: 'approver' | 'admin'
  readonly path: string
  readonly shown: string
  readonly target: { readonly requests: number; readonly time: number }
}

const pages: readonly Cold[] = [
  {
    name: 'dashboard',
    caller: 'approver',
    path: '/dashboard',
    shown: 'tbody tr',
    target: { requests: 15, time: 1300 },
  },
  {
    name: 'list',
    caller: 'approver',
    path: '/check-requests',
    shown: 'tbody tr',
    target: { requests: 15, time: 1300 },
  },
  {
    name: 'detail',
    caller: 'approver',
    path: '/check-requests/ID',
    shown: '#status-form, form input[type=radio]',
    target: { requests: 20, time: 1500 },
  },
  {
    name: 'approval policy',
    caller: 'admin',
    path: '/admin-approvals',
    shown: 'main h1',
    target: { requests: 20, time: 1500 },
  },
]

/** Measures how long a page takes in a browser without a cache, over a slow network, on a slow computer. */
export async function coldOnSqlite(folder: string, requests: number, rounds: number): Promise<string> {
  if (isBrowserPartStale()) await buildBrowserPart(process.execPath)
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `browser-${requests}`), requests)
  const { callers } = ground.organization
  const file = join(folderOfOurs, databaseName)
  const emails = {
    approver: await givePassword(file, callers.approver),
    admin: await givePassword(file, callers.groupAdmin),
  }
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const url = server.url.replace('127.0.0.1', 'localhost')
    const states = {
      approver: await signedIn(browser, url, emails.approver),
      admin: await signedIn(browser, url, emails.admin),
    }
    const rows: string[][] = []
    for (const page of pages) {
      const loads: Load[] = []
      for (let round = 0; round <= rounds; round += 1) loads.push(await load(browser, url, states[page.caller], page))
      // The first load warms up the caches of the server.
      rows.push(rowOf(page, loads.slice(1)))
    }
    const what = `${whole(requests)} requests, HTTP/1.1, ${network.delay} ms, ${network.rate / 1_000_000} Mbit/s, Chromium slowed down ${slowDown} times, ${rounds} loads.`
    return `${what}\n\n${table(['cold page', 'requests', 'target', 'shown after, ms', 'target', 'least', 'most'], rows)}`
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Load {
  readonly requests: number
  readonly time: number
}

function rowOf({ name, target }: Cold, loads: readonly Load[]): string[] {
  const times = loads.map(({ time }) => time)
  const numbers = [median(loads.map(({ requests }) => requests)), target.requests]
  return [name, ...[...numbers, median(times), target.time, Math.min(...times), Math.max(...times)].map(whole)]
}

type State = Awaited<ReturnType<typeof signedIn>>

async function load(browser: Browser, url: string, { state, request }: State, { path, shown }: Cold): Promise<Load> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    storageState: state,
  })
  await context.addInitScript(watchPage)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const bytesPerSecond = network.rate / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.delay,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  let requests = 0
  let last = Date.now()
  page.on('request', () => {
    requests += 1
    last = Date.now()
  })
  try {
    await page.goto(path.replace('ID', String(request)), { waitUntil: 'commit' })
    const time = await page.evaluate((selector) => window.watch.until(selector), shown)
    if (time === undefined) throw new Error(`The page ${path} didn’t show ${shown}`)
    while (Date.now() - last < quiet) await page.waitForTimeout(100)
    return { requests, time }
  } finally {
    await context.close()
  }
}
