import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { accessLevels, leadsInto, type Place, placeOf } from '@check-requests/domain/access/scope.ts'
import type { Facts } from '@check-requests/domain/check-requests/findings/finding-rules.ts'
import { listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { checkNumberAfter } from '@check-requests/domain/check-requests/numbers.ts'
import {
  type CodedRequest,
  isPaid,
  type KnownPayee,
  mostCompared,
  mostPayees,
  type PayeeHistory,
  type PayeesQuery,
  recentAmounts,
  summarizePayments,
  type UsualCoding,
  type UsualCodingQuery,
  usualCodingOf,
} from '@check-requests/domain/check-requests/payees.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { areClose } from '@check-requests/domain/payees/similar.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { fold, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import { presentLastOfPayee, presentListed } from '../presenter.ts'
import { type FoundRequest, findVisible } from '../queries/detail/find.ts'
import {
  type Coded,
  findClose,
  findCoding,
  findListed,
  findPayeeNames,
  findUnderAllNames,
  type ListedPayee,
  lookedAt,
  type PaidRequest,
} from '../queries/detail/payees.ts'
import { listIds } from '../queries/list/list.ts'
import { findCheckNumber, findLastCheckNumber } from '../queries/write/numbers.ts'

/** How many of the newest matching requests are searched for payees. */
const looked = 100

/**
 * Payees of the requests that the caller sees in a dealer group, the most recent first, then payees of its list, and
 * then those with nearly the searched name. Blocked payees come last. Searches the newest requests that match the
 * words, and counts the payments to each payee (decision 41).
 */
export async function findPayees(db: Db, caller: Caller, query: PayeesQuery, now: number): Promise<KnownPayee[]> {
  const dealerGroupId = query.dealer_group_id
  if (!leadsInto(caller.scope, { dealerGroupId, dealershipId: null, departmentId: null }))
    throw notFound('dealer group')
  const within = inGroup(caller, dealerGroupId)
  const newest = { ...listQuery.parse({ payee: query.search }), limit: looked }
  const names = await findPayeeNames(db, await listIds(db, within, newest, now))
  const words = searchedWords(query.search)
  const matching = names.filter((row) => words.every((word) => fold(row.payee_name_1).includes(word)))
  const payees = distinct(matching).slice(0, mostPayees)
  const typed = payeeKey(query.search)
  const keys = [...new Set([typed, ...payees.map(([key]) => key)])]
  const listed = await findListed(db, { dealerGroupId, keys, search: query.search, limit: keys.length + mostPayees })
  const isKnown = listed.some(({ name_key }) => name_key === typed) || payees.some(([key]) => key === typed)
  const isSlip = typed !== '' && !isKnown
  const close = isSlip ? await findClose(db, dealerGroupId, typed) : []
  const closeness = (payee: string) => isSlip && areClose(typed, payee) && { is_close: true as const }
  const entries = new Map([...listed, ...close].map((row) => [row.name_key, row]))
  const known: KnownPayee[] = []
  for (const [payee, row] of payees) {
    const last = await findVisible(db, within, row.id)
    const entry = entries.get(payee)
    entries.delete(payee)
    if (!last) continue
    const choosable = { dealerGroupId, name: row.payee_name_1, payee, last, entry }
    known.push({ ...(await presentKnown(db, within, choosable)), ...closeness(payee) })
  }
  for (const [payee, entry] of [...entries].slice(0, mostPayees))
    known.push({
      ...(await presentKnown(db, within, { dealerGroupId, name: entry.name, payee, entry })),
      ...closeness(payee),
    })
  return known.toSorted((one, other) => Number(isBlocked(one)) - Number(isBlocked(other))).slice(0, 2 * mostPayees)
}

interface Choosable {
  readonly dealerGroupId: number
  readonly name: string
  /** A key of the payee. */
  readonly payee: string
  /** The newest request to the payee. */
  readonly last?: FoundRequest
  /** The entry of the payee list. */
  readonly entry: ListedPayee | undefined
}

async function presentKnown(db: Db, within: Caller, choosable: Choosable): Promise<KnownPayee> {
  const { dealerGroupId, name, payee, last, entry } = choosable
  const { requests, isCut } = await visibleToPayee(db, within, { dealerGroupId, payee })
  const paid = requests.filter(isPaid)
  return {
    name,
    ...(entry && { listed: presentListed(entry) }),
    last_paid: lastOf(paid),
    requests: requests.length,
    paid: paid.length,
    is_lower_bound: isCut,
    amounts: recentAmounts(requests).map(centsToDollars),
    last: last ? presentLastOfPayee(last) : null,
  }
}

function lastOf(paid: readonly PaidRequest[]): KnownPayee['last_paid'] {
  let last: { at: string; amount: number } | null = null
  for (const { cleared_at, amount_cents } of paid)
    if (cleared_at !== null && (last === null || cleared_at > last.at))
      last = { at: cleared_at, amount: centsToDollars(amount_cents) }
  return last
}

function isBlocked({ listed }: KnownPayee): boolean {
  return listed?.state === 'blocked'
}

/** What most of the newest requests to a payee that the caller can see, except one, have in common. */
export async function findUsualCoding(
  db: Db,
  caller: Caller,
  { dealer_group_id: dealerGroupId, payee }: UsualCodingQuery,
  except?: number,
): Promise<UsualCoding> {
  if (!leadsInto(caller.scope, { dealerGroupId, dealershipId: null, departmentId: null }))
    throw notFound('dealer group')
  const { requests } = await visibleToPayee(db, inGroup(caller, dealerGroupId), {
    dealerGroupId,
    payee: separateKey(payee),
  })
  const newest = await findCoding(db, requests.flatMap(({ id }) => (id === except ? [] : id)).slice(0, mostCompared))
  return usualCodingOf(newest.map(codedOf))
}

/** How a stored request is coded. */
export function codedOf(row: Coded): CodedRequest {
  const { purpose_id, department_id, delivery_method_id, priority_rank, accounting } = row
  const priority_level = priorityOf(priority_rank)
  return { purpose_id, department_id, delivery_method_id, priority_level, account: onlyAccount(accounting) }
}

/** The account of a request that is charged to only one. */
function onlyAccount(accounting: string | null): string | null {
  const lines: readonly { readonly account: string }[] = accounting === null ? [] : JSON.parse(accounting)
  const [first, ...others] = new Set(lines.map(({ account }) => account))
  return first !== undefined && others.length === 0 ? first : null
}

/** The earlier payments to the payee of this request, excluding the request itself. */
export async function findPayeeHistory(db: Db, caller: Caller, id: number, now: number): Promise<PayeeHistory> {
  const request = await findVisible(db, caller, id)
  if (!request) throw notFound('check request')
  const { usual_cents, level: _, ...history } = await summarizeToPayee(db, caller, request, now)
  const usual_amount = usual_cents === null ? null : centsToDollars(usual_cents)
  return { ...history, usual_amount }
}

/** The earlier payments to the payee of a request that the caller can see, excluding the request itself. */
export async function summarizeToPayee(
  db: Db,
  caller: Caller,
  { id, dealer_group_id: dealerGroupId, payee_name_1 }: Pick<FoundRequest, 'id' | 'dealer_group_id' | 'payee_name_1'>,
  now: number,
): Promise<Facts['payments']> {
  const { requests, isCut } = await visibleToPayee(db, caller, { dealerGroupId, payee: separateKey(payee_name_1) })
  const others = requests.filter((other) => other.id !== id)
  const { recent, earlier, usual_cents, last_paid_at, under_way } = summarizePayments(others, now)
  return { recent, earlier, usual_cents, last_paid_at, under_way, is_lower_bound: isCut, level: caller.scope.level }
}

async function visibleToPayee(db: Db, caller: Caller, of: { dealerGroupId: number; payee: string }) {
  const found = await findUnderAllNames(db, of)
  return { requests: found.filter((row) => seesRequest(caller, row)), isCut: found.length === lookedAt }
}

/** The first row of each payee. Omits names that consist only of ignored words. */
function distinct<Row extends { payee_name_1: string }>(rows: readonly Row[]): [string, Row][] {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const key = payeeKey(row.payee_name_1)
    if (key !== '' && !byKey.has(key)) byKey.set(key, row)
  }
  return [...byKey]
}

/** Limits the caller to one dealer group. Super admins see all groups, but create a request in one of them. */
function inGroup(caller: Caller, dealerGroupId: number): Caller {
  const { scope } = caller
  if (scope.level !== accessLevels.superAdmin) return caller
  return { ...caller, scope: { ...scope, level: accessLevels.group, dealerGroupId } }
}

/** The number of consecutive taken numbers after which no number is suggested. */
const mostTaken = 20

/**
 * The next check numbers for these requests, following the last number at each dealership (A16). Omits requests that
 * the caller can't see, and locations without a next number.
 */
export async function suggestCheckNumbers(db: Db, caller: Caller, ids: readonly number[]) {
  const lasts = new Map<string, string | undefined>()
  const suggested: { id: number; check_number: string }[] = []
  for (const id of ids) {
    const request = await findVisible(db, caller, id)
    if (!request) continue
    const place = placeOf(request)
    const key = `${place.dealerGroupId} ${place.dealershipId ?? ''}`
    const last = lasts.has(key) ? lasts.get(key) : await findLastCheckNumber(db, place)
    const next = last && (await freeAfter(db, place, last))
    lasts.set(key, next || undefined)
    if (next) suggested.push({ id, check_number: next })
  }
  return suggested
}

async function freeAfter(db: Db, place: Place, last: string): Promise<string | undefined> {
  let next = checkNumberAfter(last)
  for (let taken = 0; next && taken < mostTaken; taken += 1) {
    if (!(await findCheckNumber(db, place, next))) return next
    next = checkNumberAfter(next)
  }
  return undefined
}
