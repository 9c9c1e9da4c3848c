import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import type { LikePayee, LikePayeeOfRequest } from '@check-requests/domain/payees/replies.ts'
import { type Compared, likenessTo } from '@check-requests/domain/payees/similar.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import type { Db } from '../../tables.ts'
import { findPayeeOf, findPayeeSettings, findSecondPayee } from '../queries/of-requests.ts'
import { listCompared, listEmployees, type PayeeRow } from '../queries/payees.ts'

/** At most this many are told. */
const mostTold = 20

/** So many are compared before others have their turn; each takes about 10 µs. */
const comparedAtOnce = 250

/** Employees and other payees of the dealer group that are nearly the same as a payee, employees first. */
export async function findLikePayees(db: Db, payee: PayeeRow): Promise<LikePayee[]> {
  return alikeAmong(await listOthers(db, payee.dealer_group_id), payee, [payee])
}

type ComparedRequest = Pick<
  StoredRequest,
  'id' | 'dealer_group_id' | 'payee_name_1' | 'payee_name_2' | 'mailing_address' | 'status_id'
>

/**
 * Employees and other payees that are nearly the same as those whom a request pays, by the names and the address that
 * it has itself. Nobody while the list of payees is off, or once nobody decides about the request any more.
 */
export async function findLikeRequest(db: Db, request: ComparedRequest): Promise<LikePayeeOfRequest[]> {
  const { dealer_group_id, payee_name_1, payee_name_2, mailing_address, status_id } = request
  if (!isPending(statusOf(status_id).name)) return []
  const settings = await findPayeeSettings(db, dealer_group_id)
  if (settings?.payee_list !== 1) return []
  const payee = await findPayeeOf(db, request)
  const second = await findSecondPayee(db, request)
  const own = [payee, second].filter((row) => row !== undefined)
  const others = await listOthers(db, dealer_group_id)
  const first = { name: payee_name_1, address: mailing_address ?? payee?.address ?? null }
  const like = (await alikeAmong(others, first, own)).map((one) => ({ ...one, of: 'payee' as const }))
  if (payee_name_2 === null) return like
  const likeSecond = await alikeAmong(others, { name: payee_name_2, address: second?.address ?? null }, own)
  return [...like, ...likeSecond.map((one) => ({ ...one, of: 'second payee' as const }))]
}

type Other = Omit<LikePayee, 'alike'> & Pick<Compared, 'address'>

async function listOthers(db: Db, dealerGroupId: number): Promise<Other[]> {
  const employees = await listEmployees(db, dealerGroupId)
  const payees = await listCompared(db, dealerGroupId)
  const people = employees.map(({ id, first_name, last_name }) => {
    return { kind: 'employee', id, name: `${first_name} ${last_name}`, state: null, address: null } as const
  })
  return [...people, ...payees.map((payee) => ({ kind: 'payee' as const, ...payee }))]
}

/** Payees with the key of an own one are the same, or two people have said that they are not (F9). */
async function alikeAmong(
  others: readonly Other[],
  payee: Compared,
  own: readonly Pick<PayeeRow, 'name'>[],
): Promise<LikePayee[]> {
  const likeness = likenessTo(payee)
  const keys = own.map(({ name }) => payeeKey(name))
  const found: LikePayee[] = []
  for (const [index, { address, ...other }] of others.entries()) {
    if (index % comparedAtOnce === comparedAtOnce - 1) await nextTurn()
    const alike = likeness({ name: other.name, address })
    const isOwn = () => other.kind === 'payee' && keys.includes(payeeKey(other.name))
    if (alike !== undefined && !isOwn()) found.push({ ...other, alike })
    if (found.length === mostTold) break
  }
  return found
}
