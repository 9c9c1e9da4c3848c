import { printRunEndpoints as runs } from '@check-requests/domain/checks/endpoints.ts'
import { checkPaperEndpoints as papers } from '@check-requests/domain/checks/papers/endpoints.ts'
import { type Act, about, nothing } from './act.ts'
import type { Life } from './life.ts'

const mostInRun = 4

export function accounts(life: Life) {
  return life.db.selectFrom('bank_accounts').selectAll().where('state', '=', 'active').orderBy('id', 'desc')
}

/** The approved requests of dealerships that draw on an account, without a check in progress. */
export function printable(life: Life, account: number) {
  const living = ['reserved', 'printed', 'signed', 'issued', 'cleared'] as const
  return life.db
    .selectFrom('check_requests as r')
    .innerJoin('account_dealerships as d', 'd.dealership_id', 'r.dealership_id')
    .leftJoin('checks as c', (join) => join.onRef('c.check_request_id', '=', 'r.id').on('c.state', 'in', living))
    .select(['r.id', 'r.dealer_group_id'])
    .where('d.bank_account_id', '=', account)
    .where('r.status_id', '=', 3)
    .where('r.held_by_id', 'is', null)
    .where('c.id', 'is', null)
    .orderBy('r.id', 'desc')
}

const makeRun: Act['take'] = async (life) => {
  const account = await life.one(accounts(life))
  const found = account ? await life.some(printable(life, account.id), mostInRun) : []
  if (!account || found.length === 0) return undefined
  const make = (ids: number[]) =>
    life.by('processor', account.dealer_group_id, runs.make, {
      body: { bank_account_id: account.id, check_request_ids: ids },
    })
  const ids = found.map(({ id }) => id)
  let answer = await make(ids)
  for (const id of ids.length > 1 ? ids : []) if (answer.status >= 300) answer = await make([id])
  return answer
}

/** Creates a print run with one check for several requests, as the server suggests. */
const combine: Act['take'] = async (life) => {
  const account = await life.one(accounts(life))
  if (!account) return undefined
  const query = { bank_account_id: account.id }
  const listed = await life.by('processor', account.dealer_group_id, runs.combinable, { query })
  if (listed.status !== 200) return undefined
  const lists: { check_request_ids: number[] }[] = JSON.parse(listed.text).data
  const [first] = life.shuffled(lists)
  if (!first) return undefined
  const body = { bank_account_id: account.id, combine: [first.check_request_ids] }
  return life.by('processor', account.dealer_group_id, runs.make, { body })
}

const runsIn = (state: 'made' | 'confirmed') => (life: Life) =>
  life.db.selectFrom('print_runs').selectAll().where('state', '=', state).orderBy('id', 'desc')

const spoilt = (life: Life, { first_number }: { readonly first_number: number }) =>
  life.chance(4) ? { spoiled: [{ number: first_number, reason: 'Paper jam' }] } : {}

export const printingActs: readonly Act[] = [
  { name: 'create a print run', weight: 70, take: makeRun },
  { name: 'combine requests', weight: 20, take: combine },
  { name: 'open a print run file', weight: 2, take: about(runsIn('made'), 'processor', runs.pdf) },
  { name: 'confirm a print run', weight: 80, take: about(runsIn('made'), 'processor', runs.confirm, spoilt) },
  { name: 'release a print run', weight: 4, take: about(runsIn('made'), 'processor', runs.release, nothing) },
  {
    name: 'copy a print run',
    weight: 1,
    take: about(runsIn('confirmed'), 'processor', papers.copy, () => ({ reason: 'For the bank' })),
  },
]
