import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDollars, sumDollars } from '@check-requests/domain/values/money.ts'
import { labelOf } from '#check-requests/status/transition-labels.ts'

type WithAmount = readonly { readonly amount: number }[]

/** The labels of bulk transition buttons, with `#` in place of the number of requests. */
const around: Partial<Record<StatusName, string>> = {
  printed: 'Mark # as Printed',
  signed: 'Mark # as Signed',
  ready: 'Mark # as Ready',
  closed: 'Complete #',
}

export function requestsInWords(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}

export function actOnSeveral(to: StatusName, count: number): string {
  return (around[to] ?? `${labelOf(to).name} #`).replace('#', requestsInWords(count))
}

/** The label of the button, with the total: 'Approve 4 requests, $12,300.00'. */
export function actWithSum(to: StatusName, requests: WithAmount): string {
  return `${actOnSeveral(to, requests.length)}, ${sumInWords(requests)}`
}

/** Requests grouped by delivery method, in the order of each group's first request. */
export function byDeliveryMethod(requests: readonly ListedRequest[]) {
  const groups = Map.groupBy(requests, ({ delivery_method_name }) => delivery_method_name)
  return [...groups].map(([name, members]) => ({ name, requests: members }))
}

export function sumInWords(requests: WithAmount): string {
  return formatDollars(sumDollars(requests.map(({ amount }) => amount)))
}

export function movedInWords(requests: readonly Pick<ListedRequest, 'amount' | 'status_name'>[]): string {
  const [first] = requests
  if (!first) return ''
  const { badge } = statusNamed(first.status_name)
  const verb = requests.length === 1 ? 'is' : 'are'
  return `${requestsInWords(requests.length)} ${verb} now ${badge}, ${sumInWords(requests)}.`
}

/** Says how many requests left the list while they were selected. */
export function lostInWords(count: number): string {
  return count === 1
    ? '1 selected request has left the list and is no longer selected.'
    : `${count} selected requests have left the list and are no longer selected.`
}
