import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { refusalToConfirm as refusalToConfirmAccount } from '@check-requests/domain/bank/accounts.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type ListQuery, listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { refusalAboveLimit } from '@check-requests/domain/checks/printing.ts'
import { type AccountRight, refusalByAccount } from '@check-requests/domain/checks/rules.ts'
import type { WaitingReply } from '@check-requests/domain/dashboard/endpoints.ts'
import {
  delegationExpiresWithinDays,
  mostWaiting,
  type WaitingKind,
  waitingKinds,
} from '@check-requests/domain/dashboard/waiting.ts'
import { refusalToConfirm } from '@check-requests/domain/people/controls/controls.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { listAdmins } from '../../access/pending-accounts/commands/second-people.ts'
import { decidedOf } from '../../access/pending-controls/commands/hold.ts'
import { listOpenChanges } from '../../access/pending-controls/queries/changes.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { listNotEnded } from '../../approvals/delegations/queries/delegations.ts'
import { listUndosToConfirm } from '../../bank/commands/undo-file.ts'
import { peopleIn, proposersOf, type ShownAccount } from '../../bank/queries/accounts.ts'
import { sumResolvable } from '../../bank/queries/touched-checks.ts'
import { findUnexplained } from '../../check-requests/queries/detail/print-duplicates.ts'
import type { Counting } from '../../check-requests/queries/list/find-page.ts'
import { listTotal } from '../../check-requests/queries/list/list.ts'
import { accountsAsked } from '../../checks/commands/load.ts'
import { listToLeave } from '../../checks/commands/ready-checks.ts'
import { offerToSign } from '../../checks/commands/sign.ts'
import { findKeyCopies } from '../../operation/installation/commands/key-copies.ts'
import { listWaiting as listConfirmations } from '../../people/confirmations/commands/decide.ts'
import { moment } from '../../platform/clock.ts'
import { inTurns, readOnce, together } from '../../platform/threads/promises.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { listBarredPending, listPrintable, sumInProcess } from '../queries/waiting.ts'

/** Work of one kind. `cents`: the total, or null for work without amounts. */
interface Waiting {
  readonly kind: WaitingKind
  readonly count: number
  readonly cents: Cents | null
  readonly oldest: string | null
  readonly accountId?: number
}

/**
 * Everything that waits for a caller, most urgent first: only work that the caller is allowed to do, so that each count
 * is that of the rows that its screen offers (decision 176).
 */
export async function listWaiting(
  services: Services,
  db: Db,
  caller: Caller,
  counting: Counting,
): Promise<WaitingReply[]> {
  // Auditors change nothing, and a role that isn't in force yet can't act.
  if (caller.isAuditor || caller.waitingRoles.includes(caller.roleId)) return []
  const all = await accountsOf(db, caller)
  const accounts = all.filter(({ state }) => state === 'active')
  const found = await together(
    sumExceptions(db, caller, accounts),
    sumUndos(db, caller, accounts),
    sumRequests(services, db, caller, counting),
    sumPrints(db, caller, accounts),
    sumSignatures(db, caller, accounts),
    sumLeaving(db, caller, accounts),
    sumConfirmations(services, caller),
    sumProposals(caller, all),
    sumControls(services, db, caller),
    sumDelegations(services, db, caller),
    sumKeyCopies(services, db, caller),
  )
  const waiting = found.flat().filter(({ count }) => count > 0)
  return waiting
    .toSorted((one, other) => waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind))
    .map(({ kind, count, cents, oldest, accountId = null }) => ({
      kind,
      count: Math.min(count, mostWaiting + 1),
      amount: cents === null ? null : centsToDollars(cents),
      oldest,
      bank_account_id: accountId,
    }))
}

async function accountsOf(db: Db, caller: Caller): Promise<ShownAccount[]> {
  const rights = rightsOf(caller)
  // A group's first account has to be confirmed too.
  const hasAny = caller.hasBankAccount || mayDo(rights, 'bank-accounts.write')
  return hasAny && mayDo(rights, 'checks.read') ? accountsAsked(db, caller, {}) : []
}

function rightsOf({ role, scope: { level } }: Caller) {
  return { role, level }
}

function withRight(caller: Caller, accounts: readonly ShownAccount[], right: AccountRight): ShownAccount[] {
  return accounts.filter((account) => {
    return refusalByAccount(right, caller, { name: account.name, people: peopleIn(account) }) === undefined
  })
}

async function sumExceptions(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  const open = withRight(caller, accounts, 'reconcile').filter(({ open_since }) => open_since !== null)
  if (open.length === 0) return []
  const rows = await sumResolvable(db, open, caller.userId)
  const [first] = rows.toSorted((one, other) => one.oldest.localeCompare(other.oldest))
  const { count, cents } = totalOf(rows)
  return first
    ? [{ kind: 'bank-exceptions', count, cents, oldest: first.oldest, accountId: first.bank_account_id }]
    : []
}

/** The requests to undo a file or the clearing of a check that the caller can confirm. */
async function sumUndos(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  const able = withRight(caller, accounts, 'reconcile')
  if (able.length === 0) return []
  const undos = await listUndosToConfirm(db, caller.userId, able)
  const [first] = undos.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  const kind = 'clearing-undos'
  return first ? [{ kind, count: undos.length, cents: null, oldest: first.at, accountId: first.accountId }] : []
}

function totalOf(rows: readonly { readonly count: number; readonly cents: Cents }[]) {
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    cents: rows.reduce((sum, row) => sum + row.cents, 0),
  }
}

function sumRequests(services: Services, db: Db, caller: Caller, counting: Counting): Promise<Waiting[]> {
  if (caller.role === 'requester') return sumSentBack(services, db, caller, counting)
  if (caller.role === 'approver') return sumApprovals(services, db, caller, counting)
  return caller.role === 'processor' ? sumProcessing(db, caller) : Promise.resolve([])
}

function asked(changes: Partial<ListQuery>): ListQuery {
  return { ...listQuery.parse({}), ...changes }
}

async function sumSentBack(services: Services, db: Db, caller: Caller, counting: Counting): Promise<Waiting[]> {
  const query = asked({ view: 'sendback', sort: 'waiting', limit: 1 })
  const { total, first } = await listTotal(db, { caller, query, now: services.clock(), counting })
  return [{ kind: 'sent-back', count: total.total, cents: total.cents, oldest: first[0]?.status_changed_at ?? null }]
}

/** The requests in the caller's queue, without those that separation of duties bars the caller from. */
async function sumApprovals(services: Services, db: Db, caller: Caller, counting: Counting): Promise<Waiting[]> {
  // Under a policy, the queue leaves out the requests that the caller can't decide on. Others raise and edit nothing.
  const mightBar = !caller.underPolicy && caller.allRoles.length > 1
  const barred = mightBar ? await listBarredPending(db, caller) : []
  const ids = new Set(barred.map(({ id }) => id))
  const query = asked({ view: 'pending', sort: 'waiting', limit: Math.min(100, ids.size + 1) })
  const { total, first } = await listTotal(db, { caller, query, now: services.clock(), counting })
  const cents = total.cents === null ? null : barred.reduce((sum, one) => sum - one.amount_cents, total.cents)
  const oldest = first.find(({ id }) => !ids.has(id))?.status_changed_at ?? null
  return [{ kind: 'approvals', count: total.total - ids.size, cents, oldest }]
}

/** The kinds of requests on the Processing screen, by status. Other screens list the checks of bank accounts. */
const processingKinds = new Map<number, { readonly kind: WaitingKind; readonly withAccount: boolean }>([
  [statusNamed('approved').id, { kind: 'status-approved', withAccount: false }],
  [statusNamed('printed').id, { kind: 'status-printed', withAccount: false }],
  [statusNamed('signed').id, { kind: 'signed', withAccount: true }],
  [statusNamed('ready').id, { kind: 'status-ready', withAccount: false }],
])

/** The requests that a processor takes further on the Processing screen. */
async function sumProcessing(db: Db, caller: Caller): Promise<Waiting[]> {
  const rows = await sumInProcess(db, caller)
  return [...processingKinds].map(([statusId, { kind, withAccount }]) => {
    const some = rows.filter(({ status_id, draws }) => status_id === statusId && (withAccount || draws === 0))
    const [oldest = null] = some.map((row) => row.oldest).sort()
    return { kind, ...totalOf(some), oldest }
  })
}

/** The approved requests that Print Checks offers on some account. */
async function sumPrints(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  const able = withRight(caller, accounts, 'print')
  if (able.length === 0) return []
  const dealershipIds = [...new Set(able.flatMap(({ dealership_ids }) => dealership_ids))]
  const rows = (await listPrintable(db, caller, dealershipIds)).filter(({ dealership_id, amount_cents }) =>
    able.some(
      ({ name, limit_cents: limitPerCheck, dealership_ids }) =>
        dealership_ids.includes(dealership_id) && !refusalAboveLimit(amount_cents, { name, limitPerCheck }),
    ),
  )
  const unexplained = new Set<number>()
  for (const [groupId, some] of Map.groupBy(rows, ({ dealer_group_id }) => dealer_group_id)) {
    const ids = some.slice(0, mostCompared).map(({ id }) => id)
    for (const id of (await findUnexplained(db, groupId, ids)).keys()) unexplained.add(id)
  }
  return [
    summed(
      'prints',
      rows
        .filter(({ id }) => !unexplained.has(id))
        .map(({ amount_cents, status_changed_at }) => ({ cents: amount_cents, since: status_changed_at })),
    ),
  ]
}

/** The number of requests compared with others at once, as Print Checks does. */
const mostCompared = 500

function summed(kind: WaitingKind, rows: readonly { readonly cents: Cents; readonly since: string }[]): Waiting {
  const [oldest = null] = rows.map(({ since }) => since).sort()
  return { kind, count: rows.length, cents: rows.reduce((sum, { cents }) => sum + cents, 0), oldest }
}

async function sumSignatures(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  const offered = await offerToSign(db, caller, withRight(caller, accounts, 'sign'))
  const able = offered.filter(({ refusal }) => refusal === undefined)
  return [
    summed(
      'signatures',
      able.map(({ amount, printedAt }) => ({ cents: amount, since: printedAt })),
    ),
  ]
}

async function sumLeaving(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  if (!mayDo(rightsOf(caller), 'checks.hand-over')) return []
  const sum = async (kind: WaitingKind, leaves: 'mailed' | 'picked up') => {
    const able = (await listToLeave(db, caller, accounts, leaves)).filter(({ refusal }) => refusal === null)
    return summed(
      kind,
      able.map(({ check }) => ({ cents: check.amount_cents, since: check.status_changed_at })),
    )
  }
  return together(sum('mailings', 'mailed'), sum('handovers', 'picked up'))
}

async function sumConfirmations(services: Services, caller: Caller): Promise<Waiting[]> {
  if (!mayDo(rightsOf(caller), 'account-confirmations.decide')) return []
  const { others } = await listConfirmations(services, caller)
  const able = others.filter(({ confirm_refusal }) => confirm_refusal === null)
  const [oldest = null] = able.map(({ asked_at }) => asked_at).sort()
  return [{ kind: 'confirmations', count: able.length, cents: null, oldest }]
}

/** The proposed bank accounts, and the changes to bank accounts, that the caller can confirm. */
async function sumProposals(caller: Caller, accounts: readonly ShownAccount[]): Promise<Waiting[]> {
  if (!mayDo(rightsOf(caller), 'bank-accounts.write')) return []
  const able = accounts.filter((account) => {
    const asked = { ...account, isWaiting: account.waiting !== null, proposers: proposersOf(account) }
    return refusalToConfirmAccount(caller.userId, asked) === undefined
  })
  const [oldest = null] = able.flatMap(({ state, created_at }) => (state === 'proposed' ? created_at : [])).sort()
  return [{ kind: 'bank-accounts', count: able.length, cents: null, oldest }]
}

async function sumControls({ clock }: Services, db: Db, caller: Caller): Promise<Waiting[]> {
  if (!mayDo(rightsOf(caller), 'controls.decide')) return []
  const now = clock()
  const adminsOf = readOnce((groupId: number) => listAdmins(db, groupId, now))
  const able: string[] = []
  await inTurns(await listOpenChanges(db, caller.scope.dealerGroupId), async (change) => {
    const decided = await decidedOf(db, change, now, await adminsOf(change.dealer_group_id))
    if (refusalToConfirm(caller.userId, decided) === undefined) able.push(change.asked_at)
  })
  const [oldest = null] = able.sort()
  return [{ kind: 'controls', count: able.length, cents: null, oldest }]
}

/** The caller's own delegations in their last days. `oldest` is the beginning of those days. */
async function sumDelegations({ clock }: Services, db: Db, { role, userId, scope }: Caller): Promise<Waiting[]> {
  if (role !== 'approver' || scope.dealerGroupId === null) return []
  const now = clock()
  const ending = (await listNotEnded(db, scope.dealerGroupId, now)).flatMap(
    ({ from_id, starts_on, ends_on, time_zone }) => {
      const today = datesIn(time_zone)(now)
      const first = addDays(ends_on, 1 - delegationExpiresWithinDays)
      return from_id === userId && starts_on <= today && first <= today ? [moment(startOfDay(first, time_zone))] : []
    },
  )
  const [oldest = null] = ending.sort()
  return [{ kind: 'delegations', count: ending.length, cents: null, oldest }]
}

/** The reminder that lasts until a super admin confirms that copies of the keys are kept elsewhere. */
async function sumKeyCopies({ config }: Services, db: Db, caller: Caller): Promise<Waiting[]> {
  if (!mayDo(rightsOf(caller), 'installation.confirm')) return []
  const { files, confirmed_at } = await findKeyCopies(db, config)
  return files.length === 0 || confirmed_at !== null
    ? []
    : [{ kind: 'key-copies', count: 1, cents: null, oldest: null }]
}
