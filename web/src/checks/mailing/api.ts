import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { ReplyOf } from '#platform/call.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import type { WriteNotices } from '#platform/use-write-with-notices.ts'

// What happens to checks changes their requests too.
const topic = 'check-requests'

/** Checks that are ready to be mailed. */
export function useChecksToMail() {
  const queryFn = read(useApi(), leavingEndpoints.toMail, {})
  const query = useQuery({ queryKey: [topic, 'checks-to-mail'], queryFn, ...listFreshness, staleTime: 0 })
  return { checks: query.data, failure: useLoadFailure(query) }
}

export const mailNotices: WriteNotices<ReplyOf<typeof leavingEndpoints.mail>> = {
  done: 'Checks mailed',
  failed: 'Couldn’t record the mailing',
  detail: ({ mailed }) => (mailed === 1 ? '1 check is on its way.' : `${mailed} checks are on their way.`),
  refreshes: [topic],
}
