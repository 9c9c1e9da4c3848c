import { bulkStatusBody } from '@check-requests/domain/check-requests/fields.ts'
import {
  missingFor,
  type StatusId,
  type StatusName,
  statusNamed,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  nextTarget,
  type SharedTransition,
  sharedTransitions,
} from '@check-requests/domain/check-requests/list/shared-transitions.ts'
import { checkNumberAfter } from '@check-requests/domain/check-requests/numbers.ts'
import type { BulkResult, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Person } from '#access/sessions/session-state.ts'
import { useNextCheckNumbers } from '#check-requests/api.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { useChangeStatuses } from '#check-requests/changes.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'

type TextById = Readonly<Record<number, string>>

/**
 * The entries for a bulk transition: a comment, and for each request, the input that the transition needs or offers.
 */
interface BulkEntries {
  readonly note: string
  readonly numbers: TextById
  readonly receivers: TextById
}

interface BulkErrors {
  readonly note?: string
  readonly numbers: TextById
  readonly receivers: TextById
}

/** The required and optional input of a transition. */
type Asked = Pick<SharedTransition, 'needs' | 'offers'>

/** The body of the call. Includes the version of each request as shown. */
export function bulkBody(
  statusId: StatusId,
  { needs, offers }: Asked,
  requests: readonly ListedRequest[],
  entries: BulkEntries,
) {
  return {
    status_id: statusId,
    note: entries.note,
    items: requests.map(({ id, version }) => ({
      id,
      version,
      ...(needs === 'checkNumber' && { check_number: entries.numbers[id] ?? '' }),
      ...(offers === 'receivedBy' && entries.receivers[id] && { received_by: entries.receivers[id] }),
    })),
  }
}

/** Errors in the entries, from the server's schema and the transition's requirements. */
export function errorsOf(
  { needs }: Pick<Asked, 'needs'>,
  requests: readonly ListedRequest[],
  body: ReturnType<typeof bulkBody>,
): BulkErrors {
  const texts = textsByField(body)
  const note = texts.note ?? missingFor({ needs }, body).note
  return {
    ...(note !== undefined && { note }),
    numbers: needs === 'checkNumber' ? numberErrors(requests, body, texts) : {},
    receivers: receiverErrors(requests, texts),
  }
}

function numberErrors(
  requests: readonly ListedRequest[],
  { items }: ReturnType<typeof bulkBody>,
  texts: Record<string, string>,
): Record<number, string> {
  const typed = requests.map((request, index) => ({
    id: request.id,
    place: JSON.stringify([request.dealer_group_name, request.dealership_name]),
    number: items[index]?.check_number?.trim() ?? '',
  }))
  const twice = new Set(idsWithNumberTwice(typed))
  const entries = typed.flatMap(({ id, number }, index) => {
    const missing = missingFor({ needs: 'checkNumber' }, { check_number: number }).check_number
    const text = texts[`items.${index}.check_number`] ?? missing ?? (twice.has(id) ? standsTwice : undefined)
    return text ? [[id, text]] : []
  })
  return Object.fromEntries(entries)
}

function receiverErrors(requests: readonly ListedRequest[], texts: Record<string, string>): Record<number, string> {
  const entries = requests.map(({ id }, index) => [id, texts[`items.${index}.received_by`]] as const)
  return Object.fromEntries(entries.filter((entry): entry is readonly [number, string] => entry[1] !== undefined))
}

const standsTwice = 'This check number is already used above'

function textsByField(body: unknown): Record<string, string> {
  const issues = bulkStatusBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const faultless: BulkErrors = { numbers: {}, receivers: {} }

/** The chosen transition, its selected requests, and the list's other targets. */
export interface BulkChoice {
  readonly to: StatusName
  readonly requests: readonly ListedRequest[]
  readonly targets: readonly StatusName[]
  readonly selection: RequestSelection
}

/**
 * A bulk transition, from the review to the results. The requests stay as shown when the review began; failed requests
 * can be retried in their current state with the same entries. If all requests succeed and there is exactly one next
 * step, that step's review follows.
 */
export function useBulkTransition({ to, requests, targets, selection }: BulkChoice) {
  const person = usePerson()
  const [step, setStep] = useState<BulkStep>({ to, requests })
  const [tries, setTries] = useState(0)
  const [results, setResults] = useState<readonly BulkResult[]>()
  const { sendable, refused, ...asked } = useReview(step)
  const { clear, ...typing } = useEntries(sendable, asked)
  const change = useChangeStatuses((answered) => {
    const moved = doneOf(sendable, answered)
    const next = stepAfter(person, moved)
    const isWalk = next !== undefined && moved.length === answered.length && refused.length === 0
    // Requests that can make another transition in this list stay selected.
    if (!isWalk || !targets.includes(next.to)) selection.deselect(moved.map(({ id }) => id))
    if (isWalk) goOn(next)
    else setResults(answered)
  })
  const body = bulkBody(statusNamed(step.to).id, asked, sendable, typing.entries)
  const errors = errorsOf(asked, sendable, body)
  const done = doneOf(sendable, results ?? [])
  const again = selection.rows.filter(({ id }) => results?.some((result) => result.id === id && !result.done))
  const next = stepAfter(person, done)

  function goOn(following: BulkStep) {
    setStep(following)
    setTries(0)
    setResults(undefined)
    clear()
  }

  function send() {
    const { note, numbers, receivers } = errors
    const isFaulty = note !== undefined || Object.keys({ ...numbers, ...receivers }).length > 0
    setTries(isFaulty ? tries + 1 : 0)
    if (!isFaulty) change.mutate({ body })
  }

  function tryAgain() {
    setStep({ to: step.to, requests: again })
    setResults(undefined)
  }

  return {
    step,
    ...asked,
    sendable,
    refused,
    ...typing,
    /** The errors in the entries; empty until the first attempt to send. */
    errors: tries > 0 ? errors : faultless,
    tries,
    pending: change.isPending,
    error: change.error?.message,
    results,
    done,
    /** The failed requests that can be retried. */
    again,
    /** The next step for the successful requests. */
    next: next && { to: next.to, requests: next.requests, start: () => goOn(next) },
    send,
    tryAgain,
  }
}

export type BulkTransition = ReturnType<typeof useBulkTransition>

/** The requests to send, and why the other requests can't be sent. */
function useReview({ to, requests }: BulkStep) {
  const actor = actorOf(usePerson())
  const [transition] = sharedTransitions(actor, requests.map(stateOf), [to])
  const reasonAt = (index: number) => transition?.refusals[index]?.sentence
  return {
    needs: transition?.needs,
    offers: transition?.offers,
    sendable: requests.filter((_, index) => reasonAt(index) === undefined),
    refused: requests.flatMap((request, index) => {
      const reason = reasonAt(index)
      return reason === undefined ? [] : [{ request, reason }]
    }),
  }
}

const noEntries: BulkEntries = { note: '', numbers: {}, receivers: {} }

/** The entries. Check numbers begin after the last ones issued. */
function useEntries(requests: readonly ListedRequest[], { needs }: Pick<BulkTransition, 'needs'>) {
  const [typed, setTyped] = useState(noEntries)
  const suggested = useNextCheckNumbers(needs === 'checkNumber' ? requests.map(({ id }) => id) : [])
  const { note, numbers, receivers } = typed
  return {
    entries: { ...typed, numbers: { ...suggested, ...numbers } },
    typed: note !== '' || [...Object.values(numbers), ...Object.values(receivers)].some((text) => text !== ''),
    setNote: (text: string) => setTyped({ ...typed, note: text }),
    setNumber: (id: number, text: string) => setTyped({ ...typed, numbers: { ...numbers, [id]: text } }),
    setReceiver: (id: number, text: string) => setTyped({ ...typed, receivers: { ...receivers, [id]: text } }),
    fillNumbers(first: string) {
      const sequence = checkNumbersFrom(first, requests.length)
      const filled = Object.fromEntries(requests.map(({ id }, index) => [id, sequence[index] ?? '']))
      setTyped({ ...typed, numbers: filled })
    },
    clear: () => setTyped(noEntries),
  }
}

/**
 * This many check numbers in sequence, padded like the first; blank if there is no first number or a number would be
 * too long.
 */
export function checkNumbersFrom(first: string, count: number): string[] {
  const numbers = [first.trim()]
  while (numbers.length < count) numbers.push(after(numbers.at(-1) ?? ''))
  return numbers.slice(0, count)
}

function after(number: string): string {
  return /^\d+$/.test(number) ? (checkNumberAfter(number) ?? '') : ''
}

/** A check number as typed; `place` identifies the location within which it must be unique. */
interface TypedNumber {
  readonly id: number
  readonly place: string
  readonly number: string
}

/** The ids of requests whose number appeared earlier for the same location. */
function idsWithNumberTwice(typed: readonly TypedNumber[]): number[] {
  const seen = new Set<string>()
  return typed.flatMap(({ id, place, number }) => {
    const key = JSON.stringify([place, number])
    const isSecond = number !== '' && seen.has(key)
    seen.add(key)
    return isSecond ? [id] : []
  })
}

/** One transition of several requests. `before`: the requests just moved here by the previous transition. */
export interface BulkStep {
  readonly to: StatusName
  readonly requests: readonly ListedRequest[]
  readonly before?: readonly ListedRequest[]
}

/** The requests as changed by the results, in review order. */
export function doneOf(requests: readonly ListedRequest[], results: readonly BulkResult[]): ListedRequest[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return requests.flatMap((request) => {
    const result = byId.get(request.id)
    return result?.done ? [moved(request, result)] : []
  })
}

// The server made the transition on the version that was sent, so nothing else changed in between.
function moved(request: ListedRequest, { entry }: BulkResult & { done: true }): ListedRequest {
  return {
    ...request,
    version: request.version + 1,
    status_id: entry.status_id as ListedRequest['status_id'],
    status_name: entry.status_name,
    status_changed_at: entry.timestamp,
    check_number: entry.check_number ?? request.check_number,
  }
}

/** The next transition for these requests if this user can make exactly one; otherwise undefined. */
export function stepAfter(person: Person, done: readonly ListedRequest[]): BulkStep | undefined {
  const [first] = done
  const to = first && nextTarget(person.role, first.status_name)
  if (!to) return undefined
  const [transition] = sharedTransitions(actorOf(person), done.map(stateOf), [to])
  return transition?.blocked ? undefined : { to, requests: done, before: done }
}
