import type { InviteUserInput } from '@check-requests/domain/people/invitations/fields.ts'
import { loadUser, requireAuthority, requireGrantable } from '../../../access/accounts/commands/authority.ts'
import { userChanged } from '../../../access/accounts/commands/record.ts'
import { updateUser } from '../../../access/accounts/queries/store.ts'
import { providerInsteadOfPassword } from '../../../access/identity-providers/queries/passwords.ts'
import { askForConfirmation, rightsOf } from '../../../access/pending-accounts/commands/ask.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { invite, type ShownLink } from '../../../access/sessions/commands/password-links.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { addAccount, settleAccount } from './create.ts'

interface Invited {
  readonly id: number
  /** The link to pass on; undefined if it was emailed, or for a repeated call. */
  readonly shown: ShownLink | undefined
}

/** Adds a user without a password, who chooses one with the invitation's link. */
export async function inviteUser(
  services: Services,
  { caller, repeatable }: Command,
  input: InviteUserInput,
): Promise<Invited> {
  const { values, assignments, scope } = settleAccount(input)
  requireGrantable(caller, assignments.roleIds, scope)
  const hash = await unknownPassword(services)
  let shown: ShownLink | undefined
  const id = await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const added = await addAccount(services, unit, caller, { values, assignments }, hash)
    shown = await invite(services, unit, added)
    return added
  })
  return { id, shown }
}

/**
 * Replaces the link of a user who hasn't accepted the invitation. Anyone who sees the link could choose the password, so
 * the roles have to be confirmed as after a password that an admin chose.
 */
export async function inviteAgain(services: Services, { caller, repeatable }: Command, id: number): Promise<Invited> {
  let shown: ShownLink | undefined
  await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const person = await loadInvited(unit.trx, caller, id)
    await beforeChange(unit.trx, 'user', id)
    await updateUser(unit.trx, id, { password_by_admin: 1, password_chosen_by_id: caller.userId })
    shown = await invite(services, unit, id)
    const chain = person.scope.dealerGroupId
    unit.audit({ actor: caller, chain, action: 'user.invite', entity: 'user', entityId: id })
    unit.changed(userChanged(id, chain))
    await askForConfirmation(unit, { userId: id, before: rightsOf(person), newPassword: true, actor: caller })
    return id
  })
  return { id, shown }
}

async function loadInvited(db: Parameters<typeof loadUser>[0], caller: Caller, id: number) {
  const person = await loadUser(db, caller, id)
  requireAuthority(caller, person)
  const { email, name, active, isInvited, scope } = person
  if (!active) throw new Failure('CONFLICT', `${name} is inactive. Activate the user first.`)
  if (!isInvited) throw new Failure('CONFLICT', `${name} has no open invitation. Set a password instead.`)
  const provider = await providerInsteadOfPassword(db, { email, dealerGroupId: scope.dealerGroupId })
  if (provider !== undefined)
    throw new Failure('CONFLICT', `${name} signs in through ${provider} and needs no invitation.`)
  return person
}

/** The hash of a password that no one knows. */
function unknownPassword({ passwords, random }: Services): Promise<string> {
  return passwords.hash(random(32).toString('base64url'))
}
