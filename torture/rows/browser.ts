import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { emailOf, type Ids, type PersonName } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { testPassword } from '../../server/src/testing/templates.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { inBrowser } from '../support/browser.ts'

const [sqlite] = databases as [DatabaseKind]
const inlineStyle = `document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))`
const json = { 'content-type': 'application/json' }
const script = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
const origins = 2
const patience = 15_000
const people: readonly PersonName[] = ['admin-super', 'requester-group', 'approver-group', 'processor-group']
const screens =
  '/dashboard /check-requests /check-requests/1 /check-request-new /check-requests-pending /check-requests-processing /check-requests-completed /check-requests-sendback /check-requests-reject /admin-users /admin-dealerships /admin-departments /admin-audit'.split(
    ' ',
  )

export const harness: Harness = {
  prove: (attempt) => browse(attempt, inlineStyle),
  run: (attempt) => browse(attempt),
}

/**
 * Shows each screen to users in each role, with scripts in every text field, and lets pages of other origins try to act
 * in the users' names. `injected` is the script that a product fault would run in the page.
 */
async function browse({ count, dice }: Attempt, injected?: string): Promise<Figures> {
  const place = await sqlite.create('world')
  const database = await place.open()
  const ids = await idsOf(database)
  await database.close()
  const server = await startServer({ DATA_DIR: place.where })
  await storeScripts(server.url, ids)
  const url = server.url.replace('127.0.0.1', 'localhost')
  const visits = people.flatMap((name) => screens.map((path) => ({ name, path })))
  const chosen = Array.from({ length: Math.min(count, visits.length) }, () =>
    visits.splice(dice.below(visits.length), 1),
  ).flat()
  const faults: string[] = []
  for (const [name, mine] of Map.groupBy(chosen, (visit) => visit.name)) {
    const paths = mine.map(({ path }) => path)
    faults.push(...(await inBrowser((context) => visitAll(context, url, { name, paths, injected }))))
  }
  if (!injected) faults.push(...(await inBrowser((context) => attackFromElsewhere(context, url))))
  await server.end('SIGTERM')
  await place.drop()
  const attackCount = Object.keys(attacks).length * origins
  return figuresOf(chosen.length + attackCount, faults, `${attackCount} attacks from other origins`)
}

/** Stores scripts as payee, memo, note, and names of locations and users. */
async function storeScripts(url: string, ids: Ids): Promise<void> {
  const requester = await tokenAt(url, emailOf('requester-group'))
  const admin = await tokenAt(url, emailOf('admin-super'))
  const texts = { payee_name_1: script, payee_name_2: script, memo_line: script, mailing_address: script }
  for (const place of ['NWG', 'NWG/TOY/SVC'] as const)
    await send(url, requester, 'POST', '/check-requests/create-check-req', bodyAt(ids, place, texts))
  await send(url, admin, 'PUT', `/dealer-groups/${ids.places.EAS}`, { name: script })
  await send(url, admin, 'PUT', `/departments/${ids.places['NWG/TOY/SVC']}`, { name: script })
  await send(url, admin, 'PATCH', '/users', { id: ids.people['requester-honda'], first_name: script, title: script })
  const approver = await tokenAt(url, emailOf('approver-group'))
  await send(url, approver, 'POST', '/status/check-request-history/2', { status_id: 9, note: script, version: 1 })
}

async function send(url: string, token: string, method: string, path: string, body: object): Promise<void> {
  const headers = { ...json, 'x-auth-token': token }
  const reply = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`)
}

interface Visit {
  readonly name: PersonName
  readonly paths: readonly string[]
  readonly injected: string | undefined
}

async function visitAll(context: BrowserContext, url: string, { name, paths, injected }: Visit): Promise<string[]> {
  const faults: string[] = []
  await watch(context, (fault) => faults.push(`${name}: ${fault}`))
  const page = await logIn(context, url, name)
  for (const path of paths) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (injected) await page.evaluate(injected)
    if (await page.evaluate('window.hit === 1')) faults.push(`${name}: a stored script has run at ${path}`)
  }
  return faults
}

async function watch(context: BrowserContext, report: (fault: string) => void): Promise<void> {
  await context.exposeFunction('reportViolation', report)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(
        window,
        'reportViolation',
      )(`the policy blocked ${violatedDirective} ${blockedURI} at ${location.pathname}`),
    )
  })
  context.on('dialog', (dialog) => void dialog.dismiss().then(() => report('a dialog was opened')))
  context.on('weberror', ({ error }) => void report(String(error())))
}

async function logIn(context: BrowserContext, url: string, name: PersonName): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/dashboard/)
  return page
}

/**
 * The attempts of a page on another origin to act for a logged-in user. Each resolves to true if the page could read a
 * response.
 */
const attacks: Readonly<Record<string, string>> = {
  'a form that logs out': `submit('/auth/logout', 'application/x-www-form-urlencoded')`,
  'a form that looks like JSON': `submit('/auth/switch-role', 'text/plain')`,
  'a blind call that logs out': `blind('POST', '/auth/logout')`,
  'a call that reads the session': `read('GET', '/auth/session', { 'x-auth-token': 'bootstrap' })`,
  'a call that reads requests': `read('GET', '/check-requests')`,
  'a call that deletes a request': `read('DELETE', '/check-requests/1')`,
  'an event stream': `new Promise((done) => { const s = new EventSource(api + '/live', { withCredentials: true }); s.onopen = () => done(true); s.onerror = () => done(false) })`,
}
const weapons = (api: string) => `
  const api = ${JSON.stringify(api)};
  const read = (method, path, headers = {}) =>
    fetch(api + path, { method, headers, credentials: 'include' }).then((reply) => reply.ok, () => false);
  const blind = (method, path) => fetch(api + path, { method, mode: 'no-cors', credentials: 'include' }).then(() => false, () => false);
  const submit = (path, enctype) => new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'target', onload: () => done(false) });
    const form = Object.assign(document.createElement('form'), { action: api + path, method: 'post', enctype, target: 'target' });
    form.append(Object.assign(document.createElement('input'), { name: '{"role_id":1,"x":"', value: '"}' }));
    document.body.append(frame, form);
    form.submit();
  });
`

/**
 * Logs a user in, lets pages on another port and another site act in the user's name, and checks that nothing changed.
 */
async function attackFromElsewhere(context: BrowserContext, url: string): Promise<string[]> {
  const page = await logIn(context, url, 'admin-super')
  const evil = createServer((_, reply) => reply.end('<!doctype html><body>')).listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const { port } = evil.address() as AddressInfo
  const faults: string[] = []
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`])
    for (const [name, code] of Object.entries(attacks)) {
      const attacker = await context.newPage()
      await attacker.goto(origin)
      const hasRead = await attacker.evaluate(`(() => { ${weapons(`${url}/api/v1`)}; return ${code} })()`)
      await attacker.close()
      if (hasRead) faults.push(`${name} from ${origin} was answered`)
      await page.goto(`${url}/check-requests/1`)
      const isAsBefore = page
        .getByText('Second Payee Name', { exact: true })
        .waitFor({ timeout: patience })
        .then(
          () => true,
          () => false,
        )
      if (!(await isAsBefore)) faults.push(`${name} from ${origin} had an effect`)
    }
  evil.close()
  return faults
}
