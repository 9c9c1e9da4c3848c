import { type PasswordOwner, passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { isSuperAdmin } from '../../../access/accounts/commands/authority.ts'
import { emailTaken } from '../../../access/accounts/commands/record.ts'
import { findNamesOfScope, findPerson, type Person } from '../../../access/accounts/queries/people.ts'
import { findUserId, updateUser } from '../../../access/accounts/queries/store.ts'
import { askForConfirmation, rightsOf } from '../../../access/pending-accounts/commands/ask.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import { addSuperAdmin } from '../../../access/sessions/commands/set-up.ts'
import { forgetFailures } from '../../../access/sessions/commands/throttle.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { commonPasswords } from '../../../platform/crypto/passwords.ts'
import { commit } from '../../../platform/database/commit.ts'
import { invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { takeAwayFactors } from './reset-second-factor.ts'

const console: Actor = { userId: null, name: 'Command line', roleId: null, sessionId: null }

/**
 * Adds a super admin from the command line, which creates the first user in an empty installation (C1). Returns the
 * password.
 */
export async function createSuperAdmin(
  services: Services,
  input: { email: string; firstName: string; lastName: string; password?: string | undefined },
): Promise<string> {
  const email = input.email.trim().toLowerCase()
  const password = input.password ?? inventPassword(services)
  const passwordHash = await hashChecked(services, password, { email, names: [input.firstName, input.lastName] })
  await commit(services, undefined, async (unit) => {
    if ((await findUserId(unit.trx, email)) !== undefined) throw emailTaken(email)
    const { firstName, lastName } = input
    await addSuperAdmin(unit, { email, firstName, lastName }, { hash: passwordHash, actor: console })
  })
  return password
}

/**
 * Sets a new password from the command line, ends all of the user's sessions, and activates the user. Returns the
 * password.
 */
export async function resetPassword(services: Services, email: string, wanted?: string): Promise<string> {
  const { read } = services.database
  const person = await findByEmail(read, email)
  const password = wanted ?? inventPassword(services)
  const names = [person.firstName, person.lastName, ...(await findNamesOfScope(read, person.scope))]
  const passwordHash = await hashChecked(services, password, { email: person.email, names })
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await beforeChange(trx, 'user', person.userId)
    await beforeSessionsEnd(trx, person.userId)
    await updateUser(trx, person.userId, {
      password_hash: passwordHash,
      password_by_admin: 1,
      password_chosen_by_id: null,
      active: 1,
    })
    await deleteSessionsOf(trx, person.userId)
    const event = { action: 'user.set-password', entity: 'user', entityId: person.userId }
    audit({ actor: console, chain: person.scope.dealerGroupId, ...event })
    changed(sessionsChanged(person.userId))
    // Anyone who runs the server has the database and its keys, so a super admin set up here needs no confirmation
    // (decision 50).
    if (isSuperAdmin(person.scope)) return
    const before = rightsOf(person)
    await askForConfirmation(unit, { userId: person.userId, before, newPassword: true, actor: console })
  })
  await forgetFailures(services, person.email)
  return password
}

/**
 * Removes a lost second factor from the command line. This is the only way to help the last super admin, because no
 * other user can.
 */
export async function resetSecondFactorOf(services: Services, email: string): Promise<void> {
  await commit(services, undefined, async (unit) => {
    await takeAwayFactors(unit, await findByEmail(unit.trx, email), console)
  })
}

async function findByEmail(db: Db, email: string): Promise<Person> {
  const id = await findUserId(db, email.trim().toLowerCase())
  const person = id === undefined ? undefined : await findPerson(db, id)
  if (!person) throw notFound('user')
  return person
}

async function hashChecked(services: Services, password: string, owner: PasswordOwner): Promise<string> {
  const refusal = passwordRefusal(password, owner, await commonPasswords())
  if (refusal) throw invalidFields({ password: refusal })
  return services.passwords.hash(password)
}

// 120 bits, in characters that can be read aloud.
function inventPassword({ random }: Services): string {
  return random(15).toString('base64url')
}
