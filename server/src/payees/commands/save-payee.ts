import type { CreatePayeeInput, PayeeSettingsInput, UpdatePayeeInput } from '@check-requests/domain/payees/fields.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { stateAfterChange } from '@check-requests/domain/payees/lifecycle.ts'
import { isChanged, refusalOfName } from '@check-requests/domain/payees/rules.ts'
import { loosenedNeeds, loosenedSettings, strictestNeeds } from '@check-requests/domain/people/controls/loosening.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { namesOf } from '../../check-requests/queries/detail/payees.ts'
import { holdGroupBack, requireGroup } from '../../organization/commands/record.ts'
import { findPurpose, listPurposes } from '../../organization/queries/lists.ts'
import { type GroupRow, updateGroup } from '../../organization/queries/places.ts'
import { moment } from '../../platform/clock.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { Failure, invalidFields, isUniqueViolation } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import {
  derived,
  editorsOf,
  findHolder,
  insertPayee,
  listCountedAs,
  type PayeeRow,
  remainingOf,
  updatePayee,
} from '../queries/payees.ts'
import { loadPayee, notePayee, payeesChanged } from './payee.ts'

/** Adds a payee, which another user must verify, to a dealer group. Returns the payee's id. */
export function createPayee(
  services: Services,
  { caller, repeatable }: Command,
  input: CreatePayeeInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, input.dealer_group_id)
    await requirePurpose(unit.trx, input.default_purpose_id)
    return addPayee(unit, caller, input)
  })
}

/** Adds a payee to a dealer group that the caller works with, in the command's transaction. Returns the payee's id. */
export async function addPayee(
  unit: Unit,
  caller: Caller,
  { is_separate = false, ...input }: CreatePayeeInput,
): Promise<number> {
  const { trx, now } = unit
  const key = await keyFor(trx, { ...input, id: 0 }, is_separate)
  const payee = { ...input, ...key, state: 'new', ...editedBy(caller), ...unverified } as const
  const id = await insertPayee(trx, { ...payee, blocked_reason: null, created_at: moment(now) })
  if (id === undefined) throw taken(`There is already a payee “${input.name}”.`)
  afterCreate(trx, 'payee', id)
  const after = key.counts_as_id === null ? input : { ...input, counts_as_id: key.counts_as_id }
  notePayee(unit, caller, { verb: 'create', id, dealerGroupId: input.dealer_group_id, after })
  return id
}

/** Changes a payee. If the name or address changes, the payee must be verified again. Returns the payee's id. */
export function changePayee(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, is_separate = false, ...input }: UpdatePayeeInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const payee = await loadPayee(unit, caller, id, version)
    await requirePurpose(unit.trx, input.default_purpose_id)
    const values = differing(payee, input)
    if (Object.keys(values).length === 0) return id
    const changed = { ...payee, ...values }
    const follows = isChanged(payee, changed) ? changedAgain(caller, payee) : {}
    const key =
      separateKey(changed.name) === separateKey(payee.name) ? {} : await keyFor(unit.trx, changed, is_separate)
    await updatePayee(unit.trx, id, { ...values, ...derived(changed), ...key, ...renamed(payee, changed), ...follows })
    if (payeeKey(changed.name) !== payeeKey(payee.name)) await passOnKey(unit, payee)
    const noted = { verb: 'update', id, dealerGroupId: payee.dealer_group_id } as const
    const after = 'state' in follows ? { ...values, state: follows.state } : values
    notePayee(unit, caller, { ...noted, before: inTrail(payee, after), after })
    return id
  })
  return change.catch((error: unknown) => {
    throw isUniqueViolation(error, 'name') ? taken(`There is already a payee “${input.name}”.`) : error
  })
}

/** The payee's name and changed fields for an audit record. */
export function inTrail(payee: PayeeRow, after: object): object {
  const fields = ['name', ...Object.keys(after)]
  return Object.fromEntries(Object.entries(payee).filter(([field]) => fields.includes(field)))
}

/** The column values of an unverified payee. */
export const unverified = { verified_by_id: null, verified_by_name: null, verified_at: null, verified_how: null }

/** Records that a user added or changed a payee. */
export function editedBy({ userId: id, name }: Pick<Caller, 'userId' | 'name'>) {
  return { edited_by: JSON.stringify([{ id, name }]) }
}

function changedAgain({ userId: id, name }: Caller, payee: PayeeRow) {
  const others = editorsOf(payee).filter((editor) => editor.id !== id)
  return {
    state: stateAfterChange(payee.state),
    edited_by: JSON.stringify([...others, { id, name }]),
    ...unverified,
  }
}

/**
 * Returns the key for a name, and the payee that it counts as if only the legal form differs (F9). Throws if the name
 * is already used.
 */
async function keyFor(
  db: Db,
  { id, dealer_group_id, name }: Pick<PayeeRow, 'id' | 'dealer_group_id' | 'name'>,
  isSeparate: boolean,
): Promise<Pick<PayeeRow, 'name_key' | 'counts_as_id'>> {
  const holder = await findHolder(db, dealer_group_id, payeeKey(name))
  if (!holder || holder.id === id) return { name_key: payeeKey(name), counts_as_id: null }
  const refusal = refusalOfName(name, holder.name, isSeparate)
  const canBeSeparate = refusal !== undefined && separateKey(name) !== separateKey(holder.name)
  if (refusal)
    throw taken(refusal, canBeSeparate ? { is_separate: 'Check this box if these are two separate payees.' } : {})
  return { name_key: separateKey(name), counts_as_id: (await remainingOf(db, holder))?.id ?? holder.id }
}

/** When a payee gives up its key, passes the key on to the first payee that counted as this one. */
async function passOnKey({ trx }: Unit, payee: PayeeRow): Promise<void> {
  const [first, ...rest] = await listCountedAs(trx, payee)
  if (!first) return
  await beforeChange(trx, 'payee', first.id, ...rest.map(({ id }) => id))
  await updatePayee(trx, first.id, { name_key: payeeKey(first.name), counts_as_id: null })
  for (const { id } of rest) await updatePayee(trx, id, { counts_as_id: first.id })
}

/** Keeps the former name, so that payments under that name still count for the payee. */
function renamed(payee: PayeeRow, changed: Pick<PayeeRow, 'name'>): Pick<Partial<PayeeRow>, 'former_keys'> {
  if (payeeKey(changed.name) === payeeKey(payee.name)) return {}
  return { former_keys: JSON.stringify([...new Set(namesOf(payee))]) }
}

async function requirePurpose(db: Db, id: number | null | undefined): Promise<void> {
  if (id && !(await findPurpose(db, id))) throw invalidFields({ default_purpose_id: 'Choose a purpose.' })
}

function taken(message: string, more: Record<string, string> = {}): Failure {
  return new Failure('CONFLICT', message, { fields: { name: message, ...more } })
}

/**
 * Turns a dealer group's payee list on or off, and sets the purposes that need a verified payee. Returns the group's
 * id.
 */
export function savePayeeSettings(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, payee_list, purposes }: PayeeSettingsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const group = await requireGroup(trx, caller, id)
    await requirePurposes(trx, purposes ?? [])
    await requireVersion(trx, 'dealer-group', id, version)
    const wanted = differing(group, {
      payee_list: payee_list && Number(payee_list === 'on'),
      payee_needs: purposes && JSON.stringify(purposes.filter(({ verified_needed }) => verified_needed !== 'no')),
    })
    const needs = await neededMeanwhile(trx, group, wanted)
    const values = await holdGroupBack(unit, caller, 'payee-settings', {
      before: group,
      wanted,
      meanwhile: needs.meanwhile,
      loosens: [...loosenedSettings(group, wanted), ...needs.loosens],
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    const subject = { chain: id, entity: 'dealer-group', entityId: id, action: 'dealer-group.set-payees' }
    unit.audit({ actor: caller, ...subject, before: group, after: values })
    for (const change of payeesChanged(id)) unit.changed(change)
    return id
  })
}

async function neededMeanwhile(db: Db, group: GroupRow, { payee_needs }: Partial<GroupRow>) {
  if (payee_needs === undefined) return { loosens: [], meanwhile: {} }
  const purposes = new Map((await listPurposes(db)).map(({ id, name }) => [id, name]))
  const [before, wanted] = [JSON.parse(group.payee_needs), JSON.parse(payee_needs)]
  return {
    loosens: loosenedNeeds(before, wanted, purposes),
    meanwhile: { payee_needs: JSON.stringify(strictestNeeds(before, wanted)) },
  }
}

async function requirePurposes(db: Db, wanted: readonly { readonly purpose_id: number }[]): Promise<void> {
  const known = new Set((await listPurposes(db)).map(({ id }) => id))
  if (wanted.some(({ purpose_id }) => !known.has(purpose_id)))
    throw invalidFields({ purposes: 'A purpose listed here doesn’t exist. Remove it.' })
}
