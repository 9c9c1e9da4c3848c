import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import type { RedFlagsQuery } from '@check-requests/domain/checks/fields.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { type FlaggableCheck, hasPostBox, redFlags } from '@check-requests/domain/checks/red-flags.ts'
import type { FlaggedCheckReply } from '@check-requests/domain/checks/replies.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findPolicyInForce } from '../../approvals/queries/policies.ts'
import { peopleIn, type ShownAccount } from '../../bank/queries/accounts.ts'
import { findPaidAs } from '../../check-requests/queries/detail/payees.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import { presentFlagged } from '../presenter/reports.ts'
import { combinedIn } from '../queries/checks.ts'
import { type FlaggableRow, firstAsked, listFlaggable } from '../queries/flaggable.ts'
import { accountsAsked } from './load.ts'

const mostListed = 500
/** The maximum number of checks examined in one call. */
const mostLookedAt = 20_000
/** How many days before a period an event can make a check in that period suspicious. */
const daysBefore = 7

interface FlaggableOfAccount extends FlaggableCheck {
  readonly row: FlaggableRow
}

/** The suspicious checks of a period, by account. */
export async function readRedFlags(db: Db, caller: Caller, query: RedFlagsQuery) {
  const found = { items: [] as FlaggedCheckReply[], flagged: 0, looked_at: 0 }
  for (const account of await accountsAsked(db, caller, query)) {
    const checks = await flaggableOf(db, caller, account, query)
    const inPeriod = (check: FlaggableCheck) => check.checkDate >= query.from
    const limits = { limits: await limitsOf(db, account) }
    const flagged = redFlags(checks, limits).filter(({ check }) => inPeriod(check))
    found.looked_at += checks.filter(inPeriod).length
    found.flagged += flagged.length
    const rows = new Map(checks.map(({ row }) => [row.number, row]))
    const listed = flagged.slice(0, mostListed - found.items.length)
    const combined = await combinedIn(
      db,
      listed.map(({ check }) => check.row.id),
    )
    for (const one of listed) {
      const about = { accountName: account.name, combined: combined.get(one.check.row.id) }
      found.items.push(presentFlagged(one, about, rows))
    }
  }
  return found
}

async function flaggableOf(db: Db, caller: Caller, account: ShownAccount, { from, to }: RedFlagsQuery) {
  const search = { account, scope: caller.scope, from: addDays(from, -daysBefore), to }
  const rows = await listFlaggable(db, search, mostLookedAt + 1)
  if (rows.length > mostLookedAt)
    throw invalidFields({
      to: `Account ${account.name} has more than ${mostLookedAt.toLocaleString('en-US')} checks in this period. Choose a shorter one.`,
    })
  // A new payee is suspicious only if its address is a P.O. box.
  const keys = rows.filter((row) => hasPostBox(addressOf(row))).map(keyOf)
  const asked = await firstAskedOf(db, account.dealer_group_id, new Set(keys))
  const dateOf = datesIn(account.time_zone)
  return rows.map((row): FlaggableOfAccount => {
    const since = [row.listed_at, asked.get(keyOf(row))].filter((at) => typeof at === 'string').sort()[0]
    return {
      row,
      number: row.number,
      amountCents: row.amount_cents,
      payee: row.payee_name,
      address: addressOf(row),
      checkDate: row.check_date,
      payeeSince: since === undefined ? row.check_date : dateOf(Date.parse(since)),
      isTakenBack: isTakenBack(row.state),
      replaces: row.replaced_state !== null && isTakenBack(row.replaced_state) ? row.replaced : null,
    }
  })
}

async function firstAskedOf(db: Db, dealerGroupId: number, keys: ReadonlySet<string>) {
  const asked = new Map<string, string | undefined>()
  for (const key of keys) asked.set(key, await firstAsked(db, dealerGroupId, await findPaidAs(db, dealerGroupId, key)))
  return asked
}

function isTakenBack(state: FlaggableRow['state']): boolean {
  return state === stateAfter('void') || state === stateAfter('stop')
}

function addressOf({ mailing_address, address }: FlaggableRow): string | null {
  return mailing_address ?? address
}

function keyOf({ payee_name_1, payee_name }: FlaggableRow): string {
  return payeeKey(payee_name_1 ?? payee_name)
}

/**
 * The amounts above which an additional user must sign or approve, from the account and from its dealer group's policy.
 */
async function limitsOf(db: Db, account: ShownAccount): Promise<Cents[]> {
  const stored = await findPolicyInForce(db, account.dealer_group_id)
  const policy: Policy | undefined = stored && JSON.parse(stored.content)
  const ofRules = policy?.rules.flatMap(({ conditions: { amount_from, amount_to } }) => [
    amount_from === null ? null : amount_from - 1,
    amount_to,
  ])
  const ofPeople = peopleIn(account).map(({ mostToSign }) => mostToSign)
  const all = [account.two_signers_above_cents, account.limit_cents, ...ofPeople, ...(ofRules ?? [])]
  return all.filter((limit) => limit !== null).filter((limit) => limit > 0)
}
