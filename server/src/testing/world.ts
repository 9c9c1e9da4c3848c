import type { AppDatabase } from '../tables.ts'
import type { Client } from './client.ts'
import type { DatabaseKind } from './databases.ts'
import { emailOf, type Ids, type PersonName, personNamed, type RoleWord, readIds } from './organization.ts'
import { serve, type TestApp, type TestAppOptions } from './start-app.ts'

/** The app with the test organization and its users. */
export interface World extends TestApp {
  readonly database: AppDatabase
  readonly ids: Ids
  /**
   * An API client for this user, in their primary role unless another is given. The client logs in once and is then
   * reused.
   */
  as(name: PersonName, role?: RoleWord): Promise<Client>
  /** A new browser tab for this user. */
  browserOf(name: PersonName): Promise<Client>
}

/** The test users, on a server in this process or elsewhere. */
export type People = Pick<World, 'as' | 'ids'>

/** Starts the app with the test organization. */
export async function startWorld(kind: DatabaseKind, options: TestAppOptions = {}): Promise<World> {
  const database = await kind.open('world')
  return worldOf(await serve(database, options), database, await idsOf(database))
}

/** Reads the ids from a database that already has the organization. */
export function idsOf(database: AppDatabase): Promise<Ids> {
  return readIds(database.read)
}

/** The world for an app and a database that already has the organization. */
export function worldOf(app: TestApp, database: AppDatabase, ids: Ids): World {
  const kept = new Map<string, Promise<Client>>()
  const as = (name: PersonName, role = personNamed(name).roles[0] as RoleWord) => {
    const key = `${name} ${role}`
    const client = kept.get(key) ?? app.logIn(emailOf(name), role)
    kept.set(key, client)
    return client
  }
  return { ...app, database, ids, as, browserOf: (name) => app.logInAsBrowser(emailOf(name)) }
}
