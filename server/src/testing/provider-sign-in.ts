import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { createProviderBody } from '@check-requests/domain/access/identity-providers/fields.ts'
import type { z } from 'zod'
import type { Client } from './client.ts'
import { clientId, clientSecret, type TestIdentityProvider } from './identity-provider.ts'
import type { World } from './world.ts'

type ProviderInput = Omit<z.input<typeof createProviderBody>, 'dealer_group_id'>

/** The headers of calls from the product's own pages. */
export const ownPage = { host: 'localhost', 'sec-fetch-site': 'same-origin' }

/** The settings of a test provider, without its dealer group. */
export function providerSettings({ issuer }: Pick<TestIdentityProvider, 'issuer'>) {
  return {
    name: 'Lakeside Directory',
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    domains: ['test.example'],
    trusts_email: false,
  }
}

/** Creates a provider that one admin proposes and another confirms. Returns its id. */
export async function openProvider(world: World, body: ProviderInput, by?: Client): Promise<number> {
  const proposer = by ?? (await world.as('admin-group', 'admin'))
  const group = { dealer_group_id: world.ids.places.NWG }
  const made = await proposer.call(endpoints.create, { body: { ...group, ...body } })
  if (made.status !== 201) throw new Error(`The provider can’t be proposed: ${made.text}`)
  const confirmer = await world.as(by ? 'admin-group' : 'admin-super', 'admin')
  await confirmer.call(endpoints.confirm, { params: { id: made.data.id }, body: {} })
  return made.data.id
}

/** The cookies that a response sets, as a browser sends them. */
export function cookieOf(reply: { headers: { 'set-cookie'?: unknown } }): string {
  return [reply.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
}

/** Logs a user in through a provider, as a browser does. */
export async function enter(tab: Client, there: TestIdentityProvider, id: number, login: string) {
  const begun = await tab.call(endpoints.begin, { params: { id }, body: {} })
  if (begun.status !== 200) throw new Error(`The sign-in can’t begin: ${begun.text}`)
  const answer = await there.signIn(begun.data.url, login)
  return tab.with({ cookie: cookieOf(begun) }).call(endpoints.finish, { body: { answer } })
}
