import { type RoleName, roles } from '@check-requests/domain/access/roles.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { Client } from './client.ts'
import { emailOf, type PersonName, personNamed } from './organization.ts'
import type { TestApp } from './start-app.ts'

/** A session of a user with several roles. */
export interface OneSession {
  /** Switches to this role through the product. */
  inRole(role: RoleName): Promise<Client>
}

/** Logs in once as this user, who then switches roles without logging in again. */
export async function oneSession({ logIn, anyone }: TestApp, name: PersonName): Promise<OneSession> {
  let role: RoleName | undefined = personNamed(name).roles[0]
  let client = await logIn(emailOf(name), role)
  return {
    async inRole(next) {
      if (next === role) return client
      const body = { role_id: roles.find((one) => one.name === next)?.id as number }
      const { data, status, message } = await client.call(sessionEndpoints.switchRole, { body })
      if (status !== 200) throw new Error(`${name} can’t switch to the role ${next}: ${message}`)
      role = next
      client = anyone.with({ 'x-auth-token': data.token })
      return client
    },
  }
}
