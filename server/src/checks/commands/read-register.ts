import { addDays, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { moment } from '../../platform/clock.ts'
import type { Db } from '../../tables.ts'
import type { RegisterSearch } from '../queries/register.ts'
import { readPage } from '../queries/register-page.ts'
import { type CheckTotal, totalChecks } from '../queries/register-totals.ts'
import type { AsOf } from '../queries/state-then.ts'

/** What the register is asked, now or as of the end of a day. */
export type Asked = Omit<RegisterSearch, 'accounts' | 'asOf'> & { readonly as_of?: string | undefined }

/** A page of the register of these accounts. */
export async function pageOf(db: Db, accounts: readonly ShownAccount[], asked: Asked) {
  return readPage(db, await searchOf(db, accounts, asked))
}

/** What it comes to in each state; null where words find too many to add up. */
export async function totalsOf(db: Db, accounts: readonly ShownAccount[], asked: Asked): Promise<CheckTotal[] | null> {
  return totalChecks(db, await searchOf(db, accounts, asked))
}

async function searchOf(db: Db, accounts: readonly ShownAccount[], { as_of: day, ...asked }: Asked) {
  return { ...asked, accounts, asOf: day === undefined ? undefined : await asOfDay(db, accounts, day) }
}

async function asOfDay(_db: Db, accounts: readonly ShownAccount[], day: string): Promise<AsOf> {
  const ends = new Map<number, string>()
  for (const { id, time_zone } of accounts) ends.set(id, moment(startOfDay(addDays(day, 1), time_zone)))
  return { day, ends }
}
