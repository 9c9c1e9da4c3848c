import pg from 'pg'
import { type MinimalStore, type NewRequest, type NewStatus, type Session, serveMinimal } from './app.ts'
import { joins, listed, newColumns, sentColumns } from './sql.ts'

/**
 * Handwritten endpoints on the product's PostgreSQL tables: a pool of ten connections, named statements, and a
 * transaction for each write. The triggers and indexes that only the product needs are removed.
 */
const [, , url] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 10 })
await dropWhatOnlyTheProductNeeds()

const named = (name: string, text: string) => (values: readonly unknown[]) => ({ name, text, values: [...values] })
const inGroup = 'r.dealer_group_id = $1'
const hands = `json_agg(json_build_object('user_id', h.user_id, 'part', h.part))`
const page = (source: string) => `select ${listed(hands)} from ${source} order by r.id desc limit 50`
const listAll = named('all', page(`check_requests r ${joins} where ${inGroup}`))
const listAtStatus = named('status', page(`check_requests r ${joins} where ${inGroup} and r.status_id = $2`))
const findWords = named(
  'words',
  page(`check_request_search s join check_requests r on r.id = s.id ${joins}
    where ${inGroup} and s.dealer_group_id = $1 and (s.payee like $2 or s.request_number like $2)`),
)
const findSession = named(
  'session',
  `select u.id as user_id, s.active_role as role_id, u.first_name || ' ' || u.last_name as name, u.dealer_group_id
   from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
)
const findOne = named(
  'one',
  `select r.*, g.name as dealer_group_name, d.name as dealership_name, p.name as department_name,
     purposes.name as purpose_name, m.name as delivery_method_name, u.first_name || ' ' || u.last_name as requester_name
   from check_requests r ${joins} where r.id = $2 and ${inGroup}`,
)
const findHistory = named('history', 'select * from status_history where check_request_id = $1 order by id')
const insertRequest = named(
  'request',
  `insert into check_requests (${newColumns.join(', ')}, status_id, priority_rank)
   values (${newColumns.map((_, index) => `$${index + 1}`).join(', ')}, 1, 1) returning id`,
)
const insertSearch = named(
  'search',
  `insert into check_request_search (id, dealer_group_id, request_number, payee, requester, purpose, check_number)
   values ($1, $2, $3, $4, $5, '', '')`,
)
const insertHistory = named(
  'entry',
  `insert into status_history
     (check_request_id, dealer_group_id, action, status_id, note, user_id, user_name, role_id, changes, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, '[]', $9)`,
)
const updateStatus = named(
  'update',
  `update check_requests set status_id = $1, version = version + 1, status_changed_at = $2, updated_at = $2
   where id = $3 and dealer_group_id = $4`,
)

let lastNumber = Date.now()

const store: MinimalStore = {
  session: async (tokenHash) => (await pool.query<Session>(findSession([tokenHash]))).rows[0],
  list: (groupId, statusId) => json(statusId === 0 ? listAll([groupId]) : listAtStatus([groupId, statusId])),
  search: (groupId, words) => json(findWords([groupId, `%${words.toLowerCase()}%`])),
  detail: async (groupId, id) => {
    const [found, history] = await Promise.all([pool.query(findOne([groupId, id])), pool.query(findHistory([id]))])
    return found.rows[0] && JSON.stringify({ ...found.rows[0], status_history: history.rows })
  },
  create: (session, request) => transact((client) => create(client, session, request)),
  changeStatus: (session, id, change) => transact((client) => changeStatus(client, session, id, change)),
}
await serveMinimal(store)

async function json(query: pg.QueryConfig): Promise<string> {
  return JSON.stringify((await pool.query(query)).rows)
}

async function transact<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function create(client: pg.PoolClient, session: Session, request: NewRequest): Promise<number> {
  const now = new Date().toISOString()
  lastNumber += 1
  const number = `G${request.dealer_group_id}-${lastNumber}`
  const sent = sentColumns.map((column) => request[column] ?? null)
  const added = [Math.round(request.amount * 100), session.user_id, session.user_id, number, now, now, now]
  const { rows } = await client.query<{ id: number }>(insertRequest([...sent, ...added]))
  const id = Number(rows[0]?.id)
  const group = session.dealer_group_id
  const texts = [number.toLowerCase(), request.payee_name_1.toLowerCase(), session.name.toLowerCase()]
  await client.query(insertSearch([id, group, ...texts]))
  await client.query(
    insertHistory([id, group, 'created', 1, null, session.user_id, session.name, session.role_id, now]),
  )
  return id
}

async function changeStatus(
  client: pg.PoolClient,
  session: Session,
  id: number,
  { status_id, note }: NewStatus,
): Promise<boolean> {
  const now = new Date().toISOString()
  const group = session.dealer_group_id
  const { rowCount } = await client.query(updateStatus([status_id, now, id, group]))
  await client.query(
    insertHistory([id, group, 'status', status_id, note, session.user_id, session.name, session.role_id, now]),
  )
  return rowCount === 1
}

/** Keeps only the tables, their search index, and the indexes that these endpoints use. */
async function dropWhatOnlyTheProductNeeds(): Promise<void> {
  const kept = ['check_requests_group', 'check_requests_group_status', 'status_history_request', 'sessions_user']
  const triggers = await pool.query<{ name: string; table: string }>(
    'select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal',
  )
  for (const { name, table } of triggers.rows) await pool.query(`drop trigger ${name} on ${table}`)
  const indexes = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes join pg_class c on c.relname = indexname
     where schemaname = 'public' and indexname <> all ($1) and indexdef not like '% USING gin %'
       and not exists (select 1 from pg_constraint where conindid = c.oid)`,
    [kept],
  )
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
}
