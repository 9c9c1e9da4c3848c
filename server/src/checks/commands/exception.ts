import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import { didAbout, refusalToAsk, refusalToTakeBack, waitsForAnswer } from '@check-requests/domain/checks/custody.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { AskExceptionInput, RefuseExceptionInput } from '@check-requests/domain/checks/fields.ts'
import type { HandOverException } from '@check-requests/domain/checks/hand-over.ts'
import { refusalAt } from '@check-requests/domain/checks/lifecycle.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { type CheckRow, exceptionOf, updateCheck } from '../queries/checks.ts'
import { custodyOf, isUnknownToBank, refusalWhileAsked } from './custody.ts'
import { demandDuty } from './did.ts'
import { demandRequestOf, loadCheck } from './load.ts'
import { demandReceiver } from './receivers.ts'
import { noteCheck, rememberEvents } from './record.ts'

/**
 * Asks to hand a check over although whoever takes it raised or approved its request, or although the bank does not know
 * it yet. Someone else has to allow it. Returns the check's id.
 */
export function askException(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: AskExceptionInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check, account } = await loadCheck(unit, caller, id, input.version)
    const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const request = await demandRequestOf(unit.trx, caller, check)
    const person = await demandReceiver(unit.trx, check.dealer_group_id, input.receiver_user_id)
    const receiver = person && { id: person.userId, name: person.name }
    const { did, custody } = await custodyOf(unit.trx, check, request)
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

/** Allows what somebody else has asked for; whoever is to take the check does not. Returns the check's id. */
export function allowException(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const exception = demandWaiting(check)
    const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    await demandRequestOf(unit.trx, caller, check)
    demandDuty(checkBars['allow exception'], caller, didAbout(exception), { number: check.number })
    const allowed = { by: { id: caller.userId, name: caller.name }, at: moment(unit.now) }
    await updateCheck(unit.trx, check, { exception_asked: JSON.stringify({ ...exception, allowed }) })
    const { receiver, unknown_to_bank, by } = exception
    const after = { receiver, unknown_to_bank, asked_by: by }
    await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: id, act: 'allow-exception', details: after }])
    noteCheck(unit, caller, check, { verb: 'allow-exception', after })
    return id
  })
}

/** Refuses what somebody else has asked for. Whoever wants it all the same asks anew. Returns the check's id. */
export function refuseException(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: RefuseExceptionInput,
) {
  return commit(services, repeatable, async (unit) => {
    const { check } = await loadCheck(unit, caller, id, version)
    const exception = demandWaiting(check)
    await demandRequestOf(unit.trx, caller, check)
    demandDuty(checkBars['refuse exception'], caller, didAbout(exception), { number: check.number })
    const refused = { by: { id: caller.userId, name: caller.name }, at: moment(unit.now), reason }
    await updateCheck(unit.trx, check, { exception_asked: JSON.stringify({ ...exception, refused }) })
    const happening = { checkId: id, act: 'refuse-exception', note: reason, details: { asked_by: exception.by } }
    await rememberEvents(unit, caller, check.dealer_group_id, [happening])
    noteCheck(unit, caller, check, { verb: 'refuse-exception', after: { reason, asked_by: exception.by } })
    return id
  })
}

/** Takes back what one has asked for oneself, also once it was allowed. Returns the check's id. */
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

/** The exception that waits for somebody to allow or refuse it; throws when none does. */
function demandWaiting(check: CheckRow): HandOverException {
  const exception = exceptionOf(check)
  if (!exception || !waitsForAnswer(exception)) throw nobodyWaits(check)
  return exception
}

function nobodyWaits({ number }: CheckRow): Failure {
  return new Failure('CONFLICT', `Nobody waits for an exception for check ${number}.`)
}
