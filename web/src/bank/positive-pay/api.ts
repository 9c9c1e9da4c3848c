import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

// Changes to checks change what has to be reported to the bank.
const topic = 'check-requests'

function keyOf(accountId: number) {
  return [topic, 'positive-pay', accountId]
}

/** The account's positive-pay files, and the checks not reported to the bank yet. */
export function usePositivePay(accountId: number) {
  const queryFn = read(useApi(), endpoints.listPositivePay, { params: { id: accountId } })
  return useQuery({ queryKey: keyOf(accountId), queryFn, ...listFreshness, staleTime: 0 })
}

/** Refetches the positive-pay files of all accounts, because a file can report checks of several. */
export function useReadPositivePay() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [topic, 'positive-pay'] })
}

/** The formats of an account's bank files, fetched when the user opens the form. */
export function useBankForms(accountId: number) {
  const queryFn = read(useApi(), endpoints.forms, { params: { id: accountId } })
  return useQuery({ queryKey: ['organisation', 'bank-files', accountId], queryFn, staleTime: 0 })
}

export const makeFileNotices = {
  done: 'File created',
  failed: 'Couldn’t create the file',
  refreshes: [topic],
} satisfies WriteNotices

export const answerNotices = {
  done: 'Bank response recorded',
  failed: 'Couldn’t record the bank response',
  refreshes: [topic],
} satisfies WriteNotices

export const sendNotices = {
  done: 'File will be sent',
  failed: 'Couldn’t send the file',
  refreshes: [topic],
} satisfies WriteNotices

export const hasFileNotices = {
  done: 'File recorded as sent',
  failed: 'Couldn’t record that the bank has the file',
  refreshes: [topic],
} satisfies WriteNotices

export const destinationNotices = {
  done: 'Destination saved',
  failed: 'Couldn’t save the destination',
  refreshes: [topic, 'organisation'],
} satisfies WriteNotices

export const formNotices = {
  done: 'File format saved',
  failed: 'Couldn’t save the file format',
  refreshes: [topic, 'organisation'],
} satisfies WriteNotices
