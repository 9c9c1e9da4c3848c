import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ClearedReply, ClearingPreview } from '@check-requests/domain/bank/files/fields.ts'
import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { writtenInWords } from '#bank/clearing/clearing-words.tsx'
import { useApi } from '#platform/api-context.tsx'
import { type ApiFailure, networkFailure } from '#platform/api-failure.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

// Bank payments change checks, so this data is refetched when checks change.
const topic = 'check-requests'

/** How far the account's checks are reconciled with the bank's payments. */
export function useClearing(accountId: number) {
  const queryFn = read(useApi(), endpoints.clearing, { params: { id: accountId } })
  return useQuery({ queryKey: [topic, 'clearing', accountId], queryFn, ...listFreshness, staleTime: 0 })
}

/** An account's book balance compared with the bank's payments at the end of a day. */
export function useReconciliation(accountId: number, day: string) {
  const queryFn = read(useApi(), bankReportEndpoints.reconciliation, {
    params: { id: accountId },
    query: { as_of: day },
  })
  return useQuery({ queryKey: [topic, 'reconciliation', accountId, day], queryFn, ...listFreshness, staleTime: 0 })
}

/** The account's open and resolved exceptions. */
export function useExceptions(accountId: number, state: 'open' | 'resolved') {
  const queryFn = read(useApi(), endpoints.listExceptions, { query: { bank_account_id: accountId, state } })
  return useQuery({ queryKey: [topic, 'exceptions', accountId, state], queryFn, ...listFreshness, staleTime: 0 })
}

/** How the bank's files are read, with the account's version. */
export function useKeptProfile(accountId: number, enabled = true) {
  const queryFn = read(useApi(), endpoints.forms, { params: { id: accountId } })
  return useQuery({ queryKey: ['organisation', 'bank-files', accountId], queryFn, staleTime: 0, enabled })
}

/** Compares a bank file with the register without saving anything. */
export function usePreview(accountId: number) {
  const api = useApi()
  return useMutation<ClearingPreview, ApiFailure, File>({
    mutationFn(file) {
      const body = new FormData()
      body.append('file', file, file.name)
      return api.sendWith(endpoints.previewClearing, { params: { id: accountId } }, {}, (url, headers) =>
        fetch(url, { method: 'POST', headers, body }).catch(() => {
          throw networkFailure()
        }),
      )
    },
  })
}

export const confirming = {
  done: 'File confirmed',
  failed: 'Couldn’t confirm this file',
  detail: (cleared: ClearedReply) => writtenInWords(cleared),
  refreshes: [topic],
} satisfies WriteNotices<ClearedReply>

export const undoNotices = {
  asked: {
    done: 'Undo requested',
    failed: 'Couldn’t request that the clearing be undone',
    detail: () => 'It takes effect once a second person confirms it.',
    refreshes: [topic],
  },
  done: { done: 'Clearing undone', failed: 'Couldn’t undo the clearing', refreshes: [topic] },
} satisfies Record<string, WriteNotices>

export const refuseUndoNotices = {
  done: 'Clearing kept',
  failed: 'Couldn’t end the undo request',
  refreshes: [topic],
} satisfies WriteNotices

export const profileNotices = {
  done: 'File profile saved',
  failed: 'Couldn’t save the file profile',
  refreshes: ['organisation'],
} satisfies WriteNotices

export const assignNotices = {
  done: 'Exception assigned to you',
  failed: 'Couldn’t assign this exception to you',
  refreshes: [topic],
} satisfies WriteNotices

export const resolveNotices = {
  done: 'Exception resolved',
  failed: 'Couldn’t resolve this exception',
  refreshes: [topic],
} satisfies WriteNotices
