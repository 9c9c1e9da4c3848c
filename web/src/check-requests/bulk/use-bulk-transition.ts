import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { BulkResult, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { sharedTransitions } from '@check-requests/domain/check-requests/shared-transitions.ts'
import { useState } from 'react'
import { checkNumbersFrom } from '#check-requests/bulk/bulk-check-numbers.ts'
import { type BulkEntries, type BulkErrors, bulkBody, errorsOf } from '#check-requests/bulk/bulk-errors.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { useChangeStatuses } from '#check-requests/changes.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { usePerson } from '#sessions/session-provider.tsx'

const faultless: BulkErrors = { numbers: {} }

/**
 * One transition of several requests, from the review to the result for each. The requests stay as shown when the
 * review began; those that failed can be retried in their current state, with what was typed for them.
 */
export function useBulkTransition(to: StatusName, selected: readonly ListedRequest[], selection: RequestSelection) {
  const [requests, setRequests] = useState(selected)
  const [tries, setTries] = useState(0)
  const [results, setResults] = useState<readonly BulkResult[]>()
  const { entries, ...typing } = useEntries()
  const { needs, sendable, refused } = useReview(to, requests)
  const change = useChangeStatuses((answered) => {
    setResults(answered)
    selection.deselect(answered.filter(({ done }) => done).map(({ id }) => id))
  })
  const body = bulkBody(statusNamed(to).id, needs, sendable, entries)
  const errors = errorsOf(needs, sendable, body)
  const failed = results?.filter(({ done }) => !done).map(({ id }) => id) ?? []
  const again = selection.rows.filter(({ id }) => failed.includes(id))

  function send() {
    const isFaulty = errors.note !== undefined || Object.keys(errors.numbers).length > 0
    setTries(isFaulty ? tries + 1 : 0)
    if (!isFaulty) change.mutate({ body })
  }

  function tryAgain() {
    setRequests(again)
    setResults(undefined)
  }

  return {
    needs,
    sendable,
    refused,
    entries,
    ...typing,
    /** Empty until somebody tries to send. */
    errors: tries > 0 ? errors : faultless,
    tries,
    pending: change.isPending,
    error: change.error?.message,
    results,
    /** Those that failed and can be retried. */
    again,
    send,
    tryAgain,
  }
}

export type BulkTransition = ReturnType<typeof useBulkTransition>

/** The requests that will be sent, and why the others will not. */
function useReview(to: StatusName, requests: readonly ListedRequest[]) {
  const actor = actorOf(usePerson())
  const [transition] = sharedTransitions(actor, requests.map(stateOf), [to])
  const reasonAt = (index: number) => transition?.refusals[index]?.sentence
  return {
    needs: transition?.needs,
    sendable: requests.filter((_, index) => reasonAt(index) === undefined),
    refused: requests.flatMap((request, index) => {
      const reason = reasonAt(index)
      return reason === undefined ? [] : [{ request, reason }]
    }),
  }
}

function useEntries() {
  const [entries, setEntries] = useState<BulkEntries>({ note: '', numbers: {} })
  const setNumbers = (numbers: BulkEntries['numbers']) => setEntries({ ...entries, numbers })
  return {
    entries,
    typed: entries.note !== '' || Object.values(entries.numbers).some((number) => number !== ''),
    setNote: (note: string) => setEntries({ ...entries, note }),
    setNumber: (id: number, number: string) => setNumbers({ ...entries.numbers, [id]: number }),
    fillNumbers(requests: readonly ListedRequest[], first: string) {
      const numbers = checkNumbersFrom(first, requests.length)
      setNumbers(Object.fromEntries(requests.map(({ id }, index) => [id, numbers[index] ?? ''])))
    },
  }
}
