import { unclaimedDue } from '@check-requests/domain/bank/unclaimed.ts'
import type { StaleCheckReply } from '@check-requests/domain/checks/replies.ts'
import { addDays, type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { stateOfAddress } from '@check-requests/domain/values/us-address.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findPayer, type ShownAccount } from '../../bank/queries/accounts.ts'
import { unclaimedIn } from '../../bank/queries/stored-account.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { presentStale } from '../presenter/reports.ts'
import { combinedIn } from '../queries/checks.ts'
import { knownAddress } from '../queries/ready.ts'
import { listStale, type StaleRow, type StaleSearch, sumStale } from '../queries/watched.ts'
import { accountsAsked, requireAccountOf } from './load.ts'

const mostListed = 500

type Reading = Pick<Services, 'database' | 'clock'>

/** The oldest 500 stale checks of the requested accounts, with the number and total (in cents) of all stale checks. */
export async function readStale(
  services: Reading,
  caller: Caller,
  asked: { readonly bank_account_id?: number | undefined },
): Promise<{ items: StaleCheckReply[]; count: number; cents: Cents }> {
  const { read } = services.database
  const found = { items: [] as StaleCheckReply[], count: 0, cents: 0 }
  for (const account of await accountsAsked(read, caller, asked)) {
    const { search, today } = await searchIn(services, caller, account)
    const group = await findGroup(read, account.dealer_group_id)
    if (!group) throw notFound('bank account')
    const { holder_state: holderState, rules: table } = unclaimedIn(group)
    const rows = await listStale(read, search, mostListed)
    const combined = await combinedIn(
      read,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      const address = addressOf(row)
      const uncashed = { checkDate: row.check_date, payeeState: stateOfAddress(address), kind: row.kind }
      const due = unclaimedDue(uncashed, { holderState, table })
      found.items.push(
        presentStale(row, { accountName: account.name, combined: combined.get(row.id), today, address, due }),
      )
    }
    const { count, cents } = await sumStale(read, search)
    found.count += count
    found.cents += cents
  }
  const oldest = found.items.sort((one, other) => one.check_date.localeCompare(other.check_date))
  return { ...found, items: oldest.slice(0, mostListed) }
}

/** A letter for each stale check of an account whose payee has a known address. */
export async function writeLetters(services: Services, caller: Caller, accountId: number) {
  const { read } = services.database
  const account = await requireAccountOf(read, caller, accountId)
  const { search, today } = await searchIn(services, caller, account)
  const checks = (await listStale(read, search, mostListed)).flatMap((row) => {
    const { number, check_date: date, payee_name: payee, amount_cents: amount } = row
    const addressLines = addressOf(row)
    return addressLines.length > 0 ? [{ number, date, payee, amount, addressLines }] : []
  })
  if (checks.length === 0)
    throw new Failure(
      'CONFLICT',
      `No payee of a stale check on account ${account.name} has an address. Add addresses in the payee list.`,
    )
  const { name, addressLines } = await findPayer(read, account)
  const payer = [name, ...addressLines]
  const letters = { kind: 'letters', date: today, payer, contact: payer.join(', '), checks } as const
  const parts = await services.checkPapers.plain(letters, account.dealer_group_id)
  return { fileName: `letters-${today}.pdf`, parts }
}

async function searchIn(
  { clock }: Pick<Reading, 'clock'>,
  caller: Caller,
  { id, dealer_group_id: dealerGroupId, stale_after_days, time_zone }: ShownAccount,
): Promise<{ search: StaleSearch; today: CalendarDate }> {
  const today = datesIn(time_zone)(clock())
  const before = addDays(today, -stale_after_days)
  return { search: { accountId: id, dealerGroupId, scope: caller.scope, before }, today }
}

/** The payee's last known address: from the payee list or, if there is none, from the check. */
function addressOf({ payee_address, face }: StaleRow): readonly string[] {
  return knownAddress(payee_address, face)
}
