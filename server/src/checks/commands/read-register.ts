import { addDays, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import type { ShownAccount } from '../../banking/queries/accounts.ts'
import { findZone } from '../../organisation/queries/calendars.ts'
import { moment } from '../../platform/clock.ts'
import type { Db } from '../../tables.ts'
import { type CheckTotal, type RegisterSearch, totalChecks } from '../queries/register.ts'
import { type AsOf, readPageAsOf, totalChecksAsOf } from '../queries/register-as-of.ts'
import { readPage } from '../queries/register-page.ts'

/** What the register is asked, now or as of the end of a day. */
export type Asked = Omit<RegisterSearch, 'accountIds'> & { readonly as_of?: string | undefined }

/** A page of the register of these accounts. */
export async function pageOf(db: Db, accounts: readonly ShownAccount[], asked: Asked) {
  const search = { ...asked, accountIds: accounts.map(({ id }) => id) }
  const asOf = await asOfDay(db, accounts, asked.as_of)
  return asOf ? readPageAsOf(db, { ...search, asOf }) : readPage(db, search)
}

/** What it comes to in each state. */
export async function totalsOf(db: Db, accounts: readonly ShownAccount[], asked: Asked): Promise<CheckTotal[]> {
  const search = { ...asked, accountIds: accounts.map(({ id }) => id) }
  const asOf = await asOfDay(db, accounts, asked.as_of)
  return asOf ? totalChecksAsOf(db, { ...search, asOf }) : totalChecks(db, search)
}

async function asOfDay(db: Db, accounts: readonly ShownAccount[], day: string | undefined): Promise<AsOf | undefined> {
  if (day === undefined) return undefined
  const ends = new Map<number, string>()
  for (const { id, dealer_group_id } of accounts)
    ends.set(id, moment(startOfDay(addDays(day, 1), await findZone(db, dealer_group_id, null))))
  return { day, ends }
}
