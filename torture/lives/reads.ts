import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { type Act, roleWords } from './act.ts'
import type { Answer, Life } from './life.ts'

/** The table of each id in a path. */
const tables = {
  'dealer-groups': 'dealer_groups',
  'check-requests': 'check_requests',
  status: 'check_requests',
  payees: 'payees',
  'journal-exports': 'journal_exports',
  'bank-accounts': 'bank_accounts',
  'print-runs': 'print_runs',
  checks: 'checks',
  'positive-pay': 'positive_pay_files',
  drafts: 'drafts',
  attachments: 'attachments',
  users: 'users',
} as const

// Returns true for calls that render pages in separate programs and threads, which takes a hundred times longer than
// other calls.
const draws = (row: Endpoint) => row.produces === 'application/pdf' || row.produces === 'application/zip'
const reads = allEndpoints.filter(({ method, policy }) => method === 'GET' && policy !== 'public')
const quick = reads.filter((row) => !draws(row))
const slow = reads.filter(draws)

/** Query parameters. Each call uses the ones it knows. */
async function queryOf(life: Life, row: Endpoint): Promise<Record<string, unknown>> {
  const idIn = async (table: 'bank_accounts' | 'dealer_groups') =>
    (await life.one(life.db.selectFrom(table).select('id').orderBy('id', 'desc')))?.id ?? 1
  const all = {
    bank_account_id: await idIn('bank_accounts'),
    dealer_group_id: await idIn('dealer_groups'),
    ids: '1,2',
    as_of: life.today,
    from: life.inDays(-90),
    to: life.today,
    year: 2026,
    search: 'harbor',
  }
  const parsed = row.query?.safeParse({ ...all })
  const unknown = parsed?.error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])) ?? []
  return Object.fromEntries(Object.entries(all).filter(([name]) => row.query && !unknown.includes(name)))
}

async function read(life: Life, row: Endpoint): Promise<Answer | undefined> {
  const [, first = ''] = row.path.split('/')
  const table = Object.entries(tables).find(([name]) => name === first)?.[1]
  const needsId = row.path.includes(':')
  const one =
    table && needsId ? await life.one(life.db.selectFrom(table).select('id').orderBy('id', 'desc')) : undefined
  if (needsId && (!one || row.path.includes(':session'))) return undefined
  const { policy } = row
  const able = roleWords.filter((role) => policy !== 'public' && mayRole(role, policy))
  const role = able.length > 0 ? life.dice.pick(able) : 'admin'
  return life.by(role, null, row, { params: { id: one?.id ?? 0 }, query: (await queryOf(life, row)) as never })
}

export const readActs: readonly Act[] = [
  { name: 'read any data', weight: 60, take: (life) => read(life, life.dice.pick(quick)) },
  { name: 'download a document', weight: 1, take: (life) => read(life, life.dice.pick(slow)) },
]
