import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { CreateBody } from '../../server/src/testing/requests.ts'
import type { Act } from './act.ts'
import type { Answer, Life } from './life.ts'

const amounts = [0.01, 12.5, 99.99, 1250.5, 1250.5, 24_999.99, 60_000, 1_000_000]
const seconds = ['Bay Bank', 'Bay Bank and Ada Lovelace', 'Coast Towing']
const manyAtOnce = 101
/** The purchase order of requests that look like duplicates. */
export const usualNumber = 'PO-1001'
export const priorities = ['normal', 'medium', 'urgent', 'critical'] as const

/** The locations that accept requests, with the ids for a body. */
async function placeFor(life: Life) {
  const rows = life.db
    .selectFrom('departments as d')
    .innerJoin('dealerships as s', 's.id', 'd.dealership_id')
    .innerJoin('dealer_groups as g', 'g.id', 'd.dealer_group_id')
    .select(['d.dealer_group_id', 'd.dealership_id', 'd.id as department_id'])
    .where('d.deleted_at', 'is', null)
    .where('d.is_active', '=', 1)
    .where('s.is_active', '=', 1)
    .where('g.is_active', '=', 1)
    .orderBy('d.id', 'desc')
  const place = await life.one(rows)
  if (!place) return undefined
  if (life.chance(12)) return { ...place, dealership_id: null, department_id: null }
  return life.chance(6) ? { ...place, department_id: null } : place
}

/** A complete body, including everything that a purpose could require. */
export async function bodyFor(life: Life): Promise<CreateBody | undefined> {
  const { dice } = life
  const place = await placeFor(life)
  const [purpose] = life.shuffled(await life.db.selectFrom('purposes').select(['id', 'name']).execute())
  const [delivery] = life.shuffled(await life.db.selectFrom('delivery_methods').select(['id', 'kind']).execute())
  if (!place || !purpose || !delivery) return undefined
  const amount = dice.pick(amounts)
  const account = await life.one(
    life.db
      .selectFrom('ledger_accounts')
      .select('number')
      .where('dealer_group_id', '=', place.dealer_group_id)
      .where('is_active', '=', 1)
      .orderBy('number', 'desc'),
  )
  const isUsual = life.chance(7)
  return {
    ...place,
    amount,
    ...payeeOf(life, isUsual),
    purpose_id: purpose.id,
    purpose_other: /other/i.test(purpose.name) ? 'Something else' : null,
    priority_level: dice.pick(priorities),
    due_date: life.inDays(1 + dice.below(20)),
    delivery_method_id: delivery.id,
    mailing_method: delivery.kind === 'carrier' ? dice.pick(['USPS', 'FedEx', 'UPS', 'GSO']) : null,
    delivery_method_other: delivery.kind === 'other' ? 'By the shuttle' : null,
    mailing_address: '1200 Dock Street\nAstoria, OR 97103',
    vin_last_digits: isUsual ? '4T1B1' : String(100_000 + life.next()),
    po_purchase_no: isUsual ? usualNumber : `PO-${life.next()}`,
    invoice_number: isUsual ? 'INV-1' : `INV-${life.next()}`,
    stock_number: 'S100',
    deal_number: 'D200',
    repair_order: 'R300',
    cleared_payment: 'Card 4711',
    notes: life.chance(4) ? 'Please pay this week' : null,
    ...(life.chance(8) && { good_through: life.inDays(5), per_diem: 3.25 }),
    ...(account && life.chance(2) && { accounting: [{ account: account.number, amount }] }),
  }
}

function payeeOf(life: Life, isUsual: boolean) {
  const { dice } = life
  const name = isUsual ? 'Harbor Paint Supply' : `Vendor ${dice.below(8)} of Salem`
  return {
    payee_type: dice.pick(['individual', 'business'] as const),
    payee_sub_type: dice.pick(['vendor', 'customer'] as const),
    payee_name_1: name,
    ...(life.chance(5) && { payee_name_2: dice.pick(seconds), payee_join: dice.pick(['and', 'or'] as const) }),
  }
}

async function raise(life: Life): Promise<Answer | undefined> {
  const body = await bodyFor(life)
  if (!body) return undefined
  const { dealer_group_id: group } = body
  if (!life.chance(8)) return life.by('requester', group, endpoints.create, { body })
  const [requester] = await life.players('requester', group)
  return requester && life.by('admin', group, endpoints.create, { body: { ...body, requester_id: requester.id } })
}

/** Another request to pay the same payee in the same way, which can share its check. */
async function raiseAnother(life: Life): Promise<Answer | undefined> {
  const first = await life.one(requestsAt(life, [1, 2, 3]))
  const body = await bodyFor(life)
  if (!first || !body) return undefined
  const { dealer_group_id, dealership_id, department_id, payee_type, payee_sub_type, payee_name_1, payee_name_2 } =
    first
  const { mailing_address, delivery_method_id, mailing_method, delivery_method_other, payee_join } = first
  const second = { payee_name_2, payee_join: payee_join ?? undefined }
  const same = { payee_type, payee_sub_type, payee_name_1, ...second, mailing_address }
  const department = life.chance(4) ? null : department_id
  const place = { dealer_group_id, dealership_id, department_id: department, delivery_method_id, mailing_method }
  const rest = { delivery_method_other, accounting: [], amount: 10 + life.next() }
  const another = { ...body, ...same, ...place, ...rest } as CreateBody
  return life.by('requester', dealer_group_id, endpoints.create, { body: another })
}

/** Creates more requests than one transaction deletes with their location. */
async function raiseMany(life: Life): Promise<Answer | undefined> {
  const body = await bodyFor(life)
  const [requester] = await life.supers('requester')
  if (!body || !requester) return undefined
  let answer: Answer | undefined
  for (let n = 0; n < manyAtOnce; n += 1)
    answer = await life.ask(requester, endpoints.create, { body: { ...body, po_purchase_no: `Many ${life.next()}` } })
  return answer
}

/** The requests at one of these statuses, on hold or not. */
export function requestsAt(life: Life, statuses: readonly StatusId[], held = false) {
  return life.db
    .selectFrom('check_requests as r')
    .innerJoin('dealer_groups as g', 'g.id', 'r.dealer_group_id')
    .selectAll('r')
    .where('g.deleted_at', 'is', null)
    .where('r.status_id', 'in', statuses)
    .where('r.held_by_id', held ? 'is not' : 'is', null)
    .orderBy('r.id', 'desc')
}

export type RequestRow = Awaited<ReturnType<ReturnType<typeof requestsAt>['execute']>>[number]

export const raisingActs: readonly Act[] = [
  { name: 'raise', weight: 60, take: raise },
  { name: 'raise another for a payee', weight: 8, take: raiseAnother },
  { name: 'raise many requests', weight: 1, take: raiseMany },
]
