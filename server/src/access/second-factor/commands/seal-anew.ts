import { findPerson } from '../../../people/users/queries/people.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { listEveryApp, saveApp } from '../queries/authenticator-apps.ts'
import { forgetChanges } from '../queries/factor-changes.ts'
import { contextOf } from './codes.ts'

/**
 * Seals the secrets of all authenticator apps with the newest key; returns how many there are. Changes can be taken back
 * no longer: they keep secrets of the earlier key.
 */
export async function sealAppsAnew({ secrets }: Services, { trx, audit }: Unit, actor: Actor): Promise<number> {
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
