import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../../testing/databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

const [sqlite] = databases as [DatabaseKind]

const pageText = '<!doctype html><title>Check Request App</title>'

/** A web build with a page for some screens. */
function makeBrowserPart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-browser-'))
  for (const name of ['assets', 'pages']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'index.html'), pageText)
  for (const name of ['dashboard', 'checks', 'checks.id', 'none'])
    writeFileSync(join(folder, `pages/${name}.html`), `${pageText}${name}`)
  return folder
}

const browserFolder = makeBrowserPart()
afterAll(() => rmSync(browserFolder, { recursive: true }))

describe('the page that a browser opens', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(sqlite, { browserFolder })
  })
  afterAll(() => world.close())

  const cookie = '__Host-crs=secret'
  const typed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  const fromMail = { ...typed, 'sec-fetch-site': 'cross-site' }

  test.each([
    ['/', 'dashboard'],
    ['/dashboard?week=1', 'dashboard'],
    ['/checks', 'checks'],
    ['/checks/12', 'checks.id'],
    ['/checks/12/more', ''],
    ['/unknown', ''],
    ['/pages/checks.html', ''],
  ])('at %s names the scripts of this screen: “%s”', async (url, name) => {
    const { status, text } = await world.anyone.send('GET', url, { headers: { ...typed, cookie } })
    expect([status, text]).toEqual([200, `${pageText}${name}`])
  })

  test('is the login page if the browser can’t have a session', async () => {
    const { text } = await world.anyone.send('GET', '/checks', { headers: typed })
    expect(text).toBe(`${pageText}none`)
  })

  test('is the requested page if the browser comes from another site and so sends no cookie', async () => {
    const { text } = await world.anyone.send('GET', '/checks', { headers: fromMail })
    expect(text).toBe(`${pageText}checks`)
  })
})
