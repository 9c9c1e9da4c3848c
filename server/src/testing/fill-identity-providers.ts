import { identityProviderEndpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { recognize } from '../access/identity-providers/commands/match.ts'
import { findProvider } from '../access/identity-providers/queries/providers.ts'
import { commit } from '../platform/database/commit.ts'
import { emailOf } from './organization.ts'
import type { World } from './world.ts'

/** Creates an identity provider for each group, with an account linked to one of its users. */
export async function fillIdentityProviders(world: World): Promise<void> {
  for (const [admin, who, domains] of [
    ['admin-group', 'approver-group', ['test.example']],
    ['admin-eastside', 'approver-eastside', ['elsewhere.example']],
  ] as const) {
    const group = admin === 'admin-group' ? 'NWG' : 'EAS'
    const settings = {
      name: 'Directory',
      issuer: 'https://login.example',
      client_id: 'checks',
      client_secret: 'secret',
    }
    const body = { ...settings, dealer_group_id: world.ids.places[group], domains: [...domains], trusts_email: true }
    const made = await (await world.as(admin, 'admin')).call(identityProviderEndpoints.create, { body })
    const provider = await findProvider(world.database.read, made.data?.id)
    if (!provider) throw new Error(`The provider can’t be proposed: ${made.text}`)
    const claims = { sub: who, email: emailOf(who) }
    await commit(world.services, undefined, (unit) =>
      recognize(unit, { ...provider, domains: ['test.example'] }, claims),
    )
  }
}
