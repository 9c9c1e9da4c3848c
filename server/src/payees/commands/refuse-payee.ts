import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { RequestPayee } from '@check-requests/domain/payees/replies.ts'
import {
  actInto,
  differs,
  type Payee,
  type PayingAct,
  refusalOfJoined,
  refusalOfSecond,
  refusalToPay,
  type VerifiedNeeded,
} from '@check-requests/domain/payees/rules.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { Failure } from '../../platform/errors.ts'
import type { Db, Tx } from '../../tables.ts'
import { findBlockedJoined, findPayeeOf, findPayeeSettings, findSecondPayee, needsIn } from '../queries/of-requests.ts'
import { findPayeeNamed, type PayeeRow } from '../queries/payees.ts'

type PaidRequest = Pick<
  StoredRequest,
  'id' | 'dealer_group_id' | 'payee_name_1' | 'payee_name_2' | 'mailing_address' | 'purpose_id'
>

/** With 1 where its dealer group has a list of payees. */
type ListedRequest = PaidRequest & { readonly payee_list: number }

/** The payee of a request, and what the dealer group demands of it; undefined while the list of payees is off. */
async function askPayee(db: Db, request: PaidRequest) {
  const settings = await findPayeeSettings(db, request.dealer_group_id)
  if (settings?.payee_list !== 1) return undefined
  const row = await findPayeeOf(db, request)
  const second = await findSecondPayee(db, request)
  return {
    id: row?.id ?? null,
    payee: row && asPayee(row),
    second: second && asPayee(second),
    paidTo: { name: request.payee_name_1, address: request.mailing_address },
    needed: neededFor(settings.payee_needs, request.purpose_id),
    joined: [
      ...(await blockedIn(db, request, request.payee_name_1, row)),
      ...(await blockedIn(db, request, request.payee_name_2, second)),
    ],
  }
}

/** A field that names a blocked payee together with others, where nobody has verified that it is another payee. */
async function blockedIn(db: Db, { dealer_group_id }: PaidRequest, field: string | null, whole: PayeeRow | undefined) {
  if (field === null || whole?.state === 'verified') return []
  const blocked = await findBlockedJoined(db, dealer_group_id, field)
  return blocked ? [{ field, payee: asPayee(blocked) }] : []
}

function asPayee({ name, address, state, blocked_reason }: PayeeRow): Payee {
  return { name, address, state, blockedReason: blocked_reason }
}

function refusalOf(act: PayingAct, asked: NonNullable<Awaited<ReturnType<typeof askPayee>>>): string | undefined {
  const [joined] = asked.joined.flatMap(({ field, payee }) => refusalOfJoined(act, field, payee) ?? [])
  return refusalToPay(act, asked) ?? refusalOfSecond(act, asked.second) ?? joined
}

/** Refuses to give a status to a request whose payee keeps it from that. */
export async function refusePayeeAt(trx: Tx, request: ListedRequest, to: StatusName): Promise<void> {
  const act = actInto(to)
  if (act) await refusePayee(trx, request, act)
}

/** Refuses what the payee of a request keeps from happening, where there is a list of payees. `instead`: what helps. */
export async function refusePayee(trx: Tx, request: ListedRequest, act: PayingAct, instead = ''): Promise<void> {
  const asked = request.payee_list === 1 ? await askPayee(trx, request) : undefined
  const refusal = asked && refusalOf(act, asked)
  if (refusal) throw new Failure('CONFLICT', `${refusal}${instead}`)
}

/** The payee of a request, with what it keeps from happening; undefined while the list of payees is off. */
export async function payeeOf(db: Db, request: PaidRequest): Promise<RequestPayee | undefined> {
  const asked = await askPayee(db, request)
  if (!asked) return undefined
  const { id, payee, paidTo, needed } = asked
  return {
    id,
    name: payee?.name ?? paidTo.name,
    state: payee?.state ?? null,
    is_changed: payee !== undefined && differs(payee, paidTo),
    verified_needed: needed,
    refusal_to_approve: refusalOf('approve', asked) ?? null,
    refusal_to_print: refusalOf('print', asked) ?? null,
  }
}

/** Refuses a name that no request vouches for, where it is that of a blocked payee (M11). */
export async function refuseBlockedName(db: Db, dealerGroupId: number, name: string): Promise<void> {
  const settings = await findPayeeSettings(db, dealerGroupId)
  if (settings?.payee_list !== 1) return
  const whole = await findPayeeNamed(db, dealerGroupId, name)
  const joined = whole?.state === 'verified' ? undefined : await findBlockedJoined(db, dealerGroupId, name)
  const blocked = whole?.state === 'blocked' ? whole : joined
  if (blocked)
    throw new Failure(
      'CONFLICT',
      `The payee ${blocked.name} is blocked: ${blocked.blocked_reason}. Have the bank stop this check instead.`,
    )
}

function neededFor(stored: string, purposeId: number): VerifiedNeeded {
  return needsIn(stored).find(({ purpose_id }) => purpose_id === purposeId)?.verified_needed ?? 'no'
}
