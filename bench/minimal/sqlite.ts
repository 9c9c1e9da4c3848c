import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type MinimalStore, type NewRequest, type NewStatus, type Session, serveMinimal } from './app.ts'
import { joins, listed, listedFields, newColumns, sentColumns } from './sql.ts'

/**
 * Handwritten endpoints on the product's SQLite tables: prepared statements, and one commit per write. With `best`, the
 * database builds the JSON of lists, and concurrent writes share a commit.
 */
const [, , file, variant] = process.argv
const isBest = variant === 'best'
const database = new DatabaseSync(file as string, { timeout: 5000 })
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('pragma cache_size = -32768; pragma temp_store = memory')
dropWhatOnlyTheProductNeeds()

const hands = `json_group_array(json_object('user_id', h.user_id, 'part', h.part))`
const asJson = listedFields(hands)
  .map(([name]) => `'${name}', ${name === 'hands' ? 'json(hands)' : name}`)
  .join(', ')
const inGroup = 'r.dealer_group_id = ?'
const byMatch = `from check_request_fts f join check_requests r on r.id = f.rowid ${joins} where check_request_fts match ?`
const listAll = prepareList(`from check_requests r ${joins} where ${inGroup} order by r.id desc`)
const listAtStatus = prepareList(
  `from check_requests r ${joins} where ${inGroup} and r.status_id = ? order by r.id desc`,
)
const findWords = prepareList(`${byMatch} and ${inGroup} order by f.rowid desc`)

const findSession = database.prepare(
  `select u.id as user_id, s.active_role as role_id, u.first_name || ' ' || u.last_name as name, u.dealer_group_id
   from sessions s join users u on u.id = s.user_id where s.token_hash = ?`,
)
const findOne = database.prepare(
  `select r.*, g.name as dealer_group_name, d.name as dealership_name, p.name as department_name,
     purposes.name as purpose_name, m.name as delivery_method_name, u.first_name || ' ' || u.last_name as requester_name
   from check_requests r ${joins} where r.id = ? and ${inGroup}`,
)
const findAll = database.prepare(
  `select r.*, g.name as dealer_group_name, d.name as dealership_name, p.name as department_name,
     purposes.name as purpose_name, m.name as delivery_method_name, u.first_name || ' ' || u.last_name as requester_name
   from check_requests r ${joins} order by r.id desc`,
)
const findHistories = database.prepare('select * from status_history order by check_request_id, id')
const findHistory = database.prepare('select * from status_history where check_request_id = ? order by id')
const insertRequest = database.prepare(
  `insert into check_requests (${newColumns.join(', ')}, status_id, priority_rank)
   values (${newColumns.map(() => '?').join(', ')}, 1, 1)`,
)
const insertSearch = database.prepare(
  `insert into check_request_search (id, dealer_group_id, request_number, payee, requester, purpose, check_number)
   values (?, ?, ?, ?, ?, '', '')`,
)
const insertHistory = database.prepare(
  `insert into status_history (check_request_id, dealer_group_id, action, status_id, note, user_id, user_name, role_id, changes, created_at)
   values (?, ?, ?, ?, ?, ?, ?, ?, '[]', ?)`,
)
const updateStatus = database.prepare(
  `update check_requests set status_id = ?, version = version + 1, status_changed_at = ?, updated_at = ?
   where id = ? and dealer_group_id = ?`,
)

let lastNumber = Date.now()

const store: MinimalStore = {
  session: (tokenHash) => findSession.get(tokenHash) as unknown as Session,
  list: (groupId, statusId) => (statusId === 0 ? listAll(groupId) : listAtStatus(groupId, statusId)),
  search: (groupId, words) => findWords(`{request_number payee} : "${words.toLowerCase()}"`, groupId),
  detail: (groupId, id) => {
    const request = findOne.get(id, groupId)
    return request && JSON.stringify({ ...request, status_history: findHistory.all(id) })
  },
  create: (session, request) => commit(() => create(session, request)),
  changeStatus: (session, id, change) => commit(() => changeStatus(session, id, change)),
  whole: () => {
    const histories = Map.groupBy(findHistories.all(), (entry) => entry.check_request_id)
    return JSON.stringify(findAll.all().map((row) => ({ ...row, status_history: histories.get(row.id ?? 0) })))
  },
}
await serveMinimal(store)

function prepareList(source: string): (...values: SQLInputValue[]) => string {
  if (!isBest) {
    const rows = database.prepare(`select ${listed(hands)} ${source} limit 50`)
    return (...values) => JSON.stringify(rows.all(...values))
  }
  const json = database.prepare(
    `select json_group_array(json_object(${asJson})) as json from (select ${listed(hands)} ${source} limit 50)`,
  )
  return (...values) => (json.get(...values) as { json: string }).json
}

function create(session: Session, request: NewRequest): number {
  const now = new Date().toISOString()
  lastNumber += 1
  const number = `G${request.dealer_group_id}-${lastNumber}`
  const sent = sentColumns.map((column) => request[column] ?? null)
  const cents = Math.round(request.amount * 100)
  const added = [cents, session.user_id, session.user_id, number, now, now, now]
  const id = Number(insertRequest.run(...sent, ...added).lastInsertRowid)
  const group = session.dealer_group_id
  insertSearch.run(id, group, number.toLowerCase(), request.payee_name_1.toLowerCase(), session.name.toLowerCase())
  insertHistory.run(id, group, 'created', 1, null, session.user_id, session.name, session.role_id, now)
  return id
}

function changeStatus(session: Session, id: number, { status_id, note }: NewStatus): boolean {
  const now = new Date().toISOString()
  const { changes } = updateStatus.run(status_id, now, now, id, session.dealer_group_id)
  const by = [session.user_id, session.name, session.role_id]
  insertHistory.run(id, session.dealer_group_id, 'status', status_id, note, ...by, now)
  return changes === 1
}

interface Waiting {
  readonly work: () => unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

let waiting: Waiting[] = []

function commit<Result>(work: () => Result): Result | Promise<Result> {
  return isBest ? commitTogether(work) : commitAlone(work)
}

function commitAlone<Result>(work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const value = work()
    database.exec('commit')
    return value
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

function commitTogether<Result>(work: () => Result): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (waiting.length === 0) setImmediate(commitWaiting)
    waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
  })
}

function commitWaiting(): void {
  const batch = waiting
  waiting = []
  database.exec('begin immediate')
  const notifications = batch.map(runInSavepoint)
  database.exec('commit')
  for (const notify of notifications) notify()
}

function runInSavepoint({ work, resolve, reject }: Waiting): () => void {
  database.exec('savepoint work')
  try {
    const value = work()
    database.exec('release work')
    return () => resolve(value)
  } catch (error) {
    database.exec('rollback to work; release work')
    return () => reject(error)
  }
}

/** Keeps only the tables, their search index, and the indexes that these endpoints use. */
function dropWhatOnlyTheProductNeeds(): void {
  const kept = ['check_requests_group', 'check_requests_group_status', 'status_history_request', 'sessions_user']
  const list = `select type, name from sqlite_master where sql is not null and (type = 'index'
    or type = 'trigger' and name not like 'check_request_fts%') and tbl_name not like '%fts\\_%' escape '\\'`
  for (const { type, name } of database.prepare(list).all() as { type: string; name: string }[])
    if (!kept.includes(name)) database.exec(`drop ${type} ${name}`)
}
