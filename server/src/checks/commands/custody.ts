import { barredFrom, type Did, refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { didAbout, refusalToAsk, refusalToTakeBack, waitsForAnswer } from '@check-requests/domain/checks/custody.ts'
import { checkBars, whoDid } from '@check-requests/domain/checks/duties.ts'
import type {
  AskExceptionInput,
  HandOverException,
  RefuseExceptionInput,
} from '@check-requests/domain/checks/fields.ts'
import type { Receiver } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { refusalAt } from '@check-requests/domain/checks/lifecycle.ts'
import { canBePerson, payeeKey } from '@check-requests/domain/payees/identity.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import { findPerson, listPeople, type Person } from '../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { knowsCheck } from '../../bank/queries/positive-pay.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { type CheckRow, exceptionOf, updateCheck } from '../queries/checks.ts'
import { loadCheck, requireCheck, requireRequestsOf } from './load.ts'
import { didFor, requireDuty } from './participants.ts'
import { noteCheck, rememberEvents } from './record.ts'

/** The data that decides whether a user is barred from taking a check. */
export interface Custody {
  readonly did: readonly Did[]
  /** The dealer group's setting. */
  readonly custody: boolean
}

/**
 * The earlier actions on a check, which determine who can take it. `handing` is the user who hands the check over, once
 * known.
 */
export async function custodyOf(
  db: Db,
  check: CheckRow,
  requests: readonly FoundRequest[],
  handing?: Caller,
): Promise<Custody> {
  const group = await findGroup(db, check.dealer_group_id)
  if (group?.custody !== 1) return { did: [], custody: false }
  const did = await didFor(db, check, requests)
  return { did: [...did, ...whoDid('hands over', [handing?.userId])], custody: true }
}

/**
 * Returns true if a bank that verifies checks doesn't know this check. Such a check would be returned unpaid
 * (checks.md, Positive pay).
 */
export async function isUnknownToBank(
  db: Db,
  account: Pick<ShownAccount, 'positive_pay'>,
  check: Pick<CheckRow, 'id' | 'dealer_group_id'>,
): Promise<boolean> {
  return account.positive_pay !== 'none' && !(await knowsCheck(db, check))
}

async function requestsOf(db: Db, caller: Caller, check: CheckRow): Promise<FoundRequest[]> {
  return (await requireRequestsOf(db, caller, check)).map(({ request }) => request)
}

/** The refusal for a check with a pending void, which must not leave the office. */
export function refusalWhileAsked({ number, void_asked }: CheckRow): string | undefined {
  if (void_asked === null) return undefined
  return `Check ${number} can’t be handed over because someone asked to void it. Wait for a decision on the void.`
}

const offeredAtOnce = 8

/** Some active users of the check's dealer group whose first, last, or full name starts with this text. */
export async function findReceivers({ database: { read } }: Services, caller: Caller, id: number, beginning: string) {
  const { check } = await requireCheck(read, caller, id)
  const kept =
    check.check_request_id === null
      ? []
      : keptBy(await custodyOf(read, check, await requestsOf(read, caller, check), caller))
  const wanted = fold(beginning)
  return (await listPeople(read, check.dealer_group_id))
    .filter(({ active, name }) => active && ` ${fold(name)}`.includes(` ${wanted}`))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'))
    .slice(0, offeredAtOnce)
    .map(({ userId, name, title }): Receiver => ({ id: userId, name, title, is_barred: kept.includes(userId) }))
}

/**
 * The user chosen to take a check, or null if none is chosen. Throws unless the user is active and belongs to the
 * check's dealer group or is a super admin.
 */
export async function requireReceiver(db: Db, dealerGroupId: number, id: number | undefined): Promise<Person | null> {
  if (id === undefined) return null
  const person = await findPerson(db, id)
  const isOfGroup = person && [null, dealerGroupId].includes(person.scope.dealerGroupId)
  if (!person?.active || !isOfGroup)
    throw invalidFields({ receiver_user_id: 'Choose the user who receives the check.' })
  return person
}

/** The barred user, if any, whose name the typed name could be. This counts even if no user was chosen. */
export async function receiverNamed(db: Db, custody: Custody, name: string): Promise<Person | null> {
  for (const id of keptBy(custody)) {
    const person = await findPerson(db, id)
    if (person && (canBePerson(name, person.name) || payeeKey(name) === payeeKey(person.name))) return person
  }
  return null
}

function keptBy({ did, custody }: Custody): readonly number[] {
  return barredFrom(checkBars.take, did, { custody })
}

/**
 * Requests an exception to hand over a check even though its receiver created or approved the request, or the bank
 * doesn't know the check yet. Another user must allow the exception. Returns the check id.
 */
export function askException(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: AskExceptionInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check, account, paid } = await loadCheck(unit, caller, id, input.version)
    const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const requests = paid.map(({ request }) => request)
    const person = await requireReceiver(unit.trx, check.dealer_group_id, input.receiver_user_id)
    const receiver = person && { id: person.userId, name: person.name }
    const { did, custody } = await custodyOf(unit.trx, check, requests)
    const against = receiver !== null && refusalByDuty(checkBars.take, receiver.id, did, { custody }) !== undefined
    const unknown_to_bank = await isUnknownToBank(unit.trx, account, check)
    const needless = refusalToAsk({ number: check.number, against, unknownToBank: unknown_to_bank })
    if (needless) throw new Failure('CONFLICT', needless)
    const exception: HandOverException = {
      by: { id: caller.userId, name: caller.name },
      at: moment(unit.now),
      reason: input.reason,
      receiver: against ? receiver : null,
      unknown_to_bank,
      allowed: null,
      refused: null,
    }
    await updateCheck(unit.trx, check, { exception_asked: JSON.stringify(exception) })
    const { receiver: who, reason } = exception
    await rememberEvents(unit, caller, check.dealer_group_id, [
      { checkId: id, act: 'ask-exception', note: reason, details: { receiver: who, unknown_to_bank } },
    ])
    noteCheck(unit, caller, check, { verb: 'ask-exception', after: { reason, receiver: who, unknown_to_bank } })
    return id
  })
}

/** Allows an exception that another user requested; the receiver of the check can't allow it. Returns the check id. */
export function allowException(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const exception = requireWaiting(check)
    const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    requireDuty(checkBars['allow exception'], caller, didAbout(exception), { number: check.number })
    const allowed = { by: { id: caller.userId, name: caller.name }, at: moment(unit.now) }
    await updateCheck(unit.trx, check, { exception_asked: JSON.stringify({ ...exception, allowed }) })
    const { receiver, unknown_to_bank, by } = exception
    const after = { receiver, unknown_to_bank, asked_by: by }
    await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: id, act: 'allow-exception', details: after }])
    noteCheck(unit, caller, check, { verb: 'allow-exception', after })
    return id
  })
}

/**
 * Refuses an exception that another user requested. That user can request the exception again. Returns the check id.
 */
export function refuseException(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: RefuseExceptionInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const exception = requireWaiting(check)
    requireDuty(checkBars['refuse exception'], caller, didAbout(exception), { number: check.number })
    const refused = { by: { id: caller.userId, name: caller.name }, at: moment(unit.now), reason }
    await updateCheck(unit.trx, check, { exception_asked: JSON.stringify({ ...exception, refused }) })
    const happening = { checkId: id, act: 'refuse-exception', note: reason, details: { asked_by: exception.by } }
    await rememberEvents(unit, caller, check.dealer_group_id, [happening])
    noteCheck(unit, caller, check, { verb: 'refuse-exception', after: { reason, asked_by: exception.by } })
    return id
  })
}

/** Withdraws the caller's own exception request, even after the exception was allowed. Returns the check id. */
export function takeBackException(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const exception = exceptionOf(check)
    const late = refusalAt('issue', check)
    if (late) throw new Failure('CONFLICT', late)
    if (!exception || exception.refused) throw nobodyWaits(check)
    const barred = refusalToTakeBack(caller.userId, { number: check.number, exception })
    if (barred) throw new Failure('FORBIDDEN', barred)
    await updateCheck(unit.trx, check, { exception_asked: null })
    const { receiver, unknown_to_bank, reason } = exception
    const after = { receiver, unknown_to_bank, reason }
    await rememberEvents(unit, caller, check.dealer_group_id, [
      { checkId: id, act: 'take-back-exception', details: after },
    ])
    noteCheck(unit, caller, check, { verb: 'take-back-exception', after })
    return id
  })
}

/** The exception that is waiting for a decision. Throws if there is none. */
function requireWaiting(check: CheckRow): HandOverException {
  const exception = exceptionOf(check)
  if (!exception || !waitsForAnswer(exception)) throw nobodyWaits(check)
  return exception
}

function nobodyWaits({ number }: CheckRow): Failure {
  return new Failure('CONFLICT', `No exception for check ${number} is waiting for a decision.`)
}
