import { groupings, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'

/** Dealer groups that remind approvers, with their limit in business days and their time zone. */
export function listRemindingGroups(db: Db) {
  return db
    .selectFrom('dealer_groups')
    .select(['id', 'reminder_days', 'time_zone', 'business_weekdays', 'holidays'])
    .where('deleted_at', 'is', null)
    .where('reminder_days', '>', 0)
    .orderBy('id')
    .execute()
}

/** The dealership time zones that differ from the group's. */
export async function listOtherZones(db: Db, groupId: number, ofGroup: string): Promise<string[]> {
  const zones = db.selectFrom('dealerships').select('time_zone').distinct().where('dealer_group_id', '=', groupId)
  return (await zones.where('time_zone', '<>', ofGroup).orderBy('time_zone').execute()).flatMap(
    ({ time_zone }) => time_zone ?? [],
  )
}

const statusIds = groupings.pending.map((name) => statusNamed(name).id)

interface Overdue {
  readonly group: number
  /** Selects requests of dealerships in this time zone. Requests without a dealership use the group's time zone. */
  readonly zone: string
  readonly zoneOfGroup: string
  /** Selects requests that reached their status before this time and have had no reminder since. */
  readonly before: string
  /** Selects requests with a higher id. */
  readonly after: number
  readonly limit: number
}

const overdue = prepare((db: Db, param: Params<Overdue>) =>
  db
    .selectFrom('check_requests as r')
    .leftJoin('dealerships as d', 'd.id', 'r.dealership_id')
    .select([
      'r.id',
      'r.dealer_group_id',
      'r.dealership_id',
      'r.department_id',
      'r.requester_id',
      'r.status_changed_at',
    ])
    .where('r.dealer_group_id', '=', param('group'))
    .where('r.status_id', 'in', statusIds)
    .where((eb) => eb(eb.fn.coalesce('d.time_zone', param('zoneOfGroup')), '=', param('zone')))
    .where('r.status_changed_at', '<=', param('before'))
    .where('r.id', '>', param('after'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n')
            .select('n.id')
            .whereRef('n.check_request_id', '=', 'r.id')
            .where('n.event', '=', 'reminder')
            .where('n.created_at', '>', param('before')),
        ),
      ),
    )
    // Requests whose approval rule has its own reminders are left out.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approval_queue as q')
            .select('q.check_request_id')
            .whereRef('q.check_request_id', '=', 'r.id')
            .where('q.remind_at', 'is not', null),
        ),
      ),
    )
    .orderBy('r.id')
    .limit(param('limit')),
)

/** Lists requests that are overdue for approval, by id. */
export function listOverdue(db: Db, values: Overdue) {
  return overdue(db, values).all()
}

const hands = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('request_hands').select('user_id').where('check_request_id', '=', param('id')),
)

/** Lists the users who handled a request. */
export async function listHands(db: Db, id: number): Promise<number[]> {
  return (await hands(db, { id }).all()).map(({ user_id }) => user_id)
}
