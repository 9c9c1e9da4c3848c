import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Confirmer } from '@check-requests/domain/people/confirmations/rules.ts'
import type { DecidedChange, HeldControl } from '@check-requests/domain/people/controls/controls.ts'
import type { Loosening } from '@check-requests/domain/people/controls/loosening.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { moment } from '../../../platform/clock.ts'
import { differing } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import { noteWaits } from '../../../platform/measures/current-call.ts'
import type { Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { afterBusinessDay, isAlone } from '../../pending-accounts/commands/ask.ts'
import { listAdmins } from '../../pending-accounts/commands/second-people.ts'
import { requireFreshProof } from '../../sessions/commands/required-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import {
  type ControlChange,
  findWaiting,
  insertChange,
  isBeingSetUp,
  saysOf,
  updateChange,
} from '../queries/changes.ts'

/**
 * The proposed change. `entityId` is the record with the control, and `wanted` the values to store when it takes
 * effect.
 */
interface Asked<Wanted extends object> {
  readonly control: HeldControl
  readonly dealerGroupId: number
  readonly entityId: number
  readonly loosens: readonly Loosening[]
  readonly wanted: Wanted
  /** Set if the change is merged with earlier ones by the same user. */
  readonly merges?: true
}

type Asker = Pick<Caller, 'userId' | 'name'>
type AskedRow = Omit<ControlChange, 'id' | 'version' | 'asked_by_name' | 'asked_at' | `decided_${string}`>

/**
 * Columns with a pending change, and their values when it was proposed, so that confirming it doesn't overwrite later
 * changes.
 */
export interface HeldColumns {
  readonly columns: object
  readonly seen: object
}

export interface AskedColumns<Row extends object> {
  readonly before: Row
  readonly wanted: Partial<Row>
  readonly loosens: readonly Loosening[]
  /**
   * The strictest values for columns whose change loosens one control and tightens another. They take effect
   * immediately.
   */
  readonly meanwhile?: Partial<Row>
}

/**
 * Holds back the columns that loosen a control until a second user confirms them (F10). Returns the columns that take
 * effect immediately: all of them if nothing loosens a control, or if there is no second user yet.
 */
export async function holdBack<Row extends object>(
  unit: Unit,
  caller: Caller,
  subject: Pick<Asked<object>, 'control' | 'dealerGroupId' | 'entityId'>,
  { before, wanted, loosens, meanwhile = {} }: AskedColumns<Row>,
): Promise<Partial<Row>> {
  const fields = new Set(loosens.flatMap((one) => one.fields))
  const part = (row: object, waits: boolean) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field) === waits))
  const columns = part(wanted, true)
  const seen = Object.fromEntries(Object.entries({ ...before, ...meanwhile }).filter(([field]) => field in columns))
  const held: HeldColumns = { columns, seen }
  const isHeld = await hold(unit, caller, { ...subject, loosens, wanted: held, merges: true })
  if (!isHeld) return wanted
  return { ...(part(wanted, false) as Partial<Row>), ...differing(before, part(meanwhile, true) as Partial<Row>) }
}

/**
 * Requires confirmation of a change that loosens a control. Returns false if the change takes effect immediately.
 * Throws if the user must verify their identity first.
 */
export async function hold(unit: Unit, caller: Caller, asked: Asked<object>): Promise<boolean> {
  const { trx, now } = unit
  const { control, dealerGroupId, entityId, loosens } = asked
  if (loosens.length === 0) return false
  requireFreshProof(caller, now)
  const before = await findWaiting(trx, { dealer_group_id: dealerGroupId, control, entity_id: entityId })
  if (before) {
    requireOwn(before, caller, asked)
    await end(unit, caller, before, 'replaced')
  }
  const said = together(before, asked)
  const subject = { dealer_group_id: dealerGroupId, control, asked_by_id: caller.userId }
  const others = await secondAdmins(trx, { ...subject, ...said }, now)
  const alone = (await isBeingSetUp(trx, dealerGroupId)) || (await isAlone(trx, caller, caller.userId))
  const isUnattended = !alone && others.length === 0
  const day = isUnattended ? moment(await afterBusinessDay(trx, dealerGroupId, now)) : null
  const row = await insertAsked(unit, caller, {
    ...subject,
    ...said,
    entity_id: entityId,
    effective_at: day,
    outcome: alone ? 'alone' : null,
  })
  noteChange(unit, caller, 'ask', row)
  await tellAdmins(unit, caller, row, alone ? 'control-loosened' : 'control-asked')
  if (!alone) noteWaits(`Waiting for a second admin: ${saysOf(row).join('. ')}.`)
  return !alone
}

async function insertAsked(unit: Unit, { name }: Asker, asked: AskedRow): Promise<ControlChange> {
  const undecided = { decided_by_id: null, decided_by_name: null, decided_at: null }
  const row = await insertChange(unit.trx, { ...asked, asked_by_name: name, asked_at: moment(unit.now), ...undecided })
  afterCreate(unit.trx, 'control-change', row.id)
  return row
}

/**
 * Suspends what a user who leaves had asked for, until another admin confirms it. Time alone doesn't bring it back.
 */
export async function suspend(unit: Unit, actor: Actor, asker: Asker, asked: Asked<object>): Promise<void> {
  const { control, dealerGroupId: dealer_group_id, entityId: entity_id } = asked
  const subject = { dealer_group_id, control, entity_id, asked_by_id: asker.userId }
  const open = { ...together(undefined, asked), effective_at: null, outcome: null }
  noteChange(unit, actor, 'ask', await insertAsked(unit, asker, { ...subject, ...open }))
}

function requireOwn(before: ControlChange, { userId }: Caller, { merges }: Asked<object>): void {
  if (merges && before.asked_by_id === userId) return
  throw new Failure(
    'CONFLICT',
    `${before.asked_by_name} requested a change that is waiting for a second admin (${listWithAnd(saysOf(before))}). Confirm or stop that change first.`,
  )
}

function together(before: ControlChange | undefined, { loosens, wanted }: Asked<object>) {
  const says = new Set([...(before ? saysOf(before) : []), ...loosens.map((one) => one.says)])
  return {
    wanted: JSON.stringify(before ? merged(JSON.parse(before.wanted), wanted as HeldColumns) : wanted),
    says: JSON.stringify([...says]),
  }
}

function merged(before: HeldColumns, { columns, seen }: HeldColumns): HeldColumns {
  return { columns: { ...before.columns, ...columns }, seen: { ...before.seen, ...seen } }
}

/**
 * Lists the admins who can confirm a user's change. Admins can't confirm a change that lets them decide for another
 * user.
 */
export async function secondAdmins(
  db: Db,
  change: Pick<ControlChange, 'dealer_group_id' | 'asked_by_id' | 'control' | 'wanted'>,
  now: number,
  known?: readonly Confirmer[],
): Promise<Confirmer[]> {
  const deputy = change.control === 'delegation' ? JSON.parse(change.wanted).to_id : undefined
  const admins = known ?? (await listAdmins(db, change.dealer_group_id, now))
  return admins.filter(({ userId }) => userId !== change.asked_by_id && userId !== deputy)
}

/** The facts about a change that decisions depend on. `known` has the group's admins; if undefined, they are looked up. */
export async function decidedOf(
  db: Db,
  change: ControlChange,
  now: number,
  known?: readonly Confirmer[],
): Promise<DecidedChange> {
  const secondPeople = await secondAdmins(db, change, now, known)
  return { askedBy: change.asked_by_id, inEffect: change.outcome !== null, secondPeople }
}

/** Ends a pending change, or approves one that an admin made alone. */
export async function end(
  unit: Unit,
  actor: Pick<Caller, 'userId' | 'name'> | { readonly userId: null; readonly name: string },
  change: ControlChange,
  outcome: NonNullable<ControlChange['outcome']>,
): Promise<void> {
  await beforeChange(unit.trx, 'control-change', change.id)
  const decided = { decided_by_id: actor.userId, decided_by_name: actor.name, decided_at: moment(unit.now) }
  await updateChange(unit.trx, change.id, { ...decided, outcome })
}

/** Stops the pending change to a record that is removed, if there is one. */
export async function stopHeld(unit: Unit, actor: Actor, subject: Parameters<typeof findWaiting>[1]): Promise<void> {
  const change = await findWaiting(unit.trx, subject)
  if (!change) return
  await end(unit, actor, change, 'stopped')
  noteChange(unit, actor, 'stop', change)
}

/** Records the outcome of a change in the group's audit trail, and refreshes open settings. */
export function noteChange(unit: Unit, actor: Actor, verb: string, change: ControlChange): void {
  const { id, dealer_group_id, control, entity_id, asked_by_name } = change
  const after = { control, subject_id: entity_id, says: saysOf(change), asked_by: asked_by_name }
  const subject = { chain: dealer_group_id, entity: 'control-change' as const, entityId: id }
  unit.audit({ actor, ...subject, action: `control-change.${verb}`, after })
  const scopes = ['organisation:all', `organisation:${dealer_group_id}`]
  unit.changed({ topic: 'organisation', id: dealer_group_id, scopes })
}

/** Notifies all admins in the group and all super admins of a change that loosens a control (F10). */
export async function tellAdmins(
  unit: Unit,
  actor: { readonly userId: number | null; readonly name: string },
  change: ControlChange,
  event: NoticeEvent,
): Promise<void> {
  const admins = await listAdmins(unit.trx, change.dealer_group_id, unit.now)
  await unit.tell(
    admins.map(({ userId }) => userId),
    {
      event,
      key: `control/${change.id}/${event}`,
      actor,
      dealerGroupId: change.dealer_group_id,
      accountId: change.asked_by_id,
      text: `${saysOf(change).join('. ')}.`,
    },
  )
}
