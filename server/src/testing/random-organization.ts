import { formatRequestNumber } from '@check-requests/domain/check-requests/numbers.ts'
import fc from 'fast-check'
import { insertMatchKeys } from '../check-requests/queries/detail/duplicates.ts'
import { addSearchedNotes, insertSearchTexts } from '../check-requests/queries/write/searched-texts.ts'
import { insertRequest } from '../check-requests/queries/write/store.ts'
import { moment } from '../platform/clock.ts'
import type { Tx } from '../tables.ts'
import { testsBegin } from './clock.ts'

const day = 86_400_000

/** A request in the naive list model. Money is in cents. */
export interface ModelRequest {
  readonly id: number
  readonly group: number
  readonly dealership: number | null
  readonly department: number | null
  readonly requester: number
  readonly status: number
  readonly cents: number
  readonly rank: number
  readonly due: string
  readonly purpose: number
  readonly po: string
  readonly raisedAt: number
  readonly changedAt: number
  readonly clearedAt: number | null
  readonly texts: Readonly<
    Record<'request_number' | 'payee' | 'second_payee' | 'requester' | 'purpose' | 'check_number' | 'notes', string>
  >
}

/** A user in the naive model. */
export interface ModelPerson {
  readonly id: number
  readonly email: string
  readonly role: number
  readonly level: number
  readonly group: number | null
  readonly dealerships: readonly number[]
  readonly departments: readonly number[]
}

export interface RandomOrganization {
  readonly people: readonly ModelPerson[]
  readonly requests: readonly ModelRequest[]
}

const pick = fc.nat({ max: 1000 })
const words = fc.oneof(
  fc.constantFrom(
    'Smith & Söhne',
    'O\'Neil "Parts"',
    '100% Auto_Glass\\',
    'İstanbul Motors',
    '日本自動車',
    'a',
    'ΑΣ ΟΔΟΣ',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
)

const personShape = fc.record({
  role: fc.constantFrom(1, 2, 3, 4),
  level: fc.constantFrom(0, 1, 2, 3),
  group: pick,
  assignments: fc.array(pick, { minLength: 1, maxLength: 3 }),
  name: fc.constantFrom('Ann', 'Bob', 'Zoë', 'Łukasz'),
})

const requestShape = fc.record({
  place: pick,
  requester: pick,
  status: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9),
  cents: fc.constantFrom(1, 100, 12_345, 12_345, 9_999_999_999),
  rank: fc.constantFrom(1, 2, 3, 4),
  dueIn: fc.integer({ min: -3, max: 3 }),
  purpose: fc.constantFrom(1, 2, 21),
  raisedAgo: fc.constantFrom(0, 0.3, 0.9, 1.6, 31, 200),
  changedAgo: fc.constantFrom(0, 0.5, 0.5, 2, 90),
  clearedAgo: fc.constantFrom(0, 29.9, 30, 30.1, 89.9, 90.1, 400),
  payee: words,
  secondPayee: fc.option(words, { nil: null }),
  purposeOther: fc.option(words, { nil: null }),
  notes: fc.option(words, { nil: null }),
})

/**
 * A random small organization: groups with dealerships and departments, users with any role and scope, and requests
 * anywhere.
 */
export const organizationShape = fc.record({
  groups: fc.array(fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  people: fc.array(personShape, { minLength: 2, maxLength: 5 }),
  requests: fc.array(requestShape, { minLength: 5, maxLength: 30 }),
})

export type OrganizationShape = typeof organizationShape extends fc.Arbitrary<infer Shape> ? Shape : never

interface Spot {
  readonly group: number
  readonly dealership: number | null
  readonly department: number | null
  readonly codes: readonly [string, string | null, string | null]
}

/** A word or part of a word that some request might contain. */
export const searchShape = fc.oneof(
  fc.constant(''),
  words,
  fc.tuple(pick, pick, fc.integer({ min: 1, max: 6 })).map(([request, at, length]) => ({ request, at, length })),
)

/** Adds a random organization to the database, with requests at any stage of their life cycle. */
export async function insertRandom(
  trx: Tx,
  shape: OrganizationShape,
  passwordHash: string,
  serial: number,
): Promise<RandomOrganization> {
  const spots = await insertSpots(trx, shape.groups, serial)
  const people: ModelPerson[] = []
  for (const [index, person] of shape.people.entries())
    people.push(await insertPerson(trx, person, spots, passwordHash, `p${serial}-${index}@random.example`))
  const requests: ModelRequest[] = []
  for (const [index, request] of shape.requests.entries())
    requests.push(await insertOne(trx, request, spots, people, serial * 1000 + index))
  return { people, requests }
}

async function insertSpots(trx: Tx, groups: number[][], serial: number): Promise<Spot[]> {
  const spots: Spot[] = []
  const created_at = moment(testsBegin)
  const address = { address: '1', city: 'C', state: 'S', zip: '1', phone: '1' }
  for (const [g, dealerships] of groups.entries()) {
    const code = `G${serial}X${g}`
    const row = { name: code, code, created_at }
    const group = await trx.insertInto('dealer_groups').values(row).returning('id').executeTakeFirstOrThrow()
    spots.push({ group: group.id, dealership: null, department: null, codes: [code, null, null] })
    for (const [d, departments] of dealerships.entries()) {
      const values = { dealer_group_id: group.id, name: `D${d}`, code: `D${d}`, ...address, created_at }
      const { id } = await trx.insertInto('dealerships').values(values).returning('id').executeTakeFirstOrThrow()
      spots.push({ group: group.id, dealership: id, department: null, codes: [code, `D${d}`, null] })
      for (let p = 0; p < departments; p += 1) {
        const part = { dealer_group_id: group.id, dealership_id: id, name: `P${p}`, code: `P${p}`, created_at }
        const made = await trx.insertInto('departments').values(part).returning('id').executeTakeFirstOrThrow()
        spots.push({ group: group.id, dealership: id, department: made.id, codes: [code, `D${d}`, `P${p}`] })
      }
    }
  }
  return spots
}

async function insertPerson(
  trx: Tx,
  { role, level, group, assignments, name }: OrganizationShape['people'][number],
  spots: readonly Spot[],
  password_hash: string,
  email: string,
): Promise<ModelPerson> {
  const home = at(spots, group).group
  const reachable = spots.filter((spot) => spot.group === home && (level === 2 ? isDealership(spot) : spot.department))
  const chosen = level < 2 ? [] : [...new Set(assignments.map((index) => at(reachable, index)).filter(Boolean))]
  const names = { email, username: email, title: null, first_name: name, last_name: email.slice(0, 4) }
  const place = { dealer_group_id: level === 0 ? null : home, access_level: level }
  const values = { ...names, ...place, password_hash, primary_role: role, created_at: moment(testsBegin) }
  const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  await trx.insertInto('user_roles').values({ user_id: id, role_id: role }).execute()
  for (const { dealership, department } of chosen) {
    const owner = { user_id: id, dealer_group_id: home, dealership_id: dealership as number }
    await trx
      .insertInto('user_dealerships')
      .values(owner)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (level === 3)
      await trx
        .insertInto('user_departments')
        .values({ ...owner, department_id: department as number })
        .execute()
  }
  const dealerships = level === 2 ? chosen.map((spot) => spot.dealership as number) : []
  const departments = level === 3 ? chosen.map((spot) => spot.department as number) : []
  return { id, email, role, level, group: place.dealer_group_id, dealerships, departments }
}

function isDealership(spot: Spot): boolean {
  return spot.dealership !== null && spot.department === null
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % Math.max(1, items.length)] as Item
}

const purposeNames: Record<number, string> = { 1: 'Customer refund', 2: 'Deposit refund', 21: 'other' }

async function insertSearched(
  trx: Tx,
  id: number,
  { second_payee, notes, ...texts }: ModelRequest['texts'],
  stored: { purpose: string; numbers: string },
): Promise<void> {
  await insertSearchTexts(trx, id, { ...texts, payee: `${texts.payee}\n${second_payee}`, ...stored })
  await addSearchedNotes(trx, id, notes === '' ? [] : [notes])
}

function textsOf(
  { payee, secondPayee, purpose, purposeOther, notes }: OrganizationShape['requests'][number],
  given: { requestNumber: string; checkNumber: string | null; requester: string },
): ModelRequest['texts'] {
  return {
    request_number: given.requestNumber,
    payee: payee.trim() || 'Payee',
    second_payee: secondPayee?.trim() ?? '',
    requester: `Requester ${given.requester}`,
    purpose: `${purposeNames[purpose]} ${purpose === 21 ? (purposeOther ?? '') : ''}`.trim(),
    check_number: given.checkNumber ?? '',
    notes: notes ?? '',
  }
}

async function insertOne(
  trx: Tx,
  shape: OrganizationShape['requests'][number],
  spots: readonly Spot[],
  people: readonly ModelPerson[],
  serial: number,
): Promise<ModelRequest> {
  const { group, dealership, department, codes } = at(spots, shape.place)
  const requester = at(people, shape.requester)
  const [groupCode, dealershipCode, departmentCode] = codes
  const changedAt = testsBegin - shape.changedAgo * day
  const raisedAt = testsBegin - shape.raisedAgo * day
  const clearedAt = shape.status === 7 ? testsBegin - shape.clearedAgo * day : null
  const due = moment(testsBegin + shape.dueIn * day).slice(0, 10)
  const checkNumber = [5, 6, 7].includes(shape.status) ? String(serial + 1) : null
  const purposeOther = shape.purpose === 21 ? shape.purposeOther : null
  const requestNumber = formatRequestNumber({ groupCode, dealershipCode, departmentCode }, serial)
  const model = textsOf(shape, { requestNumber, checkNumber, requester: requester.email })
  const values = {
    dealer_group_id: group,
    dealership_id: dealership,
    department_id: department,
    requester_id: requester.id,
    created_by_id: requester.id,
    status_id: shape.status,
    request_number: model.request_number,
    amount_cents: shape.cents,
    payee_type: 'business' as const,
    payee_sub_type: 'vendor' as const,
    payee_name_1: model.payee,
    payee_name_2: model.second_payee || null,
    purpose_id: shape.purpose,
    purpose_other: purposeOther,
    priority_rank: shape.rank,
    due_date: due,
    po_purchase_no: `PO-${serial}`,
    notes: shape.notes,
    delivery_method_id: 1,
    check_number: checkNumber,
    created_at: moment(raisedAt),
    status_changed_at: moment(changedAt),
    updated_at: moment(testsBegin),
    cleared_at: clearedAt === null ? null : moment(clearedAt),
  }
  const { id } = await insertRequest(trx, values)
  await insertMatchKeys(trx, { ...values, id })
  await insertSearched(trx, id, model, { purpose: purposeOther ? model.purpose : '', numbers: `po${serial}` })
  const { status, cents, rank, purpose } = shape
  return {
    id,
    group,
    dealership,
    department,
    requester: requester.id,
    status,
    cents,
    rank,
    due,
    purpose,
    po: values.po_purchase_no,
    raisedAt,
    changedAt,
    clearedAt,
    texts: model,
  }
}
