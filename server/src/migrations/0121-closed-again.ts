import type { Kysely } from 'kysely'
import { createTrigger } from './0011-insights.ts'
import { type Dialect, execute } from './dialect.ts'
import { addStepTimes } from './kept-totals.ts'

/**
 * Replaces the step times of a request when it closes again after its check was reissued, and removes them while it is
 * open. The earlier trigger only inserted, so the second closing broke the primary key.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const remove = (id: string) => `delete from step_times where check_request_id = ${id};`
  const allSteps = ['created', 'status', 'resubmitted', 'voided', 'stopped']
  await execute(db, [
    `drop trigger step_times_added${dialect === 'postgres' ? ' on status_history' : ''}`,
    ...createTrigger(dialect, {
      name: 'step_times_added',
      on: 'insert on status_history',
      when: `new.action = 'status' and new.status_id = 7`,
      body: `${remove('new.check_request_id')} ${addStepTimes(dialect, 'check_request_id = new.check_request_id', allSteps)};`,
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
