import { Kysely, sql } from 'kysely'
import { Dice } from '../../demo/dice.ts'
import { openPostgres } from '../../open.ts'
import { databaseFile } from '../../platform/database/sqlite/backup.ts'
import { openSqlite } from '../../platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../../platform/database/sqlite/dialect.ts'
import type { AppDatabase, Db, Tables, Tx } from '../../tables.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { vouchedTables } from '../../trail/queries/record-shapes.ts'
import type { DatabaseKind } from '../databases.ts'
import { changesOfAValue, columnChanged, rowChanges } from './rows.ts'
import { schemaChanges } from './schema.ts'
import { columnsOf, type Tamper } from './tamper.ts'
import { chainRewrites } from './trail.ts'

/** Tables that don't affect money, and the reason that the trail doesn't cover them. */
export const notVouched: Readonly<Record<string, string>> = {
  check_request_notes: 'copies of request notes, used only to search lists',
  joined_payees: 'copies of request keys, used only to list requests on payee pages',
  answered_calls: 'responses to repeated calls, sent only to callers who still have access',
  login_devices: 'known devices; logging in still requires the password',
  login_throttles: 'failed login counts, which block an account for minutes',
  answered_challenges: 'answered passkey challenges, which expire within minutes',
  factor_changes: 'earlier factors; a link restores only what its keyed code covers',
  decision_links: 'links in emails, which work only with a code made with the key',
  set_up: 'the code of the set-up, which works only without users; the entry for the set-up is covered',
  password_links: 'password links, which work only with a code made with the key',
  failed_logins: 'failed logins, shown to admins',
  confirmation_announcements: 'users to be notified of a rule; the rule applies to all',
  backups: 'times and results of backups; a backup is verified by opening it',
  document_readings: 'what documents say, only shown to people; the documents are covered',
  document_phrases: 'what documents say, which only suggests values; the documents are covered',
  drafts: 'unfinished forms, which are validated when submitted',
  list_layouts: 'list layouts, which affect only the display',
  saved_views: 'list filters, which never widen access',
  notices: 'notices to users; the entry for each action is covered, and notices decide nothing',
  waiting_mails: 'events to email about; the requests are authoritative',
  mails: 'emails to users; the requests are authoritative',
  notice_choices: 'notification choices for pending work',
  waiting_reads: 'which pending work users have seen',
  inbox_marks: 'which pending work users have seen',
  jobs: 'when background work is due; its effects are covered',
  approval_audiences: 'pending approvers, used only to read queues; decisions check the policy and the users',
  approval_queue: 'pending requests by approver; decisions check the policy and the users',
  approval_exceptions: 'approvers excluded from requests; decisions check the policy and the users',
  approval_counters: 'queue counts, which are only displayed',
  approval_checks: 'the users with whom queues were last checked; a wrong queue is checked again',
  kysely_migration: 'a wrong migration list prevents the start',
  received_mails: 'emails that arrived in the last two weeks; their drafts are validated when submitted',
  webhook_deliveries: 'calls to other servers, which decide nothing and are kept for a while',
  kysely_migration_lock: 'a lock held while migrations run',
}

/** Columns left out of covered tables, and the reason. */
export const notVouchedColumns: Readonly<Record<string, string>> = {
  'sessions.last_human_at': 'changes with every click, and only decides when an idle user must log in again',
  'sessions.agent': 'shown only to the session’s owner; access depends only on the session’s secret',
  'sessions.network': 'shown only to the session’s owner; access depends only on the session’s secret',
  'passkeys.counter': 'the signature count of an authenticator, which reveals a cloned passkey',
  'passkeys.synced': 'shown only to the passkey’s owner',
  'passkeys.last_used_at': 'shown only to the passkey’s owner',
  'authenticator_apps.last_step': 'the time step of the last code; a code is valid for only a minute',
  'access_tokens.last_network': 'shown for information only, and changes with each use',
  'access_tokens.last_used_at': 'shown for information only, and changes with each use',
  'journal_events.export_id': 'the export of an event; each export is compared with the sums of its events',
  'journal_exports.content': 'an export file; downloads compare it with its SHA-256, which is covered',
  'check_request_search.requester': 'a copy of a name, used only to search lists; the request names the user',
}

/** Changes that benefit no attacker, and the reason. */
const harmless: Readonly<Record<string, string>> = {
  'a removed sessions row': 'a user must log in again',
  'a copied approval_policy_drafts row': 'its dealer group doesn’t exist, and a draft decides nothing',
  'a copied request_number_counters row':
    'no group has the code, and a group that gets the code would continue above the counter',
}

/** Every kind of tampering that this database's tables allow, generated from the tables. */
export async function allTampers(db: Db, dice: Dice): Promise<Tamper[]> {
  const columns = (await columnsOf(db)).filter(({ table }) => !(table in notVouched))
  const vouched = columns.filter(({ table, name }) => !(`${table}.${name}` in notVouchedColumns))
  const place = () => dice.below(1000) / 1000
  const heads = await db.selectFrom('audit_heads').select('chain').orderBy('chain').execute()
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const tampers = [
    ...vouched.flatMap((column) =>
      changesOfAValue.map((change) => columnChanged(column, byTable.get(column.table) ?? [], change, place())),
    ),
    ...[...byTable].flatMap(([table, own]) => rowChanges(table, own, place())),
    ...heads.flatMap(({ chain }) => chainRewrites(chain)),
    ...(await schemaChanges(db)),
  ]
  return tampers.filter(({ name }) => !(name in harmless))
}

/** The columns that the trail leaves out. */
export function columnsLeftOut(): string[] {
  return vouchedTables().flatMap(({ table, ignored }) => ignored.map((column) => `${table}.${column}`))
}

class RolledBack extends Error {}

/** Opens a connection as the database owner, with foreign keys and checks off. `where` is the folder or URL. */
export function openAsIntruder(kind: DatabaseKind['name'], where: string): Db {
  if (kind === 'PostgreSQL') return openPostgres(where, () => {}).read
  const connection = openSqlite(databaseFile(where))
  connection.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  return new Kysely<Tables>({ dialect: sqliteDialect(connection) })
}

/**
 * Makes one change in a transaction, verifies the trail in it, and rolls back. Returns the findings, or undefined if
 * the database refuses the change or there is nothing to change.
 */
export async function findingsAfter(
  intruder: Db,
  database: AppDatabase,
  tamper: Tamper,
): Promise<string[] | undefined> {
  let findings: string[] | undefined
  const work = intruder.transaction().execute(async (trx) => {
    const isSqlite = database.dialect === 'sqlite'
    if (!isSqlite) await sql`set local session_replication_role = replica`.execute(trx)
    const triggers = isSqlite ? await takeTriggersOff(trx, tamper.tables) : []
    const changed = await tamper.work(trx)
    for (const trigger of triggers) await sql.raw(trigger).execute(trx)
    if (changed) findings = await findingsIn(trx, database, changed.chain)
    throw new RolledBack()
  })
  await work.catch((error) => {
    if (!(error instanceof RolledBack) && !/constraint|violates|unique|datatype/i.test(String(error))) throw error
  })
  return findings
}

/** Returns the findings for one chain if there are any. Otherwise verifies all chains. */
async function findingsIn(trx: Tx, database: AppDatabase, chain: number | null): Promise<string[]> {
  const { chains, mismatches } = await verifyTrail({ ...database, read: trx }, chain)
  const broken = chains.filter(({ intact }) => !intact).map(({ name, broken_at }) => `${name} ${broken_at}`)
  const findings = [...mismatches, ...broken]
  return findings.length === 0 && chain !== null ? findingsIn(trx, database, null) : findings
}

async function takeTriggersOff(trx: Tx, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return []
  const list = sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and tbl_name in (${sql.join(tables)})`
  const { rows } = await list.execute(trx)
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(trx)
  return rows.map((row) => row.sql)
}

/**
 * The results of several changes: the number of detected changes, the changes that the database refused, and the
 * undetected changes.
 */
export interface Tampering {
  readonly seen: number
  readonly refused: string[]
  readonly unseen: string[]
}

/** Tries these changes, one after another. */
export async function tamperWith(intruder: Db, database: AppDatabase, tampers: Iterable<Tamper>): Promise<Tampering> {
  const result = { seen: 0, refused: [] as string[], unseen: [] as string[] }
  for (const tamper of tampers) {
    const findings = await findingsAfter(intruder, database, tamper)
    if (!findings) result.refused.push(tamper.name)
    else if (findings.length === 0) result.unseen.push(tamper.name)
    else result.seen += 1
  }
  return result
}

/** Tries this many random changes from all kinds and rows. The same seed on the same data chooses the same changes. */
export async function tamperAtRandom(
  intruder: Db,
  database: AppDatabase,
  { seed, amount }: { seed: number; amount: number },
): Promise<Tampering> {
  const dice = new Dice(seed)
  const drawn: Tamper[] = []
  while (drawn.length < amount) {
    const all = await allTampers(database.read, dice)
    const some = Math.min(100, amount - drawn.length)
    for (let count = 0; count < some; count += 1) drawn.push(dice.pick(all))
  }
  return tamperWith(intruder, database, drawn)
}
