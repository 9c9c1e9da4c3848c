import { balanceOf, type Standing, type Sum } from '@check-requests/domain/bank/reconciliation.ts'
import { mostDifferences } from '@check-requests/domain/bank/reports/endpoints.ts'
import { type CheckActName, type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { along } from '../../platform/database/list.ts'
import { rowsOf } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'
import type { ShownAccount } from './accounts.ts'
import { takenBack, wasPaidAt } from './clearing-state.ts'

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

/** The totals of an account at the end of a day. */
interface AccountStanding {
  readonly standing: Standing
  /** Outstanding checks that are stale on that day. */
  readonly stale: Sum
  /** The bank payments that cleared checks. */
  readonly paid: Sum
  /** The bank payments that cleared no checks. */
  readonly unmatched: Sum
  /** Of the payments that cleared no check, those whose exceptions are unresolved. */
  readonly unresolved: Sum
}

/** The reconciliation of an account at the end of a day. */
export type AccountAtDay = Omit<AccountStanding, 'standing'> & {
  readonly account: ShownAccount
  readonly asOf: string
  readonly balance: ReturnType<typeof balanceOf>
  readonly differences: readonly DifferentPayment[]
}

/** Finds the reconciliation of an account at the end of a day. */
export async function findAtDay(db: Db, account: ShownAccount, asOf: string): Promise<AccountAtDay> {
  const staleBefore = addDays(asOf, -account.stale_after_days)
  const { standing, ...others } = await standingAt(db, account, asOf, staleBefore)
  const differences = await listDifferences(db, account, asOf)
  return { account, asOf, balance: balanceOf(standing), differences, ...others }
}

const sums = sql`cast(coalesce(sum(amount), 0) as bigint) as count, cast(coalesce(sum(cents), 0) as bigint) as cents`
const none: Sum = { count: 0, cents: 0 }

/**
 * Applies the rules of `positionAt`, but uses daily totals kept by triggers, because most checks of an account are
 * paid.
 */
async function standingAt(db: Db, account: Account, asOf: string, staleBefore: string): Promise<AccountStanding> {
  const standing = sql<Sum & { state: CheckState }>`select state, ${sums} from check_day_totals
    where ${ofAccount(account)} and basis = 'bank' and day <= ${asOf} group by state`
  const rows = await rowsOf(db, standing)
  const at = (act: CheckActName) => sumOf(rows.find(({ state }) => state === stateAfter(act)))
  const stale = sql<Sum>`select count(*) as count, cast(coalesce(sum(amount_cents), 0) as bigint) as cents
    from (${outstandingAt(db, account, asOf, { before: staleBefore })}) as one`
  const [sumOfStale = none] = await rowsOf(db, stale, { apart: true })
  return {
    standing: { cleared: at('clear'), outstanding: at('issue'), voided: at('void'), stopped: at('stop') },
    stale: sumOf(sumOfStale),
    ...(await paymentsUpTo(db, account, asOf)),
  }
}

function sumOf({ count, cents }: Sum = none): Sum {
  return { count, cents }
}

async function paymentsUpTo(db: Db, account: Account, asOf: string) {
  const lines = sql<Sum & { matched: number }>`select matched, ${sums} from clearing_day_totals
    where ${ofAccount(account)} and day <= ${asOf} group by matched`
  const rows = await rowsOf(db, lines)
  const [unresolved] = await rowsOf(db, unresolvedAt(account, asOf))
  return {
    paid: sumOf(rows.find(({ matched }) => matched === 1)),
    unmatched: sumOf(rows.find(({ matched }) => matched === 0)),
    unresolved: sumOf(unresolved),
  }
}

// A payment that its own file took back has no exception but that of its reversal, so both are unresolved.
function unresolvedAt({ id, dealer_group_id }: Account, asOf: string): RawBuilder<Sum> {
  return sql<Sum>`select count(*) + cast(coalesce(sum(paid), 0) as bigint) as count,
      cast(coalesce(sum(cents * (1 - paid)), 0) as bigint) as cents
    from (select l.amount_cents as cents, case when l.amount_cents < 0 and exists (
        select 1 from clearing_lines p where p.dealer_group_id = l.dealer_group_id
          and p.clearing_file_id = l.clearing_file_id and p.number = l.number and p.amount_cents = -l.amount_cents
          and p.check_id is null and not exists (select 1 from check_exceptions o
            where o.dealer_group_id = p.dealer_group_id and o.clearing_line_id = p.id)) then 1 else 0 end as paid
      from check_exceptions e join clearing_lines l on l.dealer_group_id = e.dealer_group_id and l.id = e.clearing_line_id
      where e.dealer_group_id = ${dealer_group_id} and e.bank_account_id = ${id} and e.resolved_at is null
        and l.paid_on <= ${asOf} and l.check_id is null) as open`
}

/** An accepted payment whose amount differs from the amount of its check. */
export type DifferentPayment = Awaited<ReturnType<typeof listDifferences>>[number]

/**
 * Accepted payments up to a day that differ in amount from their check. All of them were exceptions, which are rare.
 */
function listDifferences(db: Db, { id, dealer_group_id }: Account, asOf: string) {
  return db
    .selectFrom('check_exceptions as e')
    .innerJoin('clearing_lines as l', (join) =>
      join.onRef('l.dealer_group_id', '=', 'e.dealer_group_id').onRef('l.id', '=', 'e.clearing_line_id'),
    )
    .innerJoin('checks as c', (join) =>
      join.onRef('c.dealer_group_id', '=', 'l.dealer_group_id').onRef('c.id', '=', 'l.check_id'),
    )
    .select(['c.id', 'c.number', 'c.payee_name', 'c.amount_cents', 'l.amount_cents as paid_cents', 'l.paid_on'])
    .where('e.dealer_group_id', '=', dealer_group_id)
    .where('e.bank_account_id', '=', id)
    .where('l.paid_on', '<=', asOf)
    .whereRef('l.amount_cents', '!=', 'c.amount_cents')
    .where('l.amount_cents', '>', 0)
    .where(sql<boolean>`not ${takenBack}`)
    .orderBy('l.paid_on')
    .orderBy('c.number')
    .limit(mostDifferences)
    .execute()
}

function ofAccount({ id, dealer_group_id }: Account): RawBuilder<boolean> {
  return sql<boolean>`dealer_group_id = ${dealer_group_id} and bank_account_id = ${id}`
}

interface Part {
  /** Limits the result to checks dated before this day. */
  readonly before?: string
  readonly after?: Pick<OutstandingCheck, 'check_date' | 'number'> | undefined
}

/**
 * Checks that were handed over by the end of a day and were neither paid nor ended by then: three ranges of three
 * indexes.
 */
function outstandingAt(db: Db, account: Account, asOf: string, { before, after }: Part = {}): RawBuilder<unknown> {
  const { check_date: date, number } = after ?? {}
  const conditions = [
    sql`issued_on <= ${asOf}`,
    ...(before ? [sql`check_date < ${before}`] : []),
    ...(after ? [sql`check_date >= ${date} and (check_date > ${date} or number > ${number})`] : []),
    sql`not ${wasPaidAt(sql`checks`, 'bank', asOf)}`,
  ]
  const range = (index: string, condition: RawBuilder<unknown>) =>
    sql`select id, number, check_date, payee_name, amount_cents, issued_on from checks ${along(db, index)}
      where ${ofAccount(account)} and ${condition} and ${sql.join(conditions, sql` and `)}`
  return sql.join(
    [
      range('checks_outstanding', sql`state = 'issued'`),
      range('checks_paid', sql`bank_paid_on is not null and bank_paid_on > ${asOf}`),
      range('checks_ended', sql`ended_on is not null and ended_on > ${asOf}`),
    ],
    sql` union all `,
  )
}

/** A check that was outstanding at the end of a day. */
export interface OutstandingCheck {
  readonly id: number
  readonly number: number
  readonly check_date: string
  readonly payee_name: string
  readonly amount_cents: Cents
  readonly issued_on: string
}

/** The checks outstanding at the end of a day, by date and number, after a given check. */
export async function listOutstanding(
  db: Db,
  account: Account,
  asOf: string,
  { limit, after }: { readonly limit: number; readonly after?: Pick<OutstandingCheck, 'check_date' | 'number'> },
): Promise<OutstandingCheck[]> {
  const query = sql<OutstandingCheck>`select * from (${outstandingAt(db, account, asOf, { after })}) as one
    order by check_date, number limit ${limit}`
  return rowsOf(db, query, { apart: true })
}
