import { type RoleName, roles } from '@check-requests/domain/access/roles.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { demoPassword } from '../demo/accounts.ts'
import type { AppDatabase } from '../tables.ts'
import { Client } from './client.ts'
import type { TestClock } from './clock.ts'
import type { Content, DatabaseKind } from './databases.ts'
import { createTestServices, type TestServices } from './test-services.ts'

/** The whole server in this process, on its own database. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly services: TestServices
  readonly clock: TestClock
  /** A client that isn't logged in. */
  readonly anyone: Client
  /** Logs in as an API client with this account, in its primary role unless another is given. */
  logIn(email: string, role?: RoleName): Promise<Client>
  /** Opens a browser tab for this account, with a cookie, a tab token, and the headers a browser sends. */
  logInAsBrowser(email: string): Promise<Client>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Defaults to the demo. */
  readonly content?: Content
  readonly config?: Partial<Config>
  /** Defaults to a folder without the web app. */
  readonly browserFolder?: string
}

/** Starts the app. The test file must close it at the end. */
export async function startApp(kind: DatabaseKind, options: TestAppOptions = {}): Promise<TestApp> {
  return serve(await kind.open(options.content ?? 'demo'), options)
}

/** Starts the app on a database that is already open. */
export async function serve(database: AppDatabase, options: Omit<TestAppOptions, 'content'> = {}): Promise<TestApp> {
  const services = createTestServices(database, options.config)
  const app = await buildApp(services, {
    browserFolder: options.browserFolder ?? '',
    version: '0.0.0',
    longestDelay: 0,
  })
  await services.feed.listen()
  return {
    app,
    services,
    clock: services.testClock,
    anyone: new Client(app),
    logIn: (email, role) => logIn(app, email, role),
    logInAsBrowser: (email) => logInAsBrowser(app, email),
    close: async () => {
      await app.close()
      services.feed.close()
      await database.close()
    },
  }
}

async function logIn(app: FastifyInstance, email: string, role?: RoleName): Promise<Client> {
  const roleId = roles.find(({ name }) => name === role)?.id
  const body = { email, password: demoPassword, ...(roleId && { role_id: roleId }) }
  const { data, status, message } = await new Client(app).call(sessionEndpoints.login, { body })
  if (status !== 200) throw new Error(`${email} can’t log in: ${message}`)
  return new Client(app, { 'x-auth-token': data.token })
}

async function logInAsBrowser(app: FastifyInstance, email: string): Promise<Client> {
  const sentByBrowsers = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
  const body = { email, password: demoPassword }
  const { data, status, message, headers } = await new Client(app, sentByBrowsers).call(sessionEndpoints.login, {
    body,
  })
  if (status !== 200) throw new Error(`${email} can’t log in: ${message}`)
  const cookie = String(headers['set-cookie']).split(';')[0] as string
  return new Client(app, { ...sentByBrowsers, cookie, 'x-auth-token': data.token })
}
