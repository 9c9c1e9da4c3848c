import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { daysWithoutClearing, isClearingOverdue } from '@check-requests/domain/bank/clearing/overdue.ts'
import { reconciledThrough } from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { ClearingReply } from '@check-requests/domain/bank/files/fields.ts'
import { holdersOf } from '@check-requests/domain/checks/rules.ts'
import { type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { knownPayments, type Named, peopleIn, type ShownAccount } from '../queries/accounts.ts'
import { countOpenExceptions, firstTakenAt, listWritten, type WrittenFile } from '../queries/clearing-state.ts'
import { listWorkingWith } from '../queries/people-of-account.ts'
import { demandAccount } from './load.ts'
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
export async function clearingAge(
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
