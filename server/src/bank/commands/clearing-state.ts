import { roleNamed } from '@check-requests/domain/access/roles.ts'
import {
  daysWithoutClearing,
  isClearingOverdue,
  reconciledThrough,
} from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { ClearingReply } from '@check-requests/domain/bank/files/fields.ts'
import { holdersOf } from '@check-requests/domain/checks/rules.ts'
import { type CalendarDate, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { tell } from '../../notices/inbox/commands/notices.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { listWorkingWith } from '../queries/access.ts'
import { knownPayments, listActiveAccounts, type Named, peopleIn, type ShownAccount } from '../queries/accounts.ts'
import { countOpenExceptions, firstTakenAt, listWritten, type WrittenFile } from '../queries/clearing-state.ts'
import { demandAccount } from './account.ts'
import { refusalToReconcile } from './positive-pay.ts'

/** At most so many files are listed. */
const mostFiles = 10

type State = Omit<ClearingReply, 'files'> & { readonly files: readonly WrittenFile[] }

/** How far the checks of an account are compared with what its bank paid, for somebody who works with it. */
export async function findClearing({ database, clock }: Services, caller: Caller, accountId: number): Promise<State> {
  const { read } = database
  const account = await demandAccount(read, caller, accountId)
  const files = await listWritten(read, account, mostFiles)
  const { days } = await clearingAge(read, account, { clearedAt: files[0]?.written_at ?? undefined, now: clock() })
  return {
    days_without: days,
    is_overdue: isClearingOverdue(days),
    reconciled_through: reconciledThrough(knownPayments(account)),
    refusal: refusalToReconcile(caller, account) ?? null,
    open_exceptions: await countOpenExceptions(read, account),
    owners: await listReconcilers(read, account),
    files,
  }
}

/** For how long nobody has compared an account with its bank, and the day since which that is so. */
async function clearingAge(
  db: Db,
  account: ShownAccount,
  { clearedAt, now }: { readonly clearedAt: string | undefined; readonly now: number },
): Promise<{ readonly days: number | null; readonly since: CalendarDate | null }> {
  const dateAt = datesIn(account.time_zone)
  const dayOf = (at: string | undefined) => (at === undefined ? null : dateAt(Date.parse(at)))
  const firstCheckOn = dayOf(await firstTakenAt(db, account))
  const clearedOn = dayOf(clearedAt)
  return { days: daysWithoutClearing({ firstCheckOn, clearedOn }, dateAt(now)), since: clearedOn ?? firstCheckOn }
}

/** Those who reconcile an account and work with one of its dealerships. */
export function listReconcilers(db: Db, account: ShownAccount): Promise<Named[]> {
  const { userIds, roles } = holdersOf('reconcile', peopleIn(account))
  return listWorkingWith(db, account, { userIds, roleIds: roles.map((name) => roleNamed(name).id) })
}

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
