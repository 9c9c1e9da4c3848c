import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import type { LikePayee, LikePayeeOfRequest } from '@check-requests/domain/payees/replies.ts'
import { type Compared, similarityTo } from '@check-requests/domain/payees/similar.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import type { Db } from '../../tables.ts'
import { findPayeeOf, findPayeeSettings, findSecondPayee } from '../queries/of-requests.ts'
import { listCompared, listEmployees, type PayeeRow } from '../queries/payees.ts'

/** The maximum number of similar payees shown. */
const mostNamed = 20

/** The number of payees compared before other work gets a turn. Each comparison takes about 10 µs. */
const comparedAtOnce = 250

/** Finds employees and other payees in the dealer group that are similar to a payee, employees first. */
export async function findLikePayees(db: Db, payee: PayeeRow): Promise<LikePayee[]> {
  return similarAmong(await listOthers(db, payee.dealer_group_id), payee, [payee])
}

type ComparedRequest = Pick<
  StoredRequest,
  'id' | 'dealer_group_id' | 'payee_name_1' | 'payee_name_2' | 'mailing_address' | 'status_id'
>

/**
 * Finds employees and other payees that are similar to those in a request, by the names and the address typed in it.
 * Returns none while the payee list is off, or once the request is decided.
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
  const like = (await similarAmong(others, first, own)).map((one) => ({ ...one, of: 'payee' as const }))
  if (payee_name_2 === null) return like
  const likeSecond = await similarAmong(others, { name: payee_name_2, address: second?.address ?? null }, own)
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

/** Leaves out payees with the same key: they are the same payee, or two users have confirmed that they aren't (F9). */
async function similarAmong(
  others: readonly Other[],
  payee: Compared,
  own: readonly Pick<PayeeRow, 'name'>[],
): Promise<LikePayee[]> {
  const similarity = similarityTo(payee)
  const keys = own.map(({ name }) => payeeKey(name))
  const found: LikePayee[] = []
  for (const [index, { address, ...other }] of others.entries()) {
    if (index % comparedAtOnce === comparedAtOnce - 1) await nextTurn()
    const alike = similarity({ name: other.name, address })
    const isOwn = () => other.kind === 'payee' && keys.includes(payeeKey(other.name))
    if (alike !== undefined && !isOwn()) found.push({ ...other, alike })
    if (found.length === mostNamed) break
  }
  return found
}
