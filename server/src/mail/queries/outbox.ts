import type { NoticeTopic } from '@check-requests/domain/inbox/notices.ts'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { MailTable } from '../tables.ts'

/** What is told, without to whom. */
export type NewMail = Pick<
  Insertable<MailTable>,
  | 'dealer_group_id'
  | 'event_key'
  | 'event'
  | 'check_request_id'
  | 'account_id'
  | 'actor_id'
  | 'actor_name'
  | 'text'
  | 'created_at'
  | 'due_at'
>

export type MailRow = Selectable<MailTable>

const insertFor = prepare(
  (_db: Db, param: Params<{ people: readonly number[]; topic: NoticeTopic; mail: NewMail }>) => {
    const mail = param.row('mail')
    return sql`
      insert into mails (user_id, dealer_group_id, event_key, event, check_request_id, account_id, actor_id, actor_name,
        text, created_at, due_at)
      select people.id, cast(${mail.dealer_group_id} as bigint), ${mail.event_key}, ${mail.event},
        cast(${mail.check_request_id} as bigint), cast(${mail.account_id} as bigint), cast(${mail.actor_id} as bigint),
        cast(${mail.actor_name} as text), cast(${mail.text} as text), ${mail.created_at}, ${mail.due_at}
      from (${sql.join(
        param.list('people').map((id) => sql`select cast(${id} as bigint) as id`),
        sql` union all `,
      )}) people
      where not exists (select 1 from notice_choices c where c.user_id = people.id and c.topic = ${param('topic')}
        and c.delivery in ('inbox', 'off'))
      on conflict (user_id, event_key, dealer_group_id) do nothing`
  },
)

/** Stores a mail for each of these people who has not chosen to do without; nobody gets two about one event. */
export async function insertMails(
  trx: Tx,
  people: readonly number[],
  topic: NoticeTopic,
  mail: NewMail,
): Promise<void> {
  if (people.length > 0) await insertFor(trx, { people, topic, mail }).affectedRows()
}

const insertOne = prepare((db: Db, param: Params<{ mail: NewMail }>) =>
  db.insertInto('mails').values(param.row('mail')),
)

/** Stores a mail to everybody for whom a request waits. */
export async function insertCall(trx: Tx, mail: NewMail): Promise<void> {
  await insertOne(trx, { mail }).affectedRows()
}

/** Mails to everybody for whom a request waits, oldest first. */
export function listCalls(db: Db, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('outcome', 'is', null)
    .where('user_id', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes such a mail; returns whether it was still there. Of several instances one does. */
export async function removeCall(trx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mails').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** A run that sends mails, and until when nobody else sends those that it takes. */
export interface MailLease {
  readonly holder: string
  readonly now: string
  readonly until: string
}

/** Takes mails that are due, oldest first. Of several runs one gets each. */
export function leaseMails(trx: Tx, lease: MailLease, limit: number): Promise<MailRow[]> {
  const due = free(trx, lease).select('id').where('in_digest', '=', 0).orderBy('due_at').orderBy('id').limit(limit)
  return take(trx, lease).where('id', 'in', due).returningAll().execute()
}

/** Takes all that is due for the summaries of some people. Of several runs one gets all for a person. */
export async function leaseDigests(trx: Tx, lease: MailLease, people: number): Promise<MailRow[]> {
  const due = free(trx, lease).select('user_id').distinct().where('in_digest', '=', 1).orderBy('user_id').limit(people)
  return take(trx, lease).where('in_digest', '=', 1).where('user_id', 'in', due).returningAll().execute()
}

function free(trx: Tx, { now }: MailLease) {
  return trx
    .selectFrom('mails')
    .where('outcome', 'is', null)
    .where('user_id', 'is not', null)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
}

// The conditions are here too: on PostgreSQL a row may have been taken while this waited for it.
function take(trx: Tx, { holder, now, until }: MailLease) {
  return trx
    .updateTable('mails')
    .set({ leased_by: holder, leased_until: until })
    .where('outcome', 'is', null)
    .where('user_id', 'is not', null)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
}

/** What changes about mails that a run holds; others are left alone. */
export type MailChange = Partial<
  Pick<MailRow, 'due_at' | 'in_digest' | 'attempts' | 'answer' | 'address' | 'outcome' | 'ended_at'>
>

/** Ends a lease with what became of these mails. A run that took too long and was replaced changes nothing. */
export async function releaseMails(trx: Tx, ids: readonly number[], holder: string, change: MailChange): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('mails')
    .set({ ...change, leased_by: null, leased_until: null })
    .where('id', 'in', ids)
    .where('leased_by', '=', holder)
    .execute()
}

const oldestAtOnce = 1000

/** Deletes mails from before a moment. Their ids grow with time, so the oldest are first. */
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

/** Deletes all mails to a person, sent or not. */
export async function deleteMailsTo(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('mails').where('user_id', '=', userId).execute()
}
