import { hadHandIn } from '@check-requests/domain/check-requests/duties.ts'
import { printedBy, whoDid } from '@check-requests/domain/checks/duties.ts'
import { checkActs, refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { isLastSignature, refusalByAccount, refusalToSign } from '@check-requests/domain/checks/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { peopleIn, type ShownAccount } from '../../bank/queries/accounts.ts'
import { followCheck } from '../../check-requests/commands/apply-change.ts'
import { stateOf } from '../../check-requests/queries/detail/find.ts'
import { refusePayee } from '../../payees/commands/refuse-payee.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { insertSignatures, type SignatureRow, signaturesOf, updateCheck } from '../queries/checks.ts'
import { listToSign } from '../queries/to-sign.ts'
import { actOnEach, type LeftOut, type LoadedCheck, refuseOnHold, requireRight } from './load.ts'
import { didFor } from './participants.ts'
import { noteCheck, rememberEvents } from './record.ts'

/** How many checks are now fully signed, how many wait for a second signature, and which were refused. */
interface Signed {
  readonly signed: number
  readonly waiting: number
  readonly refused: LeftOut[]
}

/** Records the caller's own signatures on checks, each by itself (checks.md). */
export async function signChecks(
  services: Services,
  command: Command,
  ids: readonly number[],
  log: (error: unknown) => void,
): Promise<Signed> {
  const act = async (unit: Unit, loaded: LoadedCheck) => {
    const { id } = loaded.check
    return signOne(unit, command.caller, loaded, (await signaturesOf(unit.trx, [id])).get(id) ?? [])
  }
  const { done, refused } = await actOnEach(services, command, ids, { act, log })
  const signed = done.filter((isSigned) => isSigned).length
  return { signed, waiting: done.length - signed, refused }
}

/** Signs a locked check. Returns true if the check now has all its signatures. */
async function signOne(
  unit: Unit,
  caller: Caller,
  { check, account, paid }: LoadedCheck,
  before: readonly SignatureRow[],
): Promise<boolean> {
  const { id } = check
  requireRight(caller, account, 'sign')
  const requests = paid.map(({ request }) => request)
  const refusal = refusalAt('sign', check)
  if (refusal) throw new Failure('CONFLICT', refusal)
  for (const request of requests) {
    refuseOnHold(request)
    await refusePayee(unit.trx, request, 'sign')
  }
  const hasApproved = requests.some((request) => hadHandIn(stateOf(request).hands, caller.userId, ['approved']))
  const signer = { userId: caller.userId, approved: hasApproved }
  const signable = {
    number: check.number,
    amount: check.amount_cents,
    did: await didFor(unit.trx, check, requests),
    signatures: before.map(({ user_id, approved }) => ({ userId: user_id, approved: approved === 1 })),
    twoSignersAbove: account.two_signers_above_cents,
    mostToSign: peopleIn(account).find(({ userId }) => userId === caller.userId)?.mostToSign ?? null,
  }
  const reason = refusalToSign(signer, signable)
  if (reason) throw new Failure('FORBIDDEN', reason)
  const isLast = isLastSignature(signable)
  const at = moment(unit.now)
  const row = { dealer_group_id: check.dealer_group_id, check_id: id, user_id: caller.userId, user_name: caller.name }
  await insertSignatures(unit.trx, [{ ...row, approved: signer.approved ? 1 : 0, at }])
  await rememberEvents(unit, caller, check.dealer_group_id, [
    { checkId: id, act: 'sign', details: isLast ? { state: stateAfter('sign') } : {} },
  ])
  noteCheck(unit, caller, check, { verb: 'sign', after: { state: isLast ? stateAfter('sign') : check.state } })
  if (!isLast) return false
  await updateCheck(unit.trx, check, { state: stateAfter('sign') })
  const [from, to] = checkActs.sign.request
  for (const request of requests) await followCheck(unit, caller, request, { name: 'status', from: [from], to })
  return true
}

/** A printed check, and why the caller can't sign it; undefined if the caller can. */
export interface OfferedToSign {
  readonly id: number
  readonly amount: Cents
  readonly printedAt: string
  readonly refusal: string | undefined
}

/** The printed checks of these accounts, each with the reason why the caller can't sign it. */
export async function offerToSign(db: Db, caller: Caller, accounts: readonly ShownAccount[]): Promise<OfferedToSign[]> {
  const { userId, scope } = caller
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const rows = await listToSign(db, { accountIds: [...accountOf.keys()], scope, userId })
  return rows.flatMap((row) => {
    const account = accountOf.get(row.bank_account_id)
    return account
      ? [{ id: row.id, amount: row.amount_cents, printedAt: row.printed_at, refusal: refusalOf(caller, account, row) }]
      : []
  })
}

function refusalOf(
  caller: Caller,
  account: ShownAccount,
  row: Awaited<ReturnType<typeof listToSign>>[number],
): string | undefined {
  const { userId } = caller
  const { number } = row
  const people = peopleIn(account)
  const byAccount = refusalByAccount('sign', caller, { name: account.name, people })
  if (byAccount) return byAccount
  if (row.held === 1) return `The request of check ${number} is on hold. Someone else has to lift the hold first.`
  if (row.payee_blocked === 1) return `The payee of check ${number} is blocked.`
  const others = Array.from({ length: row.signed - row.signed_by_user }, (_, at) => ({
    userId: 0,
    approved: at < row.signed_by_approvers,
  }))
  const own = row.signed_by_user > 0 ? [{ userId, approved: row.approved === 1 }] : []
  return refusalToSign(
    { userId, approved: row.approved === 1 },
    {
      number,
      amount: row.amount_cents,
      did: [...printedBy(row), ...whoDid('raised', row.raised === 1 ? [userId] : [])],
      signatures: [...own, ...others],
      twoSignersAbove: account.two_signers_above_cents,
      mostToSign: people.find((person) => person.userId === userId)?.mostToSign ?? null,
    },
  )
}
