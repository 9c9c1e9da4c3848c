import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

// What happens to checks changes what the bank does not know.
const topic = 'check-requests'

function keyOf(accountId: number) {
  return [topic, 'positive-pay', accountId]
}

/** The positive-pay files of an account, and what its bank does not know yet. */
export function usePositivePay(accountId: number) {
  const queryFn = read(useApi(), endpoints.listPositivePay, { params: { id: accountId } })
  return useQuery({ queryKey: keyOf(accountId), queryFn, ...listFreshness, staleTime: 0 })
}

/** Reads the files of an account again. */
export function useReadPositivePay(accountId: number) {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: keyOf(accountId) })
}

/** How the files for the bank of an account are written, as it is when somebody begins to change it. */
export function useBankForms(accountId: number) {
  const queryFn = read(useApi(), endpoints.forms, { params: { id: accountId } })
  return useQuery({ queryKey: ['organisation', 'bank-files', accountId], queryFn, staleTime: 0 })
}

export const makeFileNotices = { done: 'File made', failed: 'No file made', refreshes: [topic] } satisfies WriteNotices

export const answerNotices = {
  done: 'Answer recorded',
  failed: 'Couldn’t record the answer',
  refreshes: [topic],
} satisfies WriteNotices

export const formNotices = {
  done: 'Form of the file saved',
  failed: 'Couldn’t save the file format',
  refreshes: [topic, 'organisation'],
} satisfies WriteNotices
