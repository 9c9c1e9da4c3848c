import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import { refusalToLetStand } from '@check-requests/domain/bank/clearing/match.ts'
import type { ResolveExceptionInput } from '@check-requests/domain/bank/files/fields.ts'
import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import { listAdmins, requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishExceptions, publishPaid, publishTakenBack } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, notFound, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import { findAccount, namesOfPeople, peopleOf, type ShownAccount } from '../queries/accounts.ts'
import {
  findException,
  insertExceptions,
  listExceptions,
  matchLine,
  type ShownException,
  updateException,
} from '../queries/clearing.ts'
import { findExceptionOf, findPaymentOf, paymentOf } from '../queries/clearing-state.ts'
import { type Touched, touchedBy } from '../queries/touched-checks.ts'
import { listReconcilers, noteBankFile, refusalToReconcile, requireAccount, requireReconciler } from './account.ts'

/** Resolves an exception with a note, or assigns it to a user. Returns its id. */
export function resolveException(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { note, bank_stands, owner_id, version }: ResolveExceptionInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireException(unit.trx, caller, id)
    await requireVersion(unit.trx, 'check-exception', id, version)
    const exception = await requireException(unit.trx, caller, id)
    if (exception.resolved_at !== null)
      throw new Failure(
        'CONFLICT',
        `${exception.resolved_by_name} has already resolved this exception. Reload the page.`,
      )
    const owner = owner_id === undefined ? {} : await ownerOf(unit, exception, owner_id)
    const resolution = note === undefined ? {} : await resolved(unit, caller, exception, note)
    if (bank_stands) await letStand(unit, caller, exception, note ?? '')
    await updateException(unit.trx, id, { ...owner, ...resolution })
    const verb = note === undefined ? 'assign' : 'resolve'
    const { dealer_group_id: dealerGroupId } = exception
    noteBankFile(unit, caller, {
      entity: 'check-exception',
      verb,
      id,
      dealerGroupId,
      after: { ...owner, ...resolution, ...(bank_stands && { bank_stands }) },
    })
    return id
  })
}

/**
 * Clears the check of an exception, because the bank paid exactly this check, whatever the amount (decision 104). If the
 * bank took the payment back, makes the check outstanding again (decision 168).
 */
async function letStand(unit: Unit, caller: Caller, exception: ShownException, note: string): Promise<void> {
  const refusal = refusalToLetStand(paymentOf(exception, unit.now))
  if (refusal !== undefined) throw new Failure('CONFLICT', refusal)
  const { check_id, check_number, clearing_file_id, clearing_line_id, dealer_group_id, paid_on } = exception
  if (check_id === null || check_number === null) return
  const lineId = clearing_line_id
  if (exception.amount_cents < 0)
    await publishTakenBack(unit, caller, {
      checkId: check_id,
      lineId,
      cents: -exception.amount_cents,
      day: paid_on,
      note,
    })
  else await publishPaid(unit, caller, dealer_group_id, [{ id: check_id, number: check_number, paidOn: paid_on }])
  await beforeChange(unit.trx, 'clearing-file', clearing_file_id)
  await matchLine(unit.trx, clearing_line_id, check_id)
}

/** Notifies the users who reconcile an account, the group's admins, and webhooks of new exceptions (decision 176). */
export async function tellOfExceptions(
  unit: Unit,
  actor: { readonly userId: number | null; readonly name: string },
  account: ShownAccount,
  exceptions: readonly { readonly id: number; readonly kind: ExceptionKind }[],
): Promise<void> {
  const [first] = exceptions
  if (first === undefined) return
  const { dealer_group_id: dealerGroupId, name, account_last4 } = account
  const people = await listReconcilers(unit.trx, account)
  const admins = await listAdmins(unit.trx, dealerGroupId, unit.now)
  const kinds = [...new Set(exceptions.map(({ kind }) => kind))]
  const found = exceptions.length === 1 ? 'A payment' : `${exceptions.length} payments`
  const verb = exceptions.length === 1 ? 'doesn’t' : 'don’t'
  await publishExceptions(unit, { account, count: exceptions.length, kinds, by: actor.name })
  await unit.tell([...people.map(({ id }) => id), ...admins.map(({ userId }) => userId)], {
    event: 'bank-exception',
    key: `bank-exception/${first.id}/${moment(unit.now)}`,
    actor,
    dealerGroupId,
    text: `${found} on ${name} (account ending in ${account_last4}) ${verb} match the register: ${kinds.join(', ')}. Resolve them on the Clearing screen.`,
  })
}

/** The columns of an exception that no one is assigned to and no one has resolved. */
export const unresolved = {
  owner_id: null,
  owner_name: null,
  resolution: null,
  resolved_by_id: null,
  resolved_by_name: null,
  resolved_at: null,
} as const

/** Turns the payment that had cleared a check into an open exception. */
export async function reopenPayment(
  unit: Unit,
  actor: Pick<Caller, 'userId' | 'name'>,
  check: { readonly id: number; readonly number: number; readonly dealer_group_id: number; bank_account_id: number },
  reason: string,
): Promise<void> {
  const { trx, now } = unit
  const { id: check_id, dealer_group_id, bank_account_id, number } = check
  const account = present(await findAccount(trx, bank_account_id), `the account of check ${number}`)
  const payment = present(await findPaymentOf(trx, check), `the payment of check ${number}`)
  await beforeChange(trx, 'clearing-file', payment.clearing_file_id)
  await matchLine(trx, payment.id, null)
  const open = {
    check_id,
    kind: 'clearing undone',
    sentence: `This payment cleared check ${number}, and the clearing was undone (“${reason}”). Find out what the bank paid.`,
    ...unresolved,
  } as const
  const earlier = await findExceptionOf(trx, payment)
  if (earlier !== undefined) {
    await beforeChange(trx, 'check-exception', earlier)
    await updateException(trx, earlier, open)
    await tellOfExceptions(unit, actor, account, [{ ...open, id: earlier }])
    return
  }
  const row = { ...open, dealer_group_id, bank_account_id, clearing_line_id: payment.id, created_at: moment(now) }
  for (const id of await insertExceptions(trx, [row])) {
    afterCreate(trx, 'check-exception', id)
    await tellOfExceptions(unit, actor, account, [{ ...open, id }])
  }
}

/** The exception, if the caller can reconcile its account. */
async function requireException(db: Db, caller: Caller, id: number): Promise<ShownException> {
  const exception = await findException(db, id)
  if (!exception) throw notFound('exception')
  await requireReconciler(db, caller, exception.bank_account_id)
  return exception
}

/** An exception, and the reason why the caller can't resolve it; undefined if the caller can. */
export interface OfferedException {
  readonly exception: ShownException
  readonly refusal: string | undefined
}

/** The newest exceptions of an account, each with the reason why the caller can't resolve it. */
export async function offerExceptions(
  db: Db,
  caller: Caller,
  accountId: number,
  { isOpen, limit }: { readonly isOpen: boolean; readonly limit: number },
): Promise<OfferedException[]> {
  const account = await requireAccount(db, caller, accountId)
  const exceptions = await listExceptions(db, account, isOpen, limit)
  const byAccount = refusalToReconcile(caller, account)
  const ids = exceptions.flatMap(({ check_id }) => check_id ?? [])
  const touched = await touchedBy(db, account.dealer_group_id, caller.userId, ids)
  return exceptions.map((exception) => ({
    exception,
    refusal:
      byAccount ?? refusalByHand(caller, exception.check_id === null ? undefined : touched.get(exception.check_id)),
  }))
}

/** One exception in the form of `offerExceptions`, for a user who can reconcile its account. */
export async function offerException(db: Db, caller: Caller, id: number): Promise<OfferedException> {
  const exception = await requireException(db, caller, id)
  return { exception, refusal: await refusalToResolve(db, caller, exception) }
}

async function refusalToResolve(
  db: Db,
  caller: Caller,
  { check_id, dealer_group_id }: ShownException,
): Promise<string | undefined> {
  if (check_id === null) return undefined
  return refusalByHand(caller, (await touchedBy(db, dealer_group_id, caller.userId, [check_id])).get(check_id))
}

/**
 * The error for a user who printed, signed, voided, or handed over a check and so can't resolve an exception about it.
 */
function refusalByHand({ userId }: Caller, check: Touched | undefined): string | undefined {
  return check && refusalByDuty(checkBars.resolve, userId, check.did, check)
}

async function ownerOf({ trx }: Unit, { dealer_group_id }: ShownException, id: number) {
  if ((await peopleOf(trx, dealer_group_id, [id])).length === 0)
    throw invalidFields({ owner_id: 'Choose an active user in this dealer group.' })
  return { owner_id: id, owner_name: (await namesOfPeople(trx, [id])).get(id) ?? 'Someone' }
}

async function resolved({ trx, now }: Unit, caller: Caller, exception: ShownException, note: string) {
  const refusal = await refusalToResolve(trx, caller, exception)
  if (refusal !== undefined) throw new Failure('FORBIDDEN', refusal)
  const { userId, name } = caller
  return { resolution: note, resolved_by_id: userId, resolved_by_name: name, resolved_at: moment(now) }
}
