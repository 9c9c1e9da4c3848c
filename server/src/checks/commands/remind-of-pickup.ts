import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services } from '../../services.ts'
import { type LyingCheck, listLying, listRemindingAccounts } from '../queries/watched.ts'
import { tellProcessors } from './watch-stops.ts'

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
