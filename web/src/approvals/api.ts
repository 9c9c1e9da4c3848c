import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { InputOf } from '#platform/call.ts'
import { listFreshness, read, singleCheckFreshness } from '#platform/query-client.ts'
import { type WriteNotices, writeNotices } from '#platform/use-write.ts'

/**
 * The request's route through its dealer group's policy; null if no policy applies. Refetched when the request changes.
 * A failure isn't shown, because the server refuses unauthorized decisions anyway.
 */
export function useApproval(id: number) {
  const queryFn = read(useApi(), endpoints.approval, { params: { id } })
  return useQuery({ ...singleCheckFreshness, queryKey: ['check-requests', 'approval', id], queryFn, retry: false })
}

type PreviewQuestion = InputOf<typeof endpoints.preview>['body']

/**
 * The steps that a request would take; null if no policy is in force. Not fetched if the question is undefined. The
 * result is only informative, so a failure is neither shown nor retried, and the previous result stays until the next
 * one arrives.
 */
export function useApprovalPreview(question: PreviewQuestion | undefined) {
  const nothing = { amount: 0, dealer_group_id: 0, purpose_id: 0, payee_type: 'business' } as const
  const { data } = useQuery({
    queryKey: ['organisation', 'approval-preview', question],
    queryFn: read(useApi(), endpoints.preview, { body: question ?? nothing }),
    enabled: question !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return question && data
}

/** The draft of a dealer group's policy. */
export function usePolicyDraft(groupId: number) {
  const queryFn = read(useApi(), endpoints.draft, { params: { id: groupId } })
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'approval-policy', groupId, 'draft'], queryFn })
}

/** The published policies of a dealer group, newest first. */
export function usePolicyVersions(groupId: number) {
  const queryFn = read(useApi(), endpoints.versions, { params: { id: groupId } })
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'approval-policy', groupId, 'versions'], queryFn })
}

/** The approval titles in the admin's scope, with their holders. */
export function useApprovalTitles(freshness: { staleTime: number; enabled?: boolean } = listFreshness) {
  const queryFn = read(useApi(), endpoints.titles, {})
  return useQuery({ ...listFreshness, ...freshness, queryKey: ['organisation', 'approval-titles'], queryFn })
}

const refreshes = ['organisation'] as const

export const draftNotices: WriteNotices = {
  done: 'Draft saved',
  failed: 'Couldn’t save the draft',
  refreshes,
}

export const discardNotices: WriteNotices = {
  done: 'Draft discarded',
  failed: 'Couldn’t discard this draft',
  refreshes,
}

// A published policy changes what requests show, so they are refetched.
export const publishNotices: WriteNotices<{ number: number }> = {
  done: 'Policy published',
  failed: 'Couldn’t publish the policy',
  detail: ({ number }) => `Version ${number} is in force.`,
  refreshes: ['organisation', 'check-requests'],
}

export const titleNotices = writeNotices('Approval title', { created: refreshes, changed: refreshes })

// Changes to a user's titles immediately affect pending requests.
export const holdTitlesNotices: WriteNotices = {
  done: 'Approval titles saved',
  failed: 'Couldn’t save the approval titles',
  refreshes: ['organisation', 'users', 'check-requests'],
}
