import { moment } from '../../../platform/clock.ts'
import { base32Of, findTotpStep, otpauthUrl, totpSecretBytes } from '../../../platform/crypto/totp.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPerson } from '../../accounts/queries/people.ts'
import { requireFreshProof, requireProofForFactor } from '../../sessions/commands/required-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { forgetChanges } from '../queries/factor-changes.ts'
import { type AppRow, deleteApp, findApp, listEveryApp, saveApp } from '../queries/factors.ts'
import { noteAdded, removeFactor } from './factor-changes.ts'
import { wrongProofInSession } from './wrong-proof.ts'

const beginningLasts = 3_600_000

/** Creates a secret for a new authenticator app. The app becomes active when its first code confirms it. */
export async function beginCodes(services: Services, caller: Caller): Promise<{ secret: string; otpauth_url: string }> {
  const { database, clock, random, secrets } = services
  requireProofForFactor(caller, clock())
  const secret = random(totpSecretBytes)
  const { userId: user_id } = caller
  const sealed_secret = secrets.seal(secret.toString('base64url'), contextOf(user_id))
  await database.transact((trx) =>
    saveApp(trx, { user_id, state: 'begun', sealed_secret, last_step: 0, added_at: moment(clock()) }),
  )
  return {
    secret: base32Of(secret),
    otpauth_url: otpauthUrl(secret, { issuer: 'Check requests', account: caller.email }),
  }
}

/**
 * Confirms the caller's new authenticator app with its first code. Returns recovery codes if this is the caller's first
 * second factor.
 */
export async function confirmCodes(services: Services, caller: Caller, code: string): Promise<string[] | null> {
  const now = services.clock()
  const begun = await findApp(services.database.read, caller.userId, 'begun')
  if (!begun || Date.parse(begun.added_at) + beginningLasts < now)
    throw new Failure('CONFLICT', 'The setup took too long. Set up the authenticator app again.')
  requireProofForFactor(caller, now)
  const step = findTotpStep(openSecret(services, begun), code, now, 0)
  if (step === undefined) throw wrongProofInSession('code')
  return commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    const recoveryCodes = await noteAdded(services, unit, caller, 'Authenticator app')
    if (!(await deleteApp(trx, caller.userId, 'begun')))
      throw new Failure('CONFLICT', 'This authenticator app is already set up.')
    await saveApp(trx, { ...begun, state: 'active', last_step: step, added_at: moment(unit.now) })
    const event = { action: 'user.add-authenticator-app', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return recoveryCodes
  })
}

/** Removes the caller's authenticator app. */
export async function removeCodes(services: Services, caller: Caller): Promise<void> {
  requireFreshProof(caller, services.clock())
  await commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    const remove = () => deleteApp(trx, caller.userId, 'active')
    if (!(await removeFactor(unit, caller, 'Authenticator app', remove))) throw notFound('authenticator app')
    const event = { action: 'user.remove-authenticator-app', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
  })
}

/** Decrypts the secret of an authenticator app. */
export function openSecret({ secrets }: Pick<Services, 'secrets'>, { user_id, sealed_secret }: AppRow): Buffer {
  return Buffer.from(secrets.open(sealed_secret, contextOf(user_id)), 'base64url')
}

/** The context to which an encrypted secret is bound. */
function contextOf(userId: number): string {
  return `authenticator app ${userId}`
}

/**
 * Encrypts the secrets of all authenticator apps with the newest key and returns how many there are. Earlier factor
 * changes can no longer be undone, because they hold secrets encrypted with the old key.
 */
export async function resealApps({ secrets }: Services, { trx, audit }: Unit, actor: Actor): Promise<number> {
  const apps = await listEveryApp(trx)
  await forgetChanges(trx)
  const chains = new Set<number | null>()
  for (const app of apps) {
    const context = contextOf(app.user_id)
    await beforeChange(trx, 'user', app.user_id)
    await saveApp(trx, { ...app, sealed_secret: secrets.seal(secrets.open(app.sealed_secret, context), context) })
    chains.add((await findPerson(trx, app.user_id))?.scope.dealerGroupId ?? null)
  }
  for (const chain of chains)
    audit({ actor, chain, entity: 'installation', entityId: null, action: 'secrets.rotate-key' })
  return apps.length
}
