import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { ConnectionsInput } from '@check-requests/domain/access/tokens/fields.ts'
import type { UpdateLocalSettingsInput } from '@check-requests/domain/organization/local-settings.ts'
import type { PasswordsInput, SecondFactorRulesInput } from '@check-requests/domain/organization/sign-in-rules.ts'
import {
  loosenedConnections,
  loosenedFactors,
  loosenedMails,
  loosenedSettings,
  strictestFactors,
} from '@check-requests/domain/people/controls/loosening.ts'
import { domainsInUse } from '../../access/identity-providers/queries/passwords.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import { factorRulesOf, findGroup, updateGroup } from '../queries/places.ts'
import { holdGroupBack, noteSaved } from './record.ts'

/** Refuses another dealer group as if it didn't exist, unless the caller works with all groups (A2). */
export function requireGroupCovered(scope: Scope, id: number): void {
  if (scope.dealerGroupId !== null && scope.dealerGroupId !== id) throw notFound('dealer group')
}

/** Changes a dealer group's time zone, business days and hours, holidays, or email text. Returns the group's id. */
export function updateLocalSettings(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, business_weekdays: weekdays, business_hours, holidays, ...input }: UpdateLocalSettingsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    requireGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await requireVersion(trx, 'dealer-group', id, version)
    const values = differing(group, {
      ...input,
      business_weekdays: weekdays?.join(''),
      business_hours: business_hours && JSON.stringify(business_hours),
      holidays: holidays && JSON.stringify(holidays),
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}

/**
 * Sets which roles in a dealer group need a second factor, and which approvals need verification. Returns the group's
 * id.
 */
export function updateSecondFactorRules(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, roles, from, approve_above, decide_by_email_to, first_page_in_emails }: SecondFactorRulesInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    requireGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    const rules = { roleIds: roles, from, approveAbove: approve_above }
    await requireVersion(trx, 'dealer-group', id, version)
    const mails = {
      mail_decisions_cents: decide_by_email_to === undefined ? group.mail_decisions_cents : decide_by_email_to,
      mail_pages: first_page_in_emails === undefined ? group.mail_pages : Number(first_page_in_emails),
    }
    const strictest = strictestFactors(factorRulesOf(group), rules)
    const values = await holdGroupBack(unit, caller, 'second-factors', {
      before: group,
      wanted: differing(group, {
        second_factor_roles: roles.join(''),
        second_factor_from: from,
        approve_above_cents: approve_above,
        ...mails,
      }),
      loosens: [...loosenedFactors(factorRulesOf(group), rules), ...loosenedMails(group, mails)],
      meanwhile: { second_factor_roles: strictest.roleIds.join(''), second_factor_from: strictest.from },
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}

/**
 * Turns off passwords for a dealer group that uses an identity provider, or turns them on again. Returns the group's
 * id.
 */
export function switchPasswords(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, off }: PasswordsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    requireGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await requireVersion(trx, 'dealer-group', id, version)
    if (off && (await domainsInUse(trx, id)).length === 0)
      throw new Failure(
        'CONFLICT',
        'Without passwords, no one could sign in. Set up an identity provider and have it confirmed first.',
      )
    const wanted = differing(group, { passwords_off: off ? 1 : 0 })
    const loosens = loosenedSettings(group, wanted)
    const values = await holdGroupBack(unit, caller, 'passwords', { before: group, wanted, loosens })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}

/** Allows or forbids connections of a dealer group. What is turned on waits for a second admin. Returns the group's id. */
export function updateConnections(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, personal_tokens, personal_chats }: ConnectionsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    requireGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await requireVersion(trx, 'dealer-group', id, version)
    const settings = {
      ...(personal_tokens !== undefined && { personal_tokens: personal_tokens ? 1 : 0 }),
      ...(personal_chats !== undefined && { personal_chats: personal_chats ? 1 : 0 }),
    }
    const before = { personal_tokens: group.personal_tokens ?? 0, personal_chats: group.personal_chats ?? 0 }
    const wanted = differing({ ...group, ...before }, settings)
    const loosens = loosenedConnections(group, settings)
    const values = await holdGroupBack(unit, caller, 'connections', { before: group, wanted, loosens })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}
