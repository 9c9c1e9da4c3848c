import { balanceOf, type Standing, type Sum } from '@check-requests/domain/banking/reconciliation.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../tables.ts'
import type { ShownAccount } from './accounts.ts'

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

/** What an account comes to at the end of a day. */
interface AccountStanding {
  readonly standing: Standing
  /** Outstanding checks with a date before another day. */
  readonly stale: Sum
  /** What the bank says it paid for checks that are cleared. */
  readonly paid: Sum
  /** What the bank says it paid besides. */
  readonly unmatched: Sum
  /** Those of these payments that nobody has resolved. */
  readonly unresolved: Sum
}

/** Book against bank of an account at the end of a day. */
export type AccountAtDay = Omit<AccountStanding, 'standing'> & {
  readonly account: ShownAccount
  readonly asOf: string
  readonly balance: ReturnType<typeof balanceOf>
}

/** An account at the end of a day. */
export async function findAtDay(db: Db, account: ShownAccount, asOf: string): Promise<AccountAtDay> {
  const staleBefore = addDays(asOf, -account.stale_after_days)
  const { standing, ...others } = await standingAt(db, account, asOf, staleBefore)
  return { account, asOf, balance: balanceOf(standing), ...others }
}

const count = sql<number>`count(*)`.as('count')
const cents = sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('cents')
const none: Sum = { count: 0, cents: 0 }

/** The rules of `positionAt`, in sums that indexes answer: most checks of an account are paid. */
async function standingAt(db: Db, account: Account, asOf: string, staleBefore: string): Promise<AccountStanding> {
  const cleared = await checksOf(db, account)
    .where('bank_paid_on', '<=', asOf)
    .select([count, cents])
    .executeTakeFirstOrThrow()
  const ended = await checksOf(db, account)
    .where('ended_on', '<=', asOf)
    .where('issued_on', '<=', asOf)
    .select(['state', count, cents])
    .groupBy('state')
    .execute()
  const outstanding = db.selectFrom(outstandingAt(db, account, asOf).as('checks')).select([count, cents])
  const endedIn = (act: 'void' | 'stop') => sumOf(ended.find(({ state }) => state === stateAfter(act)))
  return {
    standing: {
      cleared,
      outstanding: await outstanding.executeTakeFirstOrThrow(),
      voided: endedIn('void'),
      stopped: endedIn('stop'),
    },
    stale: await outstanding.where('check_date', '<', staleBefore).executeTakeFirstOrThrow(),
    ...(await paymentsUpTo(db, account, asOf)),
  }
}

function sumOf({ count, cents }: Sum = none): Sum {
  return { count, cents }
}

async function paymentsUpTo(db: Db, { id, dealer_group_id }: Account, asOf: string) {
  const lines = db
    .selectFrom('clearing_lines')
    .where('clearing_lines.dealer_group_id', '=', dealer_group_id)
    .where('clearing_lines.bank_account_id', '=', id)
    .where('paid_on', '<=', asOf)
    .select([count, cents])
  const unmatched = lines.where('clearing_lines.check_id', 'is', null)
  const unresolved = unmatched
    .innerJoin('check_exceptions', (join) =>
      join
        .onRef('check_exceptions.dealer_group_id', '=', 'clearing_lines.dealer_group_id')
        .onRef('check_exceptions.clearing_line_id', '=', 'clearing_lines.id'),
    )
    .where('resolved_at', 'is', null)
  return {
    paid: await lines.where('clearing_lines.check_id', 'is not', null).executeTakeFirstOrThrow(),
    unmatched: await unmatched.executeTakeFirstOrThrow(),
    unresolved: await unresolved.executeTakeFirstOrThrow(),
  }
}

function checksOf(db: Db, { id, dealer_group_id }: Account) {
  return db.selectFrom('checks').where('dealer_group_id', '=', dealer_group_id).where('bank_account_id', '=', id)
}

/** Handed over by the end of a day, and neither paid nor ended by then: three ranges of three indexes. */
function outstandingAt(db: Db, account: Account, asOf: string) {
  const issued = checksOf(db, account)
    .where('issued_on', '<=', asOf)
    .select(['id', 'number', 'check_date', 'payee_name', 'amount_cents'])
    // Those that are not handed over yet were left out above.
    .select(sql<string>`issued_on`.as('issued_on'))
  return issued
    .where('state', '=', stateAfter('issue'))
    .unionAll(issued.where('bank_paid_on', '>', asOf))
    .unionAll(issued.where('ended_on', '>', asOf))
}

/** A check that was outstanding at the end of a day. */
export type OutstandingCheck = Awaited<ReturnType<typeof listOutstanding>>[number]

/** The checks that were outstanding at the end of a day, by date, then number, from the one after another on. */
export function listOutstanding(
  db: Db,
  account: Account,
  asOf: string,
  { limit, after }: { readonly limit: number; readonly after?: Pick<OutstandingCheck, 'check_date' | 'number'> },
) {
  let checks = db.selectFrom(outstandingAt(db, account, asOf).as('checks')).selectAll()
  if (after)
    checks = checks.where(({ or, and, eb }) =>
      or([
        eb('check_date', '>', after.check_date),
        and([eb('check_date', '=', after.check_date), eb('number', '>', after.number)]),
      ]),
    )
  return checks.orderBy('check_date').orderBy('number').limit(limit).execute()
}
