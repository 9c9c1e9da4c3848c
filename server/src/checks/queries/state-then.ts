import { type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'

/** The end of a day, up to which the register is looked at. `ends`: that moment by the clock of each account. */
export interface AsOf {
  readonly day: CalendarDate
  readonly ends: ReadonlyMap<number, string>
}

/**
 * The state of a check `c` at the end of a day: by the days of the row where it left the house or ended, so that its
 * story is asked only for the few that were still in the house by then.
 */
export function stateThen(asOf: AsOf): RawBuilder<CheckState> {
  const { day } = asOf
  const happened = (act: string, details: string) =>
    sql`exists (select 1 from check_events e where e.dealer_group_id = c.dealer_group_id and e.check_id = c.id
      and e.act = ${act} and e.details like ${details} and e.at < ${endOf(asOf)})`
  return sql<CheckState>`case
    when coalesce(c.cleared_on, c.bank_paid_on) <= ${day} then ${sql.lit(stateAfter('clear'))}
    when c.ended_on <= ${day} then c.state
    when c.issued_on <= ${day} then ${sql.lit(stateAfter('issue'))}
    when c.state = ${stateAfter('release')} then c.state
    when ${happened('sign', `%"${stateAfter('sign')}"%`)} then ${sql.lit(stateAfter('sign'))}
    when ${happened('print', '%')} or ${happened('confirm-entry', '%')} then ${sql.lit(stateAfter('print'))}
    else ${sql.lit(stateAfter('reserve'))} end`
}

/** True for a check `c` that was there at the end of a day. */
export function createdBefore(asOf: AsOf): RawBuilder<boolean> {
  return sql<boolean>`c.created_at < ${endOf(asOf)}`
}

function endOf({ ends }: AsOf): RawBuilder<string> {
  const [first = '', ...others] = new Set(ends.values())
  if (others.length === 0) return sql<string>`${first}`
  const cases = [...ends].map(([id, end]) => sql`when ${id} then ${end}`)
  return sql<string>`case c.bank_account_id ${sql.join(cases, sql` `)} else '' end`
}
