import { isClearingOverdue } from '@check-requests/domain/bank/clearing/overdue.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { tell } from '../../notices/inbox/commands/tell.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { listActiveAccounts, type ShownAccount } from '../queries/accounts.ts'
import { listWritten } from '../queries/clearing-state.ts'
import { clearingAge, listReconcilers } from './clearing-state.ts'

const system = { userId: null, name: 'System' }

/**
 * Tells those who reconcile an account that nobody has compared it with its bank for thirty days, once for each time
 * (decision 104). Days are those of the dealer group's clock.
 */
export async function watchClearing(services: Services): Promise<void> {
  for (const account of await listActiveAccounts(services.database.read)) await watch(services, account)
}

async function watch(services: Services, account: ShownAccount): Promise<void> {
  const { read } = services.database
  const [newest] = await listWritten(read, account, 1)
  const age = await clearingAge(read, account, { clearedAt: newest?.written_at ?? undefined, now: services.clock() })
  if (age.since === null || !isClearingOverdue(age.days)) return
  const { id, name, account_last4, dealer_group_id: dealerGroupId } = account
  const people = await listReconcilers(read, account)
  const since = newest ? `since ${formatDate(age.since)}` : `since its first check on ${formatDate(age.since)}`
  const news = {
    event: 'clearing-overdue',
    key: `clearing-overdue/${id}/${newest?.id ?? 0}`,
    actor: system,
    dealerGroupId,
    text: `Nobody has compared ${name} (account ending in ${account_last4}) with its bank ${since}. Download what the bank has paid, and read the file on Clearing.`,
  } as const
  await commit(services, undefined, (unit) =>
    tell(
      unit,
      people.map((person) => person.id),
      news,
    ),
  )
}
