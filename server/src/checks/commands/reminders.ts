import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { stopOn, stopReminderDays } from '@check-requests/domain/checks/rules.ts'
import { addDays, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { listViewers } from '../../check-requests/queries/detail/viewers.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { type CheckRow, updateCheck } from '../queries/checks.ts'
import {
  type LyingCheck,
  listGroupsWithAccounts,
  listLapsing,
  listLying,
  listRemindingAccounts,
} from '../queries/watched.ts'
import { announceChecks, todayOf } from './record.ts'

const stopsAtOnce = 50
const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/**
 * Reminds processors, once for each stop, that the stop expires within two weeks. Records expired stops, after which the
 * bank can pay the check. Days are in the time zone of the dealer group.
 */
export async function watchStops(services: Services): Promise<void> {
  for (const { id, time_zone } of await listGroupsWithAccounts(services.database.read)) {
    const today = datesIn(time_zone)(services.clock())
    let after: number | undefined = 0
    while (after !== undefined) after = await watchSome(services, { group: id, today, after })
  }
}

interface Place {
  readonly group: number
  readonly today: string
  readonly after: number
}

/** Processes the next few stops. Returns the last id, or undefined when no stops are left. */
function watchSome(services: Services, { group, today, after }: Place): Promise<number | undefined> {
  return commit(services, undefined, async (unit) => {
    const until = addDays(today, stopReminderDays)
    const checks = await listLapsing(unit.trx, { group, until, after, limit: stopsAtOnce })
    for (const check of checks) await watch(unit, check, await todayOf(unit, check))
    return checks.length < stopsAtOnce ? undefined : checks.at(-1)?.id
  })
}

async function watch(unit: Unit, check: CheckRow, today: string): Promise<void> {
  const { id, number, stop_lapses_on: lapsesOn } = check
  if (lapsesOn === null) return
  const hasLapsed = stopOn(lapsesOn, today) === 'lapsed'
  if (hasLapsed) await noteLapsed(unit, check)
  const text = hasLapsed
    ? `The stop of check ${number} expired on ${formatDate(lapsesOn)}. Have the bank renew it, or end the check another way.`
    : `The stop of check ${number} expires on ${formatDate(lapsesOn)}. Have the bank renew it, and enter its new number.`
  const event = hasLapsed ? 'stop-lapsed' : 'stop-lapses'
  // The key includes the day on which the stop expires, so that a renewed stop gets a new reminder.
  await tellProcessors(unit, check, { event, key: `${event}/${id}/${lapsesOn}`, text })
}

async function noteLapsed(unit: Unit, check: CheckRow): Promise<void> {
  await beforeChange(unit.trx, 'check', check.id)
  const stop_lapsed_at = moment(unit.now)
  if (!(await updateCheck(unit.trx, { id: check.id, state: stateAfter('stop') }, { stop_lapsed_at }))) return
  const subject = { chain: check.dealer_group_id, entity: 'check', entityId: check.id }
  const after = { number: check.number, stop_lapses_on: check.stop_lapses_on }
  unit.audit({ actor: system, ...subject, action: 'check.lapse-stop', after })
  announceChecks(unit, check.dealer_group_id)
}

/** Notifies the processors who can see the location for which a check was drawn. */
async function tellProcessors(
  unit: Unit,
  check: Pick<CheckRow, 'dealer_group_id' | 'dealership_id' | 'department_id' | 'check_request_id'>,
  news: Pick<Parameters<Unit['tell']>[1], 'event' | 'key' | 'text'>,
): Promise<void> {
  const { dealer_group_id, dealership_id, department_id, check_request_id } = check
  const place = { dealer_group_id, dealership_id, department_id, requester_id: 0 }
  const people = await listViewers(unit.trx, place, moment(unit.now), { role: 'processor' })
  await unit.tell(
    people.map(({ userId }) => userId),
    {
      ...news,
      actor: system,
      dealerGroupId: dealer_group_id,
      ...(check_request_id !== null && { requestId: check_request_id }),
    },
  )
}

const checksAtOnce = 50
const day = 86_400_000

type CounterEvent = 'not-picked-up' | 'to-mail'

/**
 * Notifies processors of ready checks that haven't been picked up: first a reminder after the days set in the account,
 * later a notice to mail the check. Sends each only once while the check is ready.
 */
export async function watchCounter(services: Services): Promise<void> {
  for (const account of await listRemindingAccounts(services.database.read)) {
    await remindAfter(services, account, 'to-mail', account.mail_task_days)
    await remindAfter(services, account, 'not-picked-up', account.pick_up_reminder_days)
  }
}

type Account = Parameters<typeof listLying>[1]['account']

async function remindAfter(services: Services, account: Account, event: CounterEvent, days: number | null) {
  if (days === null) return
  const before = moment(services.clock() - days * day)
  let after: number | undefined = 0
  while (after !== undefined) after = await remindOfSome(services, { account, event, before, after })
}

/** Sends notices for the next few checks. Returns the last id, or undefined when no checks are left. */
function remindOfSome(
  services: Services,
  search: Omit<Parameters<typeof listLying>[1], 'limit' | 'event'> & { readonly event: CounterEvent },
): Promise<number | undefined> {
  return commit(services, undefined, async (unit) => {
    const checks = await listLying(unit.trx, { ...search, limit: checksAtOnce })
    for (const check of checks) {
      const { event } = search
      const key = `${event}/${check.id}/${check.status_changed_at}`
      await tellProcessors(unit, check, { event, key, text: textOf(event, check) })
    }
    return checks.length < checksAtOnce ? undefined : checks.at(-1)?.id
  })
}

function textOf(event: CounterEvent, { number, status_changed_at }: LyingCheck): string {
  const since = `Check ${number} has been ready since ${formatDate(status_changed_at.slice(0, 10))}`
  return event === 'to-mail'
    ? `${since}. Mail it to the payee, and record it as mailed.`
    : `${since}, but no one has picked it up. Call the payee, or mail the check.`
}
