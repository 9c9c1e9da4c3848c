import { checkBars, stopTakesTwo } from '@check-requests/domain/checks/duties.ts'
import type {
  ConfirmStopInput,
  RenewStopInput,
  StopCheckInput,
  VoidCheckInput,
} from '@check-requests/domain/checks/fields.ts'
import { refusalAt, stateAfter, type TakenBackTo, takesBack } from '@check-requests/domain/checks/lifecycle.ts'
import { needsAgreement, refusalToRenew, stopLapsesAfter } from '@check-requests/domain/checks/rules.ts'
import { addMonths } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { followCheck } from '../../check-requests/commands/apply-change.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { type CheckRow, updateCheck } from '../queries/checks.ts'
import { type LoadedCheck, loadCheck, requireDocument } from './load.ts'
import { didFor, requireDuty } from './participants.ts'
import { dayOfCheckEvent, noteCheck, rememberEvents, todayOf } from './record.ts'
import { changeCheck } from './settle-run.ts'

/** A request to void a signed check. */
export interface AskedVoid {
  readonly by: { readonly id: number; readonly name: string }
  readonly reason: string
  readonly request_status: TakenBackTo
  readonly attachment_id: number
}

/**
 * Voids a check. An unsigned check is voided immediately. A signed check needs a picture of the defaced check and a
 * second person. Returns the check id.
 */
export function voidCheck(services: Services, { caller, repeatable }: Command, id: number, input: VoidCheckInput) {
  return commit(services, repeatable, async (unit) => {
    const loaded = await loadCheck(unit, caller, id, input.version)
    const { check, paid } = loaded
    requireAct('void', check)
    const { reason, request_status, attachment_id } = input
    if (!needsAgreement(check.state)) {
      await takeBack(unit, caller, loaded, { act: 'void', reason, request_status })
      return id
    }
    if (check.void_asked !== null)
      throw new Failure(
        'CONFLICT',
        `${askedOf(check)?.by.name} already asked to void check ${check.number}. A second person must agree.`,
      )
    await requirePicture(unit, check, paid, attachment_id)
    const asked = { by: { id: caller.userId, name: caller.name }, reason, request_status, attachment_id }
    await updateCheck(unit.trx, check, { void_asked: JSON.stringify(asked) })
    await rememberEvents(unit, caller, check.dealer_group_id, [
      { checkId: id, act: 'ask-void', note: reason, details: { request_status } },
    ])
    noteCheck(unit, caller, check, { verb: 'ask-void', after: { reason, request_status, attachment_id } })
    return id
  })
}

/**
 * Confirms the void of a check. The caller must not have printed or signed the check, or requested the void. Returns
 * the check id.
 */
export function agreeToVoid(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const loaded = await loadCheck(unit, caller, id, version)
    const { check } = loaded
    const asked = askedOf(check)
    if (!asked) throw new Failure('CONFLICT', `No request to void check ${check.number} is pending.`)
    requireAct('void', check)
    requireDuty(checkBars.agree, caller, await didFor(unit.trx, check, []), { number: check.number })
    await takeBack(unit, caller, loaded, { act: 'void', reason: asked.reason, request_status: asked.request_status })
    return id
  })
}

/** The bank's response to a stop: its confirmation number, and its fee in dollars. Each is null if missing. */
interface BankSays {
  readonly confirmation_number: string | null
  readonly fee: number | null
}

/**
 * Stops a check whose paper is lost, or records the bank's confirmation of an earlier stop. The request can't be paid
 * again before the bank confirms. For a signed check, another user must record the confirmation (decision 153). Returns
 * the check id.
 */
export function stopCheck(services: Services, { caller, repeatable }: Command, id: number, input: StopCheckInput) {
  return commit(services, repeatable, async (unit) => {
    const loaded = await loadCheck(unit, caller, id, input.version)
    const { check } = loaded
    if (check.state === stateAfter('stop')) return enterNumber(unit, caller, check, input)
    const { reason, request_status } = input
    const did = await didFor(unit.trx, check, [])
    if (input.confirmation_number !== null && stopTakesTwo(did))
      throw invalidFields({
        confirmation_number: `Check ${check.number} was signed, so someone else has to enter the bank’s confirmation number. Leave the number empty.`,
      })
    requireAct('stop', check)
    const bank = columnsOf(input)
    await takeBack(unit, caller, loaded, { act: 'stop', reason, request_status, bank })
    const stopped = { id, state: stateAfter('stop') }
    await updateCheck(unit.trx, stopped, { ...bank, stop_lapses_on: await lapsesOn(unit, check) })
    return id
  })
}

/** Records the bank's confirmation of a stop. Returns the check id. */
export function confirmStop(services: Services, { caller, repeatable }: Command, id: number, input: ConfirmStopInput) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, input.version)
    if (check.state !== stateAfter('stop')) throw new Failure('CONFLICT', `Check ${check.number} isn’t stopped.`)
    return enterNumber(unit, caller, check, input)
  })
}

async function enterNumber(unit: Unit, caller: Caller, check: CheckRow, says: BankSays): Promise<number> {
  const { id, number, reason } = check
  if (check.stop_number !== null)
    throw new Failure('CONFLICT', `The bank has confirmed the stop of check ${number}. Renew it instead.`)
  if (says.confirmation_number === null)
    throw invalidFields({ confirmation_number: 'Enter the bank’s confirmation number for the stop.' })
  const did = await didFor(unit.trx, check, [])
  if (stopTakesTwo(did)) requireDuty(checkBars['confirm stop'], caller, did, { number })
  const bank = columnsOf(says)
  await updateCheck(unit.trx, check, { ...bank, stop_lapses_on: await lapsesOn(unit, check) })
  await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: id, act: 'stop', note: reason, details: bank }])
  noteCheck(unit, caller, check, { verb: 'stop', after: bank })
  return id
}

function columnsOf({ confirmation_number, fee }: BankSays) {
  return { stop_number: confirmation_number, stop_fee_cents: fee === null ? null : Math.round(fee * 100) }
}

/** The user who asked to void a check, and the reason; undefined if no void is pending. */
function askedOf({ void_asked }: Pick<CheckRow, 'void_asked'>): AskedVoid | undefined {
  return void_asked === null ? undefined : JSON.parse(void_asked)
}

interface TakingBack {
  readonly act: 'void' | 'stop'
  readonly reason: string
  readonly request_status: TakenBackTo
  /** The bank's response to a stop, if it is already known. */
  readonly bank?: { readonly stop_number: string | null; readonly stop_fee_cents: number | null }
}

/** Ends a check, and either returns its requests for payment or ends them as well (E6). */
async function takeBack(
  unit: Unit,
  caller: Caller,
  { check, paid }: LoadedCheck,
  { act, reason, request_status, bank }: TakingBack,
): Promise<void> {
  const state = stateAfter(act)
  const ended_on = await dayOfCheckEvent(unit, check)
  if (!(await updateCheck(unit.trx, check, { state, reason, ended_on, void_asked: null, exception_asked: null })))
    throw new Failure(
      'CONFLICT',
      `Another user changed check ${check.number} in the meantime. Review it before you continue.`,
    )
  await rememberEvents(unit, caller, check.dealer_group_id, [
    { checkId: check.id, act, note: reason, details: { request_status } },
  ])
  noteCheck(unit, caller, check, { verb: act, after: { state, reason, request_status, ...bank } })
  for (const { request } of paid)
    await followCheck(unit, caller, request, {
      name: act === 'void' ? 'voided' : 'stopped',
      from: takesBack.from,
      to: request_status,
      comment: reason,
      values: { check_number: null, bank_account_id: null },
      changes: [{ field: 'check_number', from: String(check.number), to: null }],
    })
}

function requireAct(act: 'void' | 'stop', check: CheckRow): void {
  const refusal = refusalAt(act, check)
  if (refusal) throw new Failure('CONFLICT', refusal)
}

/** Throws unless the picture of the defaced check is a document of one of the check’s requests. */
async function requirePicture(
  { trx }: Unit,
  check: CheckRow,
  paid: LoadedCheck['paid'],
  id: number | undefined,
): Promise<void> {
  const missing = 'Deface the check, photograph it, and add the picture to the request’s documents.'
  if (check.check_request_id === null)
    throw new Failure(
      'CONFLICT',
      `Check ${check.number} is from before the account was set up, so no request has a picture of it. Have the bank stop it instead.`,
    )
  await requireDocument(
    trx,
    paid.map(({ request }) => request.id),
    { id, missing },
  )
}

async function lapsesOn(unit: Unit, check: CheckRow): Promise<string> {
  return addMonths(await todayOf(unit, check), stopLapsesAfter)
}

/** Renews a stop with the bank's new confirmation number, for another six months from today. Returns the check id. */
export function renewStop(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { confirmation_number: stop_number, fee, version }: RenewStopInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const refusal = refusalToRenew(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const today = await todayOf(unit, check)
    const stop_lapses_on = addMonths(today, stopLapsesAfter)
    const stop_fee_cents = fee === null ? check.stop_fee_cents : Math.round(fee * 100) + (check.stop_fee_cents ?? 0)
    await changeCheck(unit, check, { stop_number, stop_fee_cents, stop_lapses_on, stop_lapsed_at: null })
    const { stop_number: number, stop_lapses_on: lapses, stop_fee_cents: paid } = check
    const before = { stop_number: number, stop_lapses_on: lapses, stop_fee_cents: paid }
    await rememberEvents(unit, caller, check.dealer_group_id, [
      { checkId: id, act: 'renew-stop', note: stop_number, details: { ...before, stop_fee_cents } },
    ])
    noteCheck(unit, caller, check, {
      verb: 'renew-stop',
      before,
      after: { stop_number, stop_lapses_on, stop_fee_cents },
    })
    return id
  })
}
