import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { createBody } from '@check-requests/domain/check-requests/fields.ts'
import type { z } from 'zod'
import type { Client } from './client.ts'
import type { Ids, PersonName, PlaceName } from './organization.ts'
import type { People } from './world.ts'

export type CreateBody = z.input<typeof createBody>

/** A location's ids, as fields of a body. */
export function placeBody(ids: Ids, place: PlaceName) {
  const [group, dealership, department] = place.split('/')
  return {
    dealer_group_id: ids.places[group as PlaceName],
    dealership_id: dealership ? ids.places[`${group}/${dealership}` as PlaceName] : null,
    department_id: department ? ids.places[place] : null,
  }
}

/** A complete, valid body for a new request at a location. */
export function bodyAt(ids: Ids, place: PlaceName, changes: Partial<CreateBody> = {}): CreateBody {
  return {
    ...placeBody(ids, place),
    amount: 1250.5,
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_1: 'Harbor Paint Supply',
    purpose_id: 10,
    priority_level: 'normal',
    delivery_method_id: 1,
    mailing_method: 'USPS',
    po_purchase_no: 'PO-1001',
    ...changes,
  }
}

export interface Raised {
  readonly id: number
  readonly request_number: string
  readonly version: number
}

/** Raises a request as this user, and retries if the server is busy. Fails the test if the request is refused. */
export async function raise(
  world: People,
  name: PersonName,
  place: PlaceName,
  changes: Partial<CreateBody> = {},
): Promise<Raised> {
  const client = await world.as(name, 'requester')
  const reply = await client.call(endpoints.create, { body: bodyAt(world.ids, place, changes) })
  if (reply.status === 503) return raise(world, name, place, changes)
  if (reply.status !== 201) throw new Error(`${name} can’t raise a request at ${place}: ${reply.text}`)
  return reply.data
}

const notes: Record<number, string> = { 8: 'Not a business expense', 9: 'Please attach the invoice number' }
let lastCheckNumber = 700_000

/** The body for a transition, with a note or check number if required. A decision also needs the version. */
export function moveBody(to: number, from: number, version?: number) {
  lastCheckNumber += 1
  return {
    status_id: to,
    ...(version !== undefined && { version }),
    ...(notes[to] !== undefined && { note: notes[to] }),
    ...(from === 4 && to === 5 && { check_number: String(lastCheckNumber) }),
  }
}

/** Makes a transition of the request as this user sees it now. */
export async function move(client: Client, id: number, to: number, from = 0) {
  const version = await versionOf(client, id)
  return client.call(endpoints.changeStatus, { params: { id }, body: moveBody(to, from, version) })
}

/** The request's version, or undefined if this user doesn't see it. */
async function versionOf(client: Client, id: number): Promise<number | undefined> {
  const reply = await client.call(endpoints.detail, { params: { id } })
  return reply.status === 200 ? reply.data.version : undefined
}

/** The transitions from a new request to each status. */
const ways: Record<number, readonly number[]> = {
  1: [],
  2: [2],
  3: [3],
  4: [3, 4],
  5: [3, 4, 5],
  6: [3, 4, 5, 6],
  7: [3, 4, 5, 6, 7],
  8: [8],
  9: [9],
}

/** Moves a new request to a status, as users who haven't handled it. */
export async function bring(world: People, id: number, status: number): Promise<void> {
  let from = 1
  for (const to of ways[status] ?? []) {
    const actor = await world.as(to === 2 || to === 3 || to > 7 ? 'approver-super' : 'processor-super')
    const reply = await move(actor, id, to, from)
    if (reply.status !== 201) throw new Error(`Request ${id} can’t go from ${from} to ${to}: ${reply.text}`)
    from = to
  }
}

/** Raises a request and moves it to a status. */
export async function raiseTo(
  world: People,
  status: number,
  name: PersonName,
  place: PlaceName,
  changes: Partial<CreateBody> = {},
): Promise<Raised> {
  const raised = await raise(world, name, place, changes)
  await bring(world, raised.id, status)
  return raised
}
