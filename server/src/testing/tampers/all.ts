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
  check_request_notes: 'copies of notes, by which lists are searched; the requests themselves hold them',
  joined_payees: 'copies of keys that requests have, by which the page of a payee finds them',
  answered_calls: 'the answers to repeated calls, which only those get who made them, while they may see them',
  login_devices: 'devices that are known; a session still demands the password',
  login_throttles: 'failed logins, which block for minutes',
  answered_challenges: 'challenges that passkeys have answered; they run out within minutes',
  factor_changes: 'factors of before a change; its link works for what it was made for, with a code made with the key',
  password_links: 'links by which people choose a password; none works without a code that is made with the key',
  failed_logins: 'failed logins, which admins can look at',
  confirmation_announcements: 'who is still to be told of a rule, which holds for all',
  backups: 'when the server copied itself and how that ended; a copy is verified by opening it',
  drafts: 'unfinished forms, which are checked when they are sent',
  list_layouts: 'how a person looks at lists; it decides nothing',
  saved_views: 'filters of lists, which never widen what a person may see',
  notices:
    'what people were told of others and of accounts; the entry of each act stands, and reading one decides nothing',
  waiting_mails: 'of what mails are to be made; the requests themselves say what is so',
  mails: 'what people are told by mail; the requests themselves say what is so',
  notice_choices: 'how people are told of what waits anyway',
  waiting_reads: 'who has seen what waits',
  inbox_marks: 'who has seen what waits',
  jobs: 'when work in the background is due; what it does is vouched for',
  approval_audiences: 'whom requests wait for, by which queues are read; a decision asks the policy and the people',
  approval_queue: 'which requests wait for whom; a decision asks the policy and the people',
  approval_exceptions: 'for whom requests do not wait; a decision asks the policy and the people',
  approval_counters: 'how much waits for whom, as queues show it',
  approval_checks: 'by which people queues were checked last; a wrong one is checked again',
  kysely_migration: 'a wrong list of migrations stops the start',
  kysely_migration_lock: 'a lock while migrations run',
}

/** Columns left out of covered tables, and the reason. */
export const notVouchedColumns: Readonly<Record<string, string>> = {
  'sessions.last_human_at': 'moves with every click; it only decides when somebody who is away has to log in again',
  'sessions.agent': 'shown to the owner of the session and in no entry; a session is let in by its secret alone',
  'sessions.network': 'shown to the owner of the session and in no entry; a session is let in by its secret alone',
  'passkeys.counter': 'how often an authenticator has signed; a copy of one is noticed by it',
  'passkeys.synced': 'told to the owner of the passkey',
  'passkeys.last_used_at': 'told to the owner of the passkey',
  'authenticator_apps.last_step': 'the time of the last code; a code counts for a minute anyway',
  'journal_events.export_id': 'which export an event is in; each export is compared with the sums of its events',
  'journal_exports.content': 'the file of an export; a download compares it with its SHA-256, which is vouched for',
  'check_request_search.requester':
    'a copy of a name, by which lists are searched; the request itself names the person',
}

/** Changes that benefit nobody, and the reason. */
const harmless: Readonly<Record<string, string>> = {
  'a row of sessions removed': 'somebody has to log in again',
  'a row of approval_policy_drafts copied': 'a dealer group that there is not; a draft decides nothing',
  'a row of request_number_counters copied': 'a code that no group has; whoever takes it goes on above its numbers',
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
 * The results of several changes: the number detected, those that the database refused, and those that weren't
 * detected.
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

/** Tries this many random changes from all kinds and rows. The same seed on the same data draws the same changes. */
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
