import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { Client } from './client.ts'
import { type Ids, type PersonName, type PlaceName, people, personNamed, type RoleWord } from './organization.ts'
import { bodyAt, raiseTo } from './requests.ts'
import type { World } from './world.ts'

/** All users, in each of their roles. */
export const callers = people
  .filter((person) => person.active)
  .flatMap(({ name, roles }) => roles.map((role) => ({ name, role })))

/** A request at a location, raised by a user. */
export interface Subject {
  readonly id: number
  readonly place: PlaceName
  readonly requester: PersonName
}

/** The locations where each requester raises a request. Covers each requester and each kind of location. */
const raisers: Partial<Record<PersonName, readonly PlaceName[]>> = {
  'requester-super': ['NWG', 'NWG/TOY/SVC', 'EAS/KIA'],
  'requester-group': ['NWG', 'NWG/TOY', 'NWG/TOY/SVC', 'NWG/TOY/SAL', 'NWG/HON', 'NWG/HON/SVC'],
  'requester-dealership': ['NWG/TOY', 'NWG/TOY/SVC', 'NWG/TOY/SAL'],
  'requester-department': ['NWG/TOY/SVC'],
  'requester-honda': ['NWG/HON', 'NWG/HON/SVC'],
  'requester-eastside': ['EAS', 'EAS/KIA', 'EAS/KIA/SVC'],
}

// A caller who sees a rejected request gets 409 and can't change it, so one request is enough for all callers.
export const rejected = 8
const targetOf: Partial<Record<RoleWord, number>> = { requester: 7, approver: 3, processor: 4, admin: 3 }

/** Raises a request for every row in the table, and rejects it. */
export async function raiseSubjects(world: World): Promise<Subject[]> {
  const entries = Object.entries(raisers) as [PersonName, readonly PlaceName[]][]
  const raising = entries.flatMap(([requester, places]) =>
    places.map(async (place) => ({ id: (await raiseTo(world, rejected, requester, place)).id, place, requester })),
  )
  return Promise.all(raising)
}

/** Decision A12 in terms of location names, written by hand, independently of the server's rule. */
export function sees(name: PersonName, role: RoleWord, { place, requester }: Subject): boolean {
  if (role === 'requester') return requester === name
  const { level, group, assignments } = personNamed(name)
  if (level === 'super') return true
  if (level === 'group') return place.split('/')[0] === group
  if (level === 'department') return place.split('/').length === 3 && assignments.includes(place)
  return assignments.some((dealership) => place === dealership || place.startsWith(`${dealership}/`))
}

/** The roles that may make a call. Others get 403 for any request. */
const writes = {
  edit: ['requester', 'admin'],
  delivery: ['processor'],
  delete: ['requester'],
  priority: ['requester'],
  status: ['requester', 'approver', 'processor'],
} as const satisfies Record<string, readonly RoleWord[]>

export type Write = keyof typeof writes
export const writeNames = Object.keys(writes) as Write[]

/** The status for a role without permission, or undefined. Edits and delivery changes have the same path. */
export function refusedByRole(kindOfWrite: Write, role: RoleWord): number | undefined {
  if ((writes[kindOfWrite] as readonly RoleWord[]).includes(role)) return undefined
  if (kindOfWrite === 'edit' && role === 'processor') return 400
  return kindOfWrite === 'delivery' && role !== 'approver' ? 422 : 403
}

/** Tries to change a request. Without a location, tries to change a request that doesn't exist. */
export function write(
  client: Client,
  ids: Ids,
  kindOfWrite: Write,
  role: RoleWord,
  { id, place = 'NWG' }: { id: number; place?: PlaceName },
) {
  const params = { id }
  const calls = {
    edit: () => client.call(endpoints.update, { params, body: bodyAt(ids, place) }),
    delivery: () => client.call(endpoints.update, { params, body: { delivery_method_id: 2 } }),
    delete: () => client.call(endpoints.remove, { params }),
    priority: () => client.call(endpoints.changePriority, { params, body: { priority_level: 'urgent' } }),
    status: () => client.call(endpoints.changeStatus, { params, body: { status_id: targetOf[role] ?? 1, version: 1 } }),
  }
  return calls[kindOfWrite]()
}

/** Returns true if an admin's scope covers all of another user's. Written independently of the server's rule. */
function reaches(name: PersonName, other: PersonName): boolean {
  const [one, two] = [personNamed(name), personNamed(other)]
  if (name === other || one.level === 'super') return true
  if (two.level === 'super' || one.group !== two.group) return false
  if (one.level === 'group') return true
  if (two.level === 'group') return false
  const isWithin = two.assignments
    .filter((place) => place.split('/').length === 2)
    .every((place) => one.assignments.includes(place))
  if (one.level === 'dealership') return isWithin
  return two.level === 'department' && two.assignments.every((place) => one.assignments.includes(place))
}

/** The expected status of a call about a user. `done` is the status if it is allowed (A17). */
export function statusAboutPerson(name: PersonName, role: RoleWord, other: PersonName, done: number): number {
  if (role !== 'admin') return 403
  if (!reaches(name, other)) return 404
  const isAdmin = personNamed(other).roles.includes('admin')
  return isAdmin && name !== other && personNamed(name).level !== 'super' ? 403 : done
}
