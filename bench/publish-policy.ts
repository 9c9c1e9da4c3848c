import { callAs } from './calls.ts'
import type { Callers } from './seed/organization.ts'
import type { Server } from './servers.ts'

/** The largest group's admin edits a policy, and a super admin publishes it. Returns the number of pending requests. */
export async function publishPolicy(
  server: Server,
  { superAdmin, groupAdmin, approver }: Callers,
  policy: object,
): Promise<number> {
  const path = '/dealer-groups/1/approval-policy'
  const { version } = await callAs<{ version: number }>(server, groupAdmin, `${path}/draft`, 'PUT', policy)
  await callAs(server, superAdmin, `${path}/publish`, 'POST', { version, note: 'As agreed' })
  const { counts } = await callAs<{ counts: Record<string, number> }>(server, approver, '/check-requests/summary')
  return (counts['1'] ?? 0) + (counts['2'] ?? 0)
}
