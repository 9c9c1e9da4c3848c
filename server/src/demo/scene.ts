import type { Caller } from '../access/sessions/queries/caller.ts'
import { listPurposes } from '../organization/queries/lists.ts'
import type { Services } from '../services.ts'
import { callerOf } from './caller.ts'
import { type PlaceIds, placeId } from './queries.ts'

const admin = 'admin@lakeside.example'
const owner = 'superadmin@example.com'

/** What shows approval control at one of the demo's groups, and the people who set it up. */
export interface Scene {
  readonly services: Services
  readonly groupId: number
  readonly places: PlaceIds
  readonly admin: Caller
  readonly owner: Caller
  readonly purposeId: (name: string) => number
}

export async function setScene(services: Services, places: PlaceIds): Promise<Scene> {
  const purposes = new Map((await listPurposes(services.database.read)).map(({ name, id }) => [name, id]))
  return {
    services,
    places,
    groupId: placeId(places, 'LAG'),
    admin: await callerOf(services, admin, 1),
    owner: await callerOf(services, owner, 1),
    purposeId: (name) => purposes.get(name) ?? 0,
  }
}

/** A command by somebody. */
export function by(caller: Caller) {
  return { caller, repeatable: undefined }
}
