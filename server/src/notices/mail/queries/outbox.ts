import { type Insertable, type Selectable, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { MailOutcome, MailTable, WaitingMailTable } from '../tables.ts'

const insertedAtOnce = 100

export type MailRow = Selectable<MailTable>

/** A new outbox row for one recipient and event. */
export type NewMail = Pick<
  Insertable<MailTable>,
  | 'user_id'
  | 'dealer_group_id'
  | 'event_key'
  | 'event'
  | 'check_request_id'
  | 'account_id'
  | 'actor_name'
  | 'text'
  | 'created_at'
  | 'due_at'
>

/** Stores emails. Each user gets at most one per event. */
export async function insertMails(trx: Tx, mails: readonly NewMail[]): Promise<void> {
  for (let from = 0; from < mails.length; from += insertedAtOnce)
    await trx
      .insertInto('mails')
      .values(mails.slice(from, from + insertedAtOnce))
      .onConflict((conflict) => conflict.columns(['user_id', 'event_key', 'dealer_group_id']).doNothing())
      .execute()
}

/** A run that sends emails, and when its lease on them ends. */
export interface MailLease {
  readonly holder: string
  readonly now: string
  readonly until: string
}

/** Leases the oldest emails that are due. Each email is given to only one run. */
export function leaseMails(trx: Tx, lease: MailLease, limit: number): Promise<MailRow[]> {
  const due = free(trx, lease).select('id').where('in_digest', '=', 0).orderBy('due_at').orderBy('id').limit(limit)
  return take(trx, lease).where('id', 'in', due).returningAll().execute()
}

/** Leases all emails that are due for some users' summaries. Each user's emails are given to only one run. */
export async function leaseDigests(trx: Tx, lease: MailLease, people: number): Promise<MailRow[]> {
  const due = free(trx, lease).select('user_id').distinct().where('in_digest', '=', 1).orderBy('user_id').limit(people)
  return take(trx, lease).where('in_digest', '=', 1).where('user_id', 'in', due).returningAll().execute()
}

function free(trx: Tx, { now }: MailLease) {
  return trx
    .selectFrom('mails')
    .where('outcome', 'is', null)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
}

// The conditions are repeated here, because on PostgreSQL another run might have taken a row while this run waited for
// that row.
function take(trx: Tx, { holder, now, until }: MailLease) {
  return trx
    .updateTable('mails')
    .set({ leased_by: holder, leased_until: until })
    .where('outcome', 'is', null)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
}

/** The result to store for emails leased by a run. */
export type MailChange = Partial<
  Pick<MailRow, 'due_at' | 'in_digest' | 'attempts' | 'answer' | 'address' | 'outcome' | 'ended_at'>
>

/**
 * Stores the result for these emails and ends their lease. Changes nothing if another run has leased the emails in the
 * meantime.
 */
export async function releaseMails(trx: Tx, ids: readonly number[], holder: string, change: MailChange): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('mails')
    .set({ ...change, leased_by: null, leased_until: null })
    .where('id', 'in', ids)
    .where('leased_by', '=', holder)
    .execute()
}

const mostReturned = 500

/** The newest emails that the mail server accepted for an address. */
export function listSentTo(db: Db, address: string): Promise<MailRow[]> {
  const sent = db.selectFrom('mails').selectAll().where('address', '=', address).where('outcome', '=', 'sent')
  return sent.orderBy('id', 'desc').limit(mostReturned).execute()
}

/** Marks an email, and those in the same summary, as refused by the recipient's mail server. */
export async function markReturned(trx: Tx, { address, ended_at }: MailRow, answer: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ outcome: 'refused', answer: answer.slice(0, 300) })
    .where('address', '=', address)
    .where('ended_at', '=', ended_at)
    .execute()
}

const oldestAtOnce = 1000

/** Deletes emails from before a given time. Ids grow over time, so the oldest emails have the lowest ids. */
export async function deleteMailsBefore(trx: Tx, before: string): Promise<void> {
  for (;;) {
    const oldest = trx.selectFrom('mails').select('id').orderBy('id').limit(oldestAtOnce)
    const { numDeletedRows } = await trx
      .deleteFrom('mails')
      .where('id', 'in', oldest)
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow()
    if (Number(numDeletedRows) < oldestAtOnce) return
  }
}

/** Deletes all sent and unsent emails to a user. */
export async function deleteMailsTo(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('mails').where('user_id', '=', userId).execute()
}

/** The number of queued emails, the time when the oldest one was queued, and the outcomes since a given time. */
export interface MailState {
  readonly waiting: number
  readonly since: string | null
  readonly sent: number
  readonly refused: number
  readonly givenUp: number
}

export async function findMailState(db: Db, since: string): Promise<MailState> {
  const waiting = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll().as('amount'), fn.min('created_at').as('since')])
    .where('outcome', 'is', null)
    .where('in_digest', '=', 0)
    .executeTakeFirstOrThrow()
  return {
    waiting: Number(waiting.amount),
    since: waiting.since,
    sent: await countOf(db, 'sent', since),
    refused: await countOf(db, 'refused', since),
    givenUp: await countOf(db, 'given_up', since),
  }
}

async function countOf(db: Db, outcome: MailOutcome, since: string): Promise<number> {
  const ended = db.selectFrom('mails').where('outcome', '=', outcome).where('ended_at', '>', since)
  const { amount } = await ended.select(({ fn }) => fn.countAll().as('amount')).executeTakeFirstOrThrow()
  return Number(amount)
}

/** A pending request whose approvers or processors still need an email. */
export type WaitingMail = Selectable<WaitingMailTable>

const insert = prepare((db: Db, param: Params<{ row: Insertable<WaitingMailTable> }>) =>
  db.insertInto('waiting_mails').values(param.row('row')),
)

/**
 * Records that everyone for whom a request is now pending needs an email. Adds one row, regardless of the number of
 * recipients.
 */
export async function insertWaitingMail(trx: Tx, row: WaitingMail): Promise<void> {
  await insert(trx, { row }).affectedRows()
}

/** Lists pending requests whose approvers or processors still need an email, oldest requests first. */
export function listWaitingMails(db: Db, limit: number): Promise<WaitingMail[]> {
  return db
    .selectFrom('waiting_mails')
    .selectAll()
    .orderBy('check_request_id')
    .orderBy('version')
    .limit(limit)
    .execute()
}

/**
 * Removes the record that a request's users need an email. Returns true if the record still existed, which is the case
 * for only one server instance.
 */
export async function removeWaitingMail(trx: Tx, { check_request_id, version }: WaitingMail): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('waiting_mails')
    .where('check_request_id', '=', check_request_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Returns the mail server's last refusal for each user, by id. Leaves out users whose address has been accepted since.
 */
export async function findRefusals(db: Db, among?: readonly number[]): Promise<Map<number, string>> {
  if (among?.length === 0) return new Map()
  const people = db
    .selectFrom('users')
    .innerJoin('mails', (join) =>
      join.on(
        'mails.id',
        '=',
        sql<number>`(select m.id from mails m where m.user_id = users.id and m.address = users.email
          and m.outcome in ('sent', 'refused') order by m.ended_at desc, m.id desc limit 1)`,
      ),
    )
    .select(['users.id', 'mails.answer'])
    .where('mails.outcome', '=', 'refused')
  const rows = await (among ? people.where('users.id', 'in', among) : people).execute()
  return new Map(rows.map(({ id, answer }) => [id, answer ?? '']))
}
