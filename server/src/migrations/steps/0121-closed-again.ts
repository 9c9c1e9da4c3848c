import type { Kysely } from 'kysely'
import { createTrigger, type Dialect, execute } from '../dialect.ts'

/**
 * Replaces a request's step times when the request closes again after its check was reissued, and removes the times
 * while the request is open. The earlier trigger only inserted rows, so a second closing violated the primary key.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const remove = (id: string) => `delete from step_times where check_request_id = ${id};`
  await execute(db, [
    `drop trigger step_times_added${dialect === 'postgres' ? ' on status_history' : ''}`,
    ...createTrigger(dialect, {
      name: 'step_times_added',
      on: 'insert on status_history',
      when: `new.action = 'status' and new.status_id = 7`,
      body: `${remove('new.check_request_id')} ${addStepTimes(dialect, 'check_request_id = new.check_request_id')};`,
    }),
    ...createTrigger(dialect, {
      name: 'step_times_removed',
      on: 'update of cleared_at on check_requests',
      when: 'old.cleared_at is not null and new.cleared_at is null',
      body: remove('new.id'),
    }),
    `delete from step_times where exists (
      select 1 from check_requests r where r.id = step_times.check_request_id and r.cleared_at is null)`,
  ])
}

/**
 * Returns SQL that stores how long completed requests spent at each step, in milliseconds. `which` selects the
 * requests.
 */
export function addStepTimes(dialect: Dialect, which: string): string {
  const milliseconds = (moment: string) =>
    dialect === 'sqlite' ? `unixepoch(${moment}, 'subsec') * 1000` : `extract(epoch from ${moment}::timestamptz) * 1000`
  const times =
    dialect === 'sqlite'
      ? 'json_group_array(json_array(step.status_id, time))'
      : 'json_agg(json_build_array(step.status_id, time))::text'
  const ended = 'lead(created_at) over (partition by check_request_id order by id)'
  return `insert into step_times (check_request_id, dealer_group_id, dealership_id, department_id, requester_id,
      completed_at, times)
    select r.id, r.dealer_group_id, r.dealership_id, r.department_id, r.requester_id, r.cleared_at, ${times}
    from (select check_request_id, status_id,
        cast(round(${milliseconds(ended)} - ${milliseconds('created_at')}) as bigint) as time
      from status_history where ${which} and action in ('created', 'status', 'resubmitted', 'voided', 'stopped')) as step
    join check_requests r on r.id = step.check_request_id
    where time is not null and r.cleared_at is not null group by r.id`
}
