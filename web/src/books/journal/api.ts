import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** A dealer group's journal settings and pending events. */
export function useJournal(groupId: number) {
  const queryFn = read(useApi(), endpoints.get, { params: { id: groupId } })
  return useQuery({ queryKey: ['organisation', 'journal', groupId], queryFn, staleTime: 0 })
}

/** A dealer group's latest exports. */
export function useJournalExports(groupId: number) {
  const queryFn = read(useApi(), endpoints.exports, { params: { id: groupId } })
  return useQuery({ queryKey: ['organisation', 'journal-exports', groupId], queryFn, staleTime: 0 })
}

const refreshes = ['organisation'] as const

export const setUpNotices: WriteNotices = { done: 'Journal updated', failed: 'Couldn’t update the journal', refreshes }
export const exportNotices: WriteNotices = { done: 'Export created', failed: 'Couldn’t create the export', refreshes }
export const closeNotices: WriteNotices = { done: 'Month closed', failed: 'Couldn’t close the month', refreshes }
