import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProviderEndpoints as endpoints } from '../../domain/src/access/identity-providers/endpoints.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { databases } from '../../server/src/testing/databases.ts'
import { clientId, clientSecret } from '../../server/src/testing/identity-provider.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { cookieOf, openProvider, ownPage } from '../../server/src/testing/provider-sign-in.ts'
import { startWorld, type World } from '../../server/src/testing/world.ts'
import { freePort, untilReached } from '../support/ports.ts'

/* Users of an LDAP directory (OpenLDAP) sign in through a provider that looks them up there (Glewlwyd). */

const folder = mkdtempSync(join(tmpdir(), 'check-requests-ldap-'))
const suffix = 'dc=example,dc=com'
const password = 'the password in the directory'
const running: ChildProcess[] = []
let world: World
let tab: Client
let providerId: number
let base: string

beforeAll(async () => {
  const [directory, port] = [await freePort(), await freePort()]
  base = `http://127.0.0.1:${port}`
  startDirectory(directory)
  startProvider(port)
  await untilReached(directory)
  await untilReached(port)
  await setUpProvider(directory)
  world = await startWorld(databases[0] as (typeof databases)[0], { config: { allowedNetworks: ['127.0.0.1/32'] } })
  tab = world.anyone.with(ownPage)
  providerId = await openProvider(world, {
    name: 'Directory',
    issuer: `${base}/api/oidc`,
    client_id: clientId,
    client_secret: clientSecret,
    domains: [emailOf('requester-group').split('@')[1] ?? ''],
    trusts_email: true,
  })
})

afterAll(async () => {
  await world?.close()
  for (const one of running) {
    one.kill()
    await once(one, 'exit')
  }
  rmSync(folder, { recursive: true })
})

test('a user of the directory signs in with the password there, and is nobody else', async () => {
  const begun = await tab.call(endpoints.begin, { params: { id: providerId }, body: {} })
  const answer = await signInThere(begun.data.url, 'carla', password)
  const finished = await tab.with({ cookie: cookieOf(begun) }).call(endpoints.finish, { body: { answer } })
  expect([finished.status, finished.text]).toEqual([200, expect.stringContaining(`"${emailOf('requester-group')}"`)])
})

test('a wrong password, and a user whom only the directory knows, open no session', async () => {
  const begun = await tab.call(endpoints.begin, { params: { id: providerId }, body: {} })
  await expect(signInThere(begun.data.url, 'carla', 'wrong')).rejects.toThrow('401')
  const answer = await signInThere(begun.data.url, 'dora', password)
  const finished = await tab.with({ cookie: cookieOf(begun) }).call(endpoints.finish, { body: { answer } })
  expect(finished.status).toBe(403)
})

function startDirectory(port: number): void {
  const data = join(folder, 'directory')
  const settings = join(folder, 'slapd.conf')
  mkdirSync(data)
  const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`)
  const database = ['database mdb', `suffix "${suffix}"`, `rootdn "cn=reader,${suffix}"`, 'rootpw reading']
  const modules = ['modulepath /usr/lib/ldap', 'moduleload back_mdb']
  writeFileSync(settings, [...schemas, ...modules, ...database, `directory ${data}`, ''].join('\n'))
  const person = (uid: string, mail: string) =>
    `dn: uid=${uid},${suffix}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\nmail: ${mail}\nbusinessCategory: openid\nbusinessCategory: email\nuserPassword: ${password}\n`
  const root = `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`
  const people = [person('carla', emailOf('requester-group')), person('dora', 'dora@test.example')]
  execFileSync('/usr/sbin/slapadd', ['-f', settings], { input: [root, ...people].join('\n') })
  running.push(spawn('/usr/sbin/slapd', ['-f', settings, '-h', `ldap://127.0.0.1:${port}`, '-d', '0']))
}

function startProvider(port: number): void {
  const database = join(folder, 'provider.db')
  const tables = readFileSync('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3')
  execFileSync('/usr/bin/sqlite3', [database], { input: tables })
  const modules = { user: 'user', client: 'client', user_auth_scheme: 'scheme', plugin: 'plugin' }
  const settings = [
    `port=${port}`,
    `external_url="${base}"`,
    'login_url="login.html"\napi_prefix="api"\nlog_mode="console"\nlog_level="WARNING"\nhash_algorithm="SHA512"',
    'session_key="SESSION"\nadmin_scope="g_admin"\nprofile_scope="g_profile"\nlogin_api_enabled=true',
    ...Object.entries(modules).map(([name, path]) => `${name}_module_path="/usr/lib/glewlwyd/${path}"`),
    `database = { type = "sqlite3"; path = "${database}"; };`,
  ]
  const file = join(folder, 'glewlwyd.conf')
  writeFileSync(file, `${settings.join('\n')}\n`)
  running.push(spawn('/usr/bin/glewlwyd', ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** Calls the provider in a session. Returns the response, or throws its status. */
async function call(path: string, cookie: string, method: string, body?: object): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  const response = await fetch(`${base}/api/${path}`, { method, headers, ...sent, redirect: 'manual' })
  if (response.status >= 400) throw new Error(`${response.status} ${path}: ${await response.text()}`)
  return response
}

async function logInThere(username: string, secret: string): Promise<string> {
  const { headers } = await call('auth/', '', 'POST', { username, password: secret })
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/** Makes the provider read the directory and offer OpenID Connect to the product, as its admin pages do. */
async function setUpProvider(directory: number): Promise<void> {
  const admin = await logInThere('admin', 'password')
  const attributes = { username: 'uid', name: 'cn', scope: 'businessCategory', email: 'mail', rdn: 'uid' }
  const properties = Object.entries(attributes).map(([name, attribute]) => [`${name}-property`, attribute])
  const ldap = {
    uri: `ldap://127.0.0.1:${directory}`,
    'bind-dn': `cn=reader,${suffix}`,
    'bind-password': 'reading',
    'search-scope': 'subtree',
    'base-search': suffix,
    filter: 'objectClass=inetOrgPerson',
    ...Object.fromEntries(properties),
  }
  const user = { module: 'ldap', name: 'directory', display_name: 'Directory', order_rank: 1, readonly: true }
  await call('mod/user/', admin, 'POST', { ...user, parameters: ldap })
  for (const name of ['email', 'profile']) {
    const scope = { name, display_name: name, password_required: true, password_max_age: 0, scheme: {} }
    await call('scope/', admin, 'POST', scope)
  }
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const durations = { 'access-token-duration': 3600, 'refresh-token-duration': 3600, 'code-duration': 600 }
  const kinds = {
    code: true,
    'id-token': true,
    refresh: true,
    token: false,
    none: false,
    password: false,
    client: false,
  }
  const allowed = Object.entries(kinds).map(([kind, isOn]) => [`auth-type-${kind}-enabled`, isOn])
  const oidc = {
    iss: `${base}/api/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: keys.privateKey,
    cert: keys.publicKey,
    ...durations,
    ...Object.fromEntries(allowed),
    'allow-non-oidc': false,
    'allowed-scope': ['openid', 'email', 'profile'],
    'email-claim': 'mandatory',
    'pkce-allowed': true,
    'subject-type': 'public',
  }
  await call('mod/plugin/', admin, 'POST', { module: 'oidc', name: 'oidc', display_name: 'OIDC', parameters: oidc })
  await call('client/', admin, 'POST', {
    client_id: clientId,
    client_secret: clientSecret,
    name: 'Check Requests',
    confidential: true,
    enabled: true,
    authorization_type: ['code'],
    redirect_uri: ['http://localhost/login'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    scope: [],
  })
}

/** Logs in at the provider as a browser would. Returns the query string of the redirect back. */
async function signInThere(url: string, username: string, secret: string): Promise<string> {
  const cookie = await logInThere(username, secret)
  await call(`auth/grant/${clientId}`, cookie, 'PUT', { scope: 'openid email' })
  const { pathname, search } = new URL(`${url}&g_continue`)
  const response = await call(`${pathname.replace(/^\/+api\//, '')}${search}`, cookie, 'GET')
  return new URL(response.headers.get('location') ?? '').search
}
