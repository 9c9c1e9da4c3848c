import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { HistoryTrialReply } from '@check-requests/domain/approvals/replies.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { added, type HistoryTrial } from '#approvals/history-words.ts'
import { useApi } from '#platform/api-context.tsx'

export type TriedPolicy = 'draft' | 'in-force'

/** A trial over real requests: page after page, adding up what they say. */
export function useHistoryTrial(groupId: number) {
  const api = useApi()
  const [soFar, setSoFar] = useState<HistoryTrial>()
  const run = useMutation({
    mutationFn: async (policy: TriedPolicy) => {
      setSoFar(undefined)
      let sum: HistoryTrial | undefined
      let before: number | undefined
      do {
        const body = { policy, ...(before !== undefined && { before }) }
        const page: HistoryTrialReply = await api.call(approvalEndpoints.tryHistory, { params: { id: groupId }, body })
        sum = added(sum, page)
        setSoFar(sum)
        before = page.next ?? undefined
      } while (before !== undefined)
    },
  })
  return { soFar, run }
}
