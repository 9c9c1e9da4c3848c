import { roles } from '@check-requests/domain/access/roles.ts'
import { daysToPrepare } from '@check-requests/domain/access/second-factor/rules.ts'
import { defaultIdleHours } from '@check-requests/domain/access/sessions/fields.ts'
import { documentsWaiting } from '@check-requests/domain/documents/readings/fields.ts'
import { defaultReminderDays } from '@check-requests/domain/notices/inbox/reminders.ts'
import type { CreateGroupInput, UpdateGroupInput } from '@check-requests/domain/organization/fields.ts'
import { loosenedSettings } from '@check-requests/domain/people/controls/loosening.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { defaultTimeZone } from '@check-requests/domain/values/time-zones.ts'
import { listIdsOfGroup } from '../../access/accounts/queries/store.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { HeldColumns } from '../../access/pending-controls/commands/hold.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../access/sessions/commands/end-sessions.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../access/sessions/queries/sessions.ts'
import { publishNewCode } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { afterCreate, beforeChange, requireVersion } from '../../trail/commands/changes.ts'
import { findGroup, insertGroup, updateGroup as storeGroup } from '../queries/places.ts'
import { bitOf, holdGroupBack, noteSaved, storeUnderCode } from './record.ts'

const elsewhere = 'by another dealer group'

/**
 * Adds a dealer group (R204). Separation of duties and account confirmation are on unless the settings say otherwise
 * (D1). All users need a second factor after a grace period. Returns the id.
 */
export function createGroup(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateGroupInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const time_zone = input.settings?.time_zone ?? defaultTimeZone
    const values = {
      name: input.name,
      code: input.code,
      separation_of_duties: input.settings?.separation_of_duties === false ? 0 : 1,
      account_confirmation: input.settings?.account_confirmation === false ? 0 : 1,
      idle_hours: input.settings?.idle_hours ?? defaultIdleHours,
      reminder_days: input.settings?.reminder_days ?? defaultReminderDays,
      discreet_mails: input.settings?.discreet_mails === true ? 1 : 0,
      ...(input.settings?.custody === false && { custody: 0 }),
      ...(input.settings?.reads_documents === false && { reads_documents: 0 }),
      time_zone,
      second_factor_roles: roles.map(({ id: role }) => role).join(''),
      second_factor_from: addDays(datesIn(time_zone)(now), daysToPrepare),
    }
    const group = { ...values, created_at: moment(now) }
    const id = await storeUnderCode(input.code, elsewhere, () => insertGroup(trx, group))
    afterCreate(trx, 'request-numbers', input.code)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'create', id, after: values })
    return id
  })
}

/**
 * Changes a dealer group: name, code, separation of duties, account confirmation, idle limit, reminders, emails without
 * payment details, check custody, time zone (A20, D1, E3), or whether it is active. Deactivating it logs out its users
 * immediately (E7). Existing request numbers keep the old code.
 */
export function updateGroup(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { settings, is_active, version, ...input }: UpdateGroupInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await requireVersion(trx, 'dealer-group', id, version)
    const wanted = differing(group, { ...input, is_active: bitOf(is_active), ...storedSettings(settings ?? {}) })
    const values = await holdGroupBack(unit, caller, 'group-settings', {
      before: group,
      wanted,
      loosens: loosenedSettings(group, wanted),
    })
    if (Object.keys(values).length === 0) return id
    if (values.code) await publishNewCode(unit, group.code, values.code)
    await storeUnderCode(values.code, elsewhere, () => storeGroup(trx, id, values))
    if (values.is_active === 0) await endSessions(unit, id)
    if (values.code) afterCreate(trx, 'request-numbers', values.code)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    if (values.reads_documents === 0) unit.changed({ topic: 'documents', id: null, scopes: [documentsWaiting] })
    unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${id}`] })
    return id
  })
}

/**
 * Changes settings that loosen a control once the change may take effect. Returns false if the settings have changed in
 * the meantime.
 */
export async function loosenGroup(
  unit: Unit,
  actor: Actor,
  id: number,
  { columns, seen }: HeldColumns,
): Promise<boolean> {
  const group = await findGroup(unit.trx, id)
  if (!group) throw notFound('dealer group')
  if (Object.keys(differing(group, seen)).length > 0) return false
  await beforeChange(unit.trx, 'dealer-group', id)
  await storeGroup(unit.trx, id, columns)
  noteSaved(unit, actor, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: columns })
  unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${id}`] })
  return true
}

async function endSessions({ trx, changed }: Unit, groupId: number): Promise<void> {
  for (const userId of await listIdsOfGroup(trx, groupId)) {
    await beforeSessionsEnd(trx, userId)
    await deleteSessionsOf(trx, userId)
    changed(sessionsChanged(userId))
  }
}

/** Converts settings to their stored form. Missing settings stay undefined. */
function storedSettings(settings: NonNullable<UpdateGroupInput['settings']>) {
  return {
    separation_of_duties: bitOf(settings.separation_of_duties),
    account_confirmation: bitOf(settings.account_confirmation),
    discreet_mails: bitOf(settings.discreet_mails),
    custody: bitOf(settings.custody),
    reads_documents: bitOf(settings.reads_documents),
    idle_hours: settings.idle_hours,
    reminder_days: settings.reminder_days,
    time_zone: settings.time_zone,
  }
}
