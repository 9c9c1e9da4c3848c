import type { ModelPerson, ModelRequest } from './random-organisation.ts'

/** A list call, as a naive reading of the specification understands it. */
export interface ModelQuery {
  readonly view: keyof typeof statusesOf
  readonly status: number
  readonly search: string
  readonly within: number
  readonly sort: keyof typeof orderOf
}

const requester = 2
const day = 86_400_000

const statusesOf = {
  all: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  pending: [1, 2],
  processing: [3, 4, 5],
  completed: [6, 7],
  sendback: [9],
  rejected: [8],
} as const

type Text = keyof ModelRequest['texts']
const queue: readonly Text[] = ['request_number', 'requester', 'payee', 'second_payee', 'purpose']
const textsOf: Record<ModelQuery['view'], readonly Text[]> = {
  all: ['request_number', 'payee', 'second_payee', 'purpose'],
  pending: queue,
  processing: queue,
  completed: [...queue, 'check_number'],
  sendback: queue,
  rejected: queue,
}

const orderOf = {
  newest: (a: ModelRequest, b: ModelRequest) => b.id - a.id,
  oldest: (a: ModelRequest, b: ModelRequest) => a.id - b.id,
  'amount-high': (a: ModelRequest, b: ModelRequest) => b.cents - a.cents || b.id - a.id,
  'amount-low': (a: ModelRequest, b: ModelRequest) => a.cents - b.cents || a.id - b.id,
  priority: (a: ModelRequest, b: ModelRequest) => b.rank - a.rank || b.id - a.id,
  due: (a: ModelRequest, b: ModelRequest) => a.due.localeCompare(b.due) || a.id - b.id,
  waiting: (a: ModelRequest, b: ModelRequest) => a.changedAt - b.changedAt || a.id - b.id,
  completed: (a: ModelRequest, b: ModelRequest) => (b.clearedAt ?? 0) - (a.clearedAt ?? 0) || b.id - a.id,
}

/** Views and orders that a list can have. */
export const modelViews = Object.keys(statusesOf) as ModelQuery['view'][]
export const modelSorts = Object.keys(orderOf) as ModelQuery['sort'][]

/** May this person see this request? (A12) */
export function modelSees(person: ModelPerson, request: ModelRequest): boolean {
  if (person.role === requester)
    return request.requester === person.id && (person.level === 0 || person.group === request.group)
  if (person.level === 0) return true
  if (person.level === 1) return request.group === person.group
  if (person.level === 2) return person.dealerships.includes(request.dealership ?? 0)
  return person.departments.includes(request.department ?? 0)
}

/** What a list shows, all pages together. */
export function modelList(
  requests: readonly ModelRequest[],
  person: ModelPerson,
  query: ModelQuery,
  now: number,
): number[] {
  const statuses: readonly number[] = statusesOf[query.view]
  const words = query.search.trim().toLowerCase()
  return requests
    .filter((request) => modelSees(person, request))
    .filter(({ status }) => statuses.includes(status) && (query.status === 0 || query.status === status))
    .filter(({ clearedAt }) => query.sort !== 'completed' || clearedAt !== null)
    .filter(({ status }) => query.sort !== 'waiting' || (status !== 7 && status !== 8))
    .filter(({ clearedAt }) => query.within === 0 || (clearedAt !== null && clearedAt >= now - query.within * day))
    .filter(({ texts }) => textsOf[query.view].some((text) => texts[text].toLowerCase().includes(words)))
    .sort(orderOf[query.sort])
    .map(({ id }) => id)
}
