import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { BulkResult, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { sharedTransitions } from '@check-requests/domain/check-requests/shared-transitions.ts'
import { useState } from 'react'
import { useNextCheckNumbers } from '#check-requests/api.ts'
import { checkNumbersFrom } from '#check-requests/bulk/bulk-check-numbers.ts'
import { type BulkEntries, type BulkErrors, bulkBody, errorsOf } from '#check-requests/bulk/bulk-errors.ts'
import { type BulkStep, doneOf, stepAfter } from '#check-requests/bulk/bulk-walk.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { useChangeStatuses } from '#check-requests/changes.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { usePerson } from '#sessions/session-provider.tsx'

const faultless: BulkErrors = { numbers: {}, receivers: {} }

/** The transition that was chosen, the requests selected for it, and what else can be chosen for them in their list. */
export interface BulkChoice {
  readonly to: StatusName
  readonly requests: readonly ListedRequest[]
  readonly targets: readonly StatusName[]
  readonly selection: RequestSelection
}

/**
 * One transition of several requests, from the review to the result for each. The requests stay as shown when the
 * review began; those that failed can be retried in their current state, with what was typed for them. Where all are
 * done and there is one step to go on with, its review follows.
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
    // What can be taken further in this list stays selected.
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
    /** Empty until somebody tries to send. */
    errors: tries > 0 ? errors : faultless,
    tries,
    pending: change.isPending,
    error: change.error?.message,
    results,
    done,
    /** Those that failed and can be retried. */
    again,
    /** What those that are done can go on with. */
    next: next && { to: next.to, requests: next.requests, start: () => goOn(next) },
    send,
    tryAgain,
  }
}

export type BulkTransition = ReturnType<typeof useBulkTransition>

/** The requests that will be sent, and why the others will not. */
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

/** What people type. Check numbers begin as those that follow the last ones given. */
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
