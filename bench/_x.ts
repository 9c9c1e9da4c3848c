import { mkdtempSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { prepareSqlite } from './compare.ts'
const n = Number(process.argv[2])
const folder = mkdtempSync('/tmp/cnt-')
const { folderOfOurs } = await prepareSqlite(folder, n)
const db = new DatabaseSync(folderOfOurs + '/check-requests.db')
const time = (label: string, sql: string, ...args: (string|number)[]) => {
  const s = db.prepare(sql); const t: number[] = []; let out: unknown
  for (let i = 0; i < 5; i++) { const b = performance.now(); out = s.get(...args); t.push(performance.now() - b) }
  console.log(label, JSON.stringify(out), t.map(x => x.toFixed(1)).join(' '))
}
for (const w of process.argv.slice(3)) {
  const m = `{request_number payee requester purpose check_number} : ("${w}")`
  time(`${w} fts only`, 'select count(*) c from (select 1 from check_request_fts f where f.check_request_fts match ? limit 10001)', m)
  time(`${w} join group`, 'select count(*) c, sum(a) s from (select r.amount_cents a from check_request_fts f cross join check_requests r where f.check_request_fts match ? and r.id = f.rowid and r.dealer_group_id = 1 order by f.rowid desc limit 10001)', m)
  time(`${w} page`, 'select count(*) c, sum(a) s from (select r.amount_cents a from check_request_fts f cross join check_requests r where f.check_request_fts match ? and r.id = f.rowid and r.dealer_group_id = 1 order by f.rowid desc limit 101)', m)
  time(`${w} like texts`, `select count(*) c from (select 1 from check_request_search s where s.dealer_group_id = 1 and (payee like '%${w}%' or requester like '%${w}%' or request_number like '%${w}%') limit 10001)`)
}
time('amount>1', 'select count(*) c, sum(amount_cents) s from (select amount_cents from check_requests r where dealer_group_id = 1 and amount_cents >= 100 limit 10001)')
console.log(db.prepare("select payee, requester, count(*) c from check_request_search group by payee order by c desc limit 5").all())
