import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Choices } from '@check-requests/domain/notices/inbox/choices.ts'
import type { NoticeContent } from '@check-requests/domain/notices/inbox/mail.ts'
import { type NoticeEvent, topicOf, waitingAtStatus } from '@check-requests/domain/notices/inbox/notices.ts'
import { decidersOf } from '../../../approvals/queries/routed.ts'
import { listViewers } from '../../../check-requests/queries/detail/viewers.ts'
import { findZonesOf } from '../../../organization/queries/calendars.ts'
import { moment } from '../../../platform/clock.ts'
import type { Db } from '../../../tables.ts'
import { findQuotes } from '../../inbox/queries/notices.ts'
import { findRefusals, type MailRow } from './outbox.ts'

/** Current data for writing emails, besides the outbox rows. */
export interface Facts {
  readonly people: ReadonlyMap<number, Recipient>
  readonly requests: ReadonlyMap<number, MailedRequest>
  /** Accounts with a change that is pending confirmation. */
  readonly accounts: ReadonlyMap<number, NamedAccount>
  /** The texts of the requested comments, by event key. */
  readonly quotes: ReadonlyMap<string, string>
  /** All requested accounts. */
  readonly named: ReadonlyMap<number, NamedAccount>
  /** The settings of the dealer groups for notices that name neither a request nor an account. */
  readonly groups: ReadonlyMap<number, { readonly isDiscreet: boolean; readonly groupText: string | null }>
}

interface NamedAccount {
  readonly name: string
  readonly groupText: string | null
}

/** An email recipient. */
export interface Recipient {
  readonly id: number
  readonly email: string
  /** Null for super admins. */
  readonly dealerGroupId: number | null
  /** True if the mail server refused the address last time. */
  readonly isRefused: boolean
  readonly choices: Choices
  /** The recipient's time zone. Undefined for super admins. */
  readonly zone: string | undefined
}

export type MailedRequest = Awaited<ReturnType<typeof requestsAmong>>[number]

/**
 * Returns the users, requests, and accounts with these ids. Leaves out inactive and deleted users, and users in an
 * inactive dealer group.
 */
export async function findFacts(
  db: Db,
  ids: {
    readonly people: readonly number[]
    readonly requests: readonly number[]
    readonly accounts: readonly number[]
    readonly groups: readonly number[]
    /** The event keys. */
    readonly keys: readonly string[]
  },
): Promise<Facts> {
  const choices = Map.groupBy(await choicesAmong(db, ids.people), (row) => row.user_id)
  const refusals = await findRefusals(db, ids.people)
  const zones = await findZonesOf(db, ids.people)
  const people = (await activeAmong(db, ids.people)).map(
    ({ id, email, dealer_group_id: dealerGroupId }): [number, Recipient] => [
      id,
      {
        id,
        email,
        dealerGroupId,
        isRefused: refusals.has(id),
        zone: zones.get(id),
        choices: Object.fromEntries((choices.get(id) ?? []).map(({ topic, delivery }) => [topic, delivery])),
      },
    ],
  )
  return {
    people: new Map(people),
    requests: new Map((await requestsAmong(db, ids.requests)).map((row) => [row.id, row])),
    accounts: new Map((await accountsWaiting(db, ids.accounts)).map(namedAccount)),
    quotes: await findQuotes(db, ids.keys),
    named: new Map((await accountsAmong(db, ids.accounts)).map(namedAccount)),
    groups: new Map(
      (await groupsAmong(db, ids.groups)).map(({ id, discreet_mails, mail_text }) => [
        id,
        { isDiscreet: discreet_mails === 1, groupText: mail_text },
      ]),
    ),
  }
}

function namedAccount(row: { id: number; first_name: string; last_name: string; mail_text: string | null }) {
  return [row.id, { name: `${row.first_name} ${row.last_name}`, groupText: row.mail_text }] as const
}

async function accountsAmong(db: Db, accounts: readonly number[]) {
  if (accounts.length === 0) return []
  return db
    .selectFrom('users')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'dealer_groups.mail_text'])
    .where('users.id', 'in', accounts)
    .execute()
}

async function groupsAmong(db: Db, groups: readonly number[]) {
  if (groups.length === 0) return []
  return db
    .selectFrom('dealer_groups')
    .select(['id', 'discreet_mails', 'mail_text'])
    .where('id', 'in', groups)
    .execute()
}

async function choicesAmong(db: Db, people: readonly number[]) {
  if (people.length === 0) return []
  return db.selectFrom('notice_choices').selectAll().where('user_id', 'in', people).execute()
}

async function activeAmong(db: Db, people: readonly number[]) {
  if (people.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'email', 'dealer_group_id'])
    .where('id', 'in', people)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dealer_groups')
            .select('dealer_groups.id')
            .whereRef('dealer_groups.id', '=', 'users.dealer_group_id')
            .where('is_active', '=', 0),
        ),
      ),
    )
    .execute()
}

async function requestsAmong(db: Db, requests: readonly number[]) {
  if (requests.length === 0) return []
  return db
    .selectFrom('check_requests')
    .innerJoin('users', 'users.id', 'check_requests.requester_id')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .innerJoin('purposes', 'purposes.id', 'check_requests.purpose_id')
    .leftJoin('dealerships', 'dealerships.id', 'check_requests.dealership_id')
    .leftJoin('departments', 'departments.id', 'check_requests.department_id')
    .leftJoin('approval_routes', 'approval_routes.check_request_id', 'check_requests.id')
    .select([
      'approval_routes.policy_number',
      'check_requests.id',
      'check_requests.version',
      'purposes.name as purpose_name',
      'dealerships.name as dealership_name',
      'departments.name as department_name',
      'dealer_groups.name as dealer_group_name',
      'check_requests.dealer_group_id',
      'check_requests.dealership_id',
      'check_requests.department_id',
      'check_requests.requester_id',
      'check_requests.request_number',
      'check_requests.payee_name_1',
      'check_requests.amount_cents',
      'check_requests.status_id',
      'check_requests.held_by_id',
      'users.first_name as requester_first_name',
      'users.last_name as requester_last_name',
      'dealer_groups.discreet_mails',
      'dealer_groups.mail_pages',
      'dealer_groups.mail_text',
    ])
    .where('check_requests.id', 'in', requests)
    .execute()
}

// A change that was confirmed or stopped is no longer pending.
async function accountsWaiting(db: Db, accounts: readonly number[]) {
  if (accounts.length === 0) return []
  return db
    .selectFrom('users')
    .innerJoin('account_confirmations', 'account_confirmations.user_id', 'users.id')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'dealer_groups.mail_text'])
    .where('users.id', 'in', accounts)
    .where('account_confirmations.in_effect', '=', 0)
    .where('account_confirmations.stopped_at', 'is', null)
    .execute()
}

/** The ids of users who handled a request. */
export async function handsIn(db: Db, requestId: number): Promise<number[]> {
  const hands = db.selectFrom('request_hands').select('user_id').where('check_request_id', '=', requestId)
  return (await hands.execute()).map((row) => row.user_id)
}

/** A notice to a user, as an email or a chat message. */
export type NoticeRow = Pick<MailRow, 'user_id' | 'event' | 'check_request_id' | 'account_id'>

function saidBy(event: NoticeEvent): NoticeEvent {
  return event === 'reminder' || event === 'escalated' ? 'waiting-for-approval' : event
}

/** Returns the role for which a request is pending by this event, or undefined if the request is no longer pending. */
export function stillWaits({ status_id, held_by_id, policy_number }: MailedRequest, event: NoticeEvent) {
  const waiting = waitingAtStatus(statusOf(status_id).name, policy_number !== null)
  if (waiting?.event !== saidBy(event) || held_by_id !== null) return undefined
  return roleNamed(waiting.role).id
}

type WrittenRow = NoticeRow & Pick<MailRow, 'dealer_group_id' | 'event_key' | 'actor_name' | 'text'>

/** What a notice says, without links that do more than open a page. */
export function contentOf(row: WrittenRow, facts: Facts): NoticeContent {
  const { check_request_id, account_id, dealer_group_id } = row
  const request = check_request_id === null ? undefined : facts.requests.get(check_request_id)
  const account = account_id === null ? undefined : facts.named.get(account_id)
  const group = dealer_group_id === null ? undefined : facts.groups.get(dealer_group_id)
  const waits = request && stillWaits(request, row.event)
  return {
    event: row.event,
    by: waits ? `${request.requester_first_name} ${request.requester_last_name}` : row.actor_name,
    text: row.text ?? facts.quotes.get(row.event_key) ?? null,
    request: request
      ? { id: request.id, number: request.request_number, payee: request.payee_name_1, amount: request.amount_cents }
      : null,
    account: account?.name ?? null,
    isDiscreet: request ? request.discreet_mails === 1 : group?.isDiscreet === true,
    groupText: request?.mail_text ?? account?.groupText ?? group?.groupText ?? null,
  }
}

/**
 * Returns a function that decides whether a recipient can get an email or chat message. The recipient must be able to see
 * its request and, if the request is pending, must see it in the role that acts on it.
 */
export async function sightOf(db: Db, rows: readonly NoticeRow[], { requests, accounts }: Facts, now: number) {
  const readers = new Map<number, Map<number, readonly number[]>>()
  const deciders = new Map<number, ReadonlySet<number>>()
  for (const [id, own] of Map.groupBy(rows, (row) => row.check_request_id)) {
    const request = id === null ? undefined : requests.get(id)
    if (!request) continue
    const people = [...new Set(own.map((row) => row.user_id))]
    const seeing = await listViewers(db, request, moment(now), { among: people })
    readers.set(request.id, new Map(seeing.map(({ userId, rolesInForce }) => [userId, rolesInForce])))
    const only = isPending(statusOf(request.status_id).name) && (await decidersOf(db, request.id, moment(now)))
    if (only) deciders.set(request.id, only)
  }
  return ({ check_request_id: id, account_id, user_id, event }: NoticeRow): boolean => {
    if (id === null) return event !== 'confirmation' || (account_id !== null && accounts.has(account_id))
    const request = requests.get(id)
    const roles = readers.get(id)?.get(user_id)
    if (!request || !roles) return false
    if (!['waiting', 'reminder'].includes(topicOf(event))) return roles.length > 0
    const role = stillWaits(request, event)
    return role !== undefined && roles.includes(role) && (deciders.get(id)?.has(user_id) ?? true)
  }
}
