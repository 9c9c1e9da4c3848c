import {
  differs,
  type Payee,
  type PayingAct,
  refusalOfJoined,
  refusalOfSecond,
  refusalToPay,
  type VerifiedNeeded,
  withoutStop,
} from '@check-requests/domain/payees/rules.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { Failure } from '../../platform/errors.ts'
import type { Db, Tx } from '../../tables.ts'
import { findBlockedJoined, findPayeeOf, findPayeeSettings, findSecondPayee, needsIn } from '../queries/of-requests.ts'
import { findPayeeNamed, type PayeeRow } from '../queries/payees.ts'

export type PaidRequest = Pick<
  StoredRequest,
  'id' | 'dealer_group_id' | 'payee_name_1' | 'payee_name_2' | 'mailing_address' | 'purpose_id'
>

/** `payee_list` is 1 if the dealer group has a payee list. */
type ListedRequest = PaidRequest & { readonly payee_list: number }

/** Returns a request's payee and the group's requirement for it, or undefined while the payee list is off. */
export async function askPayee(db: Db, request: PaidRequest) {
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

/**
 * Finds a blocked payee named together with other payees in one field, unless the full name is verified as a separate
 * payee.
 */
async function blockedIn(db: Db, { dealer_group_id }: PaidRequest, field: string | null, whole: PayeeRow | undefined) {
  if (field === null || whole?.state === 'verified') return []
  const blocked = await findBlockedJoined(db, dealer_group_id, field)
  return blocked ? [{ field, payee: asPayee(blocked) }] : []
}

function asPayee({ name, address, state, blocked_reason }: PayeeRow): Payee {
  return { name, address, state, blockedReason: blocked_reason }
}

export function refusalOf(
  act: PayingAct,
  asked: NonNullable<Awaited<ReturnType<typeof askPayee>>>,
): string | undefined {
  const [joined] = asked.joined.flatMap(({ field, payee }) => refusalOfJoined(act, field, payee) ?? [])
  return refusalToPay(act, asked) ?? refusalOfSecond(act, asked.second) ?? joined
}

/**
 * Refuses an action that the request's payee prevents, if the dealer group has a payee list. `instead` says what the
 * user can do.
 */
export async function refusePayee(trx: Tx, request: ListedRequest, act: PayingAct, instead = ''): Promise<void> {
  const asked = request.payee_list === 1 ? await askPayee(trx, request) : undefined
  const refusal = asked && refusalOf(act, asked)
  if (refusal) throw new Failure('CONFLICT', `${refusal}${instead}`)
}

/** What a request's payee says about submitting the request without its requester; undefined without a payee list. */
export async function askToSubmit(db: Db, request: ListedRequest) {
  const asked = request.payee_list === 1 ? await askPayee(db, request) : undefined
  if (!asked) return undefined
  const { payee, paidTo } = asked
  return {
    state: payee?.state ?? null,
    isChanged: payee !== undefined && differs(payee, paidTo),
    refusal: refusalOf('approve', asked) ?? refusalOf('print', asked) ?? null,
  }
}

/** Refuses a name without a request, such as on a reissued check, if a payee with that name is blocked (M11). */
export async function refuseBlockedName(db: Db, dealerGroupId: number, name: string): Promise<void> {
  const settings = await findPayeeSettings(db, dealerGroupId)
  if (settings?.payee_list !== 1) return
  const whole = await findPayeeNamed(db, dealerGroupId, name)
  const joined = whole?.state === 'verified' ? undefined : await findBlockedJoined(db, dealerGroupId, name)
  const blocked = whole?.state === 'blocked' ? whole : joined
  if (blocked)
    throw new Failure(
      'CONFLICT',
      `${blocked.name} is blocked: ${withoutStop(blocked.blocked_reason)}. Have the bank stop this check instead.`,
    )
}

function neededFor(stored: string, purposeId: number): VerifiedNeeded {
  return needsIn(stored).find(({ purpose_id }) => purpose_id === purposeId)?.verified_needed ?? 'no'
}
