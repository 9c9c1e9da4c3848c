import type { BlockPayeeInput, UnblockPayeeInput, VerifyPayeeInput } from '@check-requests/domain/payees/fields.ts'
import { separateKey } from '@check-requests/domain/payees/identity.ts'
import { type PayeeAct, refusalAt, stateAfter } from '@check-requests/domain/payees/lifecycle.ts'
import { refusalOfSame, refusalToVerify } from '@check-requests/domain/payees/rules.ts'
import { hold } from '../../access/pending-controls/commands/hold.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { linkAgain, listLinked } from '../queries/of-requests.ts'
import { editorsOf, findPayee, type PayeeRow, updatePayee } from '../queries/payees.ts'
import { loadPayee, notePayee } from './payee.ts'
import { editedBy, inTrail, unverified } from './save-payee.ts'

/** Marks a payee as verified. Returns the payee's id. */
export function verifyPayee(services: Services, command: Command, id: number, { how, version }: VerifyPayeeInput) {
  const { userId, name } = command.caller
  return act(services, command, { act: 'verify', id, version }, async (unit, payee) => {
    const group = await findGroup(unit.trx, payee.dealer_group_id)
    // If the names of two payees have the same key, verifying the second one requires another user's confirmation in
    // every dealer group (F9).
    const isSeparated = group?.separation_of_duties === 1 || payee.counts_as_id !== null
    const refusal = refusalToVerify(userId, editorsOf(payee), isSeparated)
    if (refusal) throw new Failure('FORBIDDEN', refusal)
    const by = { verified_by_id: userId, verified_by_name: name, verified_at: moment(unit.now) }
    const apart = payee.counts_as_id === null ? {} : { counts_as_id: null }
    await takeOwnRequests(unit, payee)
    return { values: { ...by, ...apart, verified_how: how, edited_by: '[]' }, said: { ...apart, verified_how: how } }
  })
}

/** Links requests raised under this name with the payee, now that the payee no longer counts as another one. */
async function takeOwnRequests({ trx }: Unit, { id, name, counts_as_id }: PayeeRow): Promise<void> {
  const linked = counts_as_id === null ? [] : await listLinked(trx, counts_as_id)
  const own = linked.filter(({ payee_name_1 }) => separateKey(payee_name_1) === separateKey(name)).map((row) => row.id)
  for (let first = 0; first < own.length; first += movedAtOnce) {
    const ids = own.slice(first, first + movedAtOnce)
    await beforeChange(trx, 'check-request', ...ids)
    await linkAgain(trx, ids, id)
  }
}

const movedAtOnce = 500

/** Blocks payments to a payee. Returns the payee's id. */
export function blockPayee(services: Services, command: Command, id: number, { reason, version }: BlockPayeeInput) {
  return act(services, command, { act: 'block', id, version }, async (unit, payee) => {
    await takeOwnRequests(unit, payee)
    return { values: { blocked_reason: reason }, said: { blocked_reason: reason } }
  })
}

/** Asks to end a block, which a second user must confirm (F10). Returns the payee's id. */
export function unblockPayee(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: UnblockPayeeInput,
) {
  return commit(services, repeatable, async (unit) => {
    const payee = await loadPayee(unit, caller, id, version)
    await requireAct(unit, payee, 'unblock')
    const says = `“${payee.name}” unblocked: ${reason}`
    const isHeld = await hold(unit, caller, {
      control: 'unblock-payee',
      dealerGroupId: payee.dealer_group_id,
      entityId: id,
      loosens: [{ fields: [], says }],
      wanted: { reason },
    })
    if (!isHeld) await liftBlock(unit, caller, id, { reason, by: caller })
    return id
  })
}

/**
 * Ends a block once this change may take effect. Returns false if the payee isn't blocked. The user who asked to end
 * the block can't verify the payee.
 */
export async function liftBlock(
  unit: Unit,
  actor: Actor,
  id: number,
  { reason, by }: { readonly reason: string; readonly by: Pick<Caller, 'userId' | 'name'> },
): Promise<boolean> {
  const payee = await findPayee(unit.trx, id)
  if (!payee || refusalAt('unblock', payee)) return false
  await beforeChange(unit.trx, 'payee', id)
  await store(unit, actor, payee, 'unblock', {
    values: { blocked_reason: null, ...unverified, ...editedBy(by) },
    said: { reason, blocked_reason: null },
  })
  return true
}

interface Act {
  readonly act: PayeeAct
  readonly id: number
  readonly version: number | undefined
}

/** Other columns that an action changes, and its audit record. */
interface Outcome {
  readonly values: Partial<PayeeRow>
  readonly said: object
}

function act(
  services: Services,
  { caller, repeatable }: Command,
  { act: verb, id, version }: Act,
  outcomeOf: (unit: Unit, payee: PayeeRow) => Promise<Outcome> | Outcome,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const payee = await loadPayee(unit, caller, id, version)
    await requireAct(unit, payee, verb)
    await store(unit, caller, payee, verb, await outcomeOf(unit, payee))
    return id
  })
}

async function requireAct({ trx }: Unit, payee: PayeeRow, verb: PayeeAct): Promise<void> {
  const countsAs = payee.counts_as_id === null ? undefined : await findPayee(trx, payee.counts_as_id)
  const refusal = refusalOfSame(payee.name, countsAs) ?? refusalAt(verb, payee)
  if (refusal) throw new Failure('CONFLICT', refusal)
}

async function store(unit: Unit, actor: Actor, payee: PayeeRow, verb: PayeeAct, { values, said }: Outcome) {
  const { id, dealer_group_id: dealerGroupId } = payee
  const after = { ...said, state: stateAfter(verb) }
  await updatePayee(unit.trx, id, { ...values, state: after.state })
  notePayee(unit, actor, { verb, id, dealerGroupId, before: inTrail(payee, after), after })
}
