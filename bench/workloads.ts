import type { Request } from 'autocannon'
import type { Dice } from '../server/src/demo/dice.ts'
import { connections, type Load } from './load.ts'
import { type Desk, type Organization, tokenOf } from './seed/organization.ts'
import type { Server } from './servers.ts'

/** The data that the workloads refer to. */
export interface Ground {
  readonly organization: Organization
  /** Requests of the first group. */
  readonly ids: readonly number[]
  /** Those of the first group's requests that an approver can send back and their requester can resubmit. */
  readonly open: readonly { readonly id: number; readonly requester_id: number }[]
  readonly dice: Dice
}

export const workloadNames = [
  'list of 50',
  'search',
  'detail + history',
  'create',
  'status change',
  'unchanged poll',
] as const
export type WorkloadName = (typeof workloadNames)[number]

const list = '/api/v1/check-requests'
const statusFilters = [0, 1, 2, 3, 4, 5, 6, 7, 9]
const words = [
  'tire',
  'marson',
  'paint',
  'belavik',
  'transmission',
  'quixotic',
  'corford',
  'towing',
  'G1-D1',
  'rosiley',
]

/**
 * Builds the load on a server, or undefined if the server lacks the workload. `part` of `parts` divides the data that
 * can be used only once.
 */
export interface Contender {
  readonly server: Server
  loadOf(name: WorkloadName, part: number, parts: number): Promise<Load | undefined>
}

/** A server that serves the product's calls. */
export function contender(server: Server, ground: Ground): Contender {
  return {
    server,
    loadOf: async (name, part, parts) => {
      const load = loadOf(name, ground, part, parts)
      return name === 'unchanged poll' ? withTag(server, load) : load
    },
  }
}

/**
 * A server for the calls of one reader, who sees requests with these ids. The load is undefined for workloads that
 * write.
 */
export function readContender(server: Server, userId: number, ids: readonly number[]): Contender {
  const headers = { 'x-auth-token': tokenOf(userId) }
  return { server, loadOf: async (name) => readsOf(name, [0], ids, headers) }
}

/** The constant response, for read-only workloads. */
export function constantContender(server: Server): Contender {
  const json = { requests: () => [{ path: '/json' }], expectedStatus: 200 }
  const notModified = { requests: () => [{ path: '/304' }], expectedStatus: 304 }
  return {
    server,
    loadOf: async (name) => {
      if (name === 'create' || name === 'status change') return undefined
      return name === 'unchanged poll' ? notModified : json
    },
  }
}

/** The calls of a workload. */
export function loadOf(name: WorkloadName, ground: Ground, part: number, parts: number): Load {
  const approver = { 'x-auth-token': tokenOf(ground.organization.callers.approver) }
  const read = readsOf(name, statusFilters, pick(ground, 200), approver)
  if (read) return read
  if (name === 'create') return creates(ground)
  if (name === 'status change') return statusChanges(ground, part, parts)
  return { requests: () => [{ path: list, headers: approver }], expectedStatus: 304 }
}

/** The poll as a client repeats it, with the ETag of the last response. A session's first response might have none. */
async function withTag({ url }: Server, load: Load): Promise<Load> {
  const [request] = load.requests(0) as [Request & { path: string; headers: Record<string, string> }]
  await fetch(`${url}${request.path}`, { headers: request.headers })
  const answer = await fetch(`${url}${request.path}`, { headers: request.headers })
  const tag = answer.headers.get('etag') ?? ''
  const headers = { ...request.headers, 'if-none-match': tag, 'x-activity': 'poll' }
  return { ...load, requests: () => [{ ...request, headers }] }
}

function readsOf(
  name: WorkloadName,
  statuses: readonly number[],
  ids: readonly number[],
  headers: Record<string, string>,
): Load | undefined {
  const paths: Partial<Record<WorkloadName, readonly string[]>> = {
    'list of 50': statuses.map((status) => `${list}?status=${status}`),
    search: words.map((word) => `${list}?search=${word}`),
    'detail + history': ids.map((id) => `${list}/${id}`),
  }
  return paths[name] && reads(paths[name], headers)
}

function reads(paths: readonly string[], headers: Record<string, string>): Load {
  const requests = paths.map((path) => ({ path, headers }))
  return {
    requests: (connection) => rotate(requests, Math.floor((connection * requests.length) / connections)),
    expectedStatus: 200,
  }
}

function creates({ organization: { desks }, dice }: Ground): Load {
  const [desk] = desks as [Desk, ...Desk[]]
  const headers = writeHeaders(desk.requesterIds[0] as number)
  const bodies = Array.from({ length: 100 }, () => JSON.stringify(newRequest(desk, dice)))
  const requests = bodies.map((body) => ({
    method: 'POST',
    path: `${list}/create-check-req`,
    headers,
    body,
  }))
  return { requests: () => requests, expectedStatus: 201, uniqueIds: true }
}

export function newRequest(desk: Desk, dice: Dice) {
  return {
    dealer_group_id: desk.groupId,
    dealership_id: desk.dealershipId,
    department_id: dice.pick(desk.departmentIds),
    amount: (100 + dice.below(1_000_000)) / 100,
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_1: `${dice.pick(['Marson', 'Belavik', 'Corford', 'Rosiley'])} ${dice.pick(['Tire', 'Paint', 'Towing'])} & Sons`,
    memo_line: 'As agreed',
    purpose_id: 1 + dice.below(20),
    priority_level: 'normal',
    due_date: '2126-01-01',
    vin_last_digits: String(100_000 + dice.below(900_000)),
    delivery_method_id: 1,
    mailing_method: 'USPS',
    mailing_address: '1 Main Street, Springfield, IL 62701',
    notes: 'Invoice is attached to the work order.',
  }
}

// An approver sends a request back, and the requester resubmits the request. These two transitions can alternate
// forever.
function statusChanges({ organization, open }: Ground, part: number, parts: number): Load {
  const share = Math.min(50, Math.floor(open.length / (parts * connections)))
  const approver = writeHeaders(organization.callers.approver)
  return {
    requests: (connection) => {
      const start = (part * connections + connection) * share
      return open.slice(start, start + share).flatMap(({ id, requester_id }) => {
        const call = { method: 'POST', path: `/api/v1/status/check-request-history/${id}` }
        // A decision contains the version, which each of the two transitions increments.
        let version = 1
        const onResponse = () => {
          version += 1
        }
        const sendBack = { status_id: 9, note: 'The invoice is missing.' }
        const sendIn = JSON.stringify({ status_id: 1, note: 'It is attached now.' })
        return [
          {
            ...call,
            headers: approver,
            setupRequest: (request) => ({ ...request, body: JSON.stringify({ ...sendBack, version }) }),
            onResponse,
          },
          { ...call, headers: writeHeaders(requester_id), body: sendIn, onResponse },
        ]
      })
    },
    expectedStatus: 201,
    uniqueIds: true,
  }
}

export function writeHeaders(userId: number): Record<string, string> {
  return { 'x-auth-token': tokenOf(userId), 'content-type': 'application/json', 'idempotency-key': 'bench-[<id>]' }
}

function pick({ ids, dice }: Ground, amount: number): number[] {
  return Array.from({ length: amount }, () => dice.pick(ids))
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  return [...items.slice(by), ...items.slice(0, by)]
}
