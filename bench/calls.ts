import { tokenOf } from './seed/organization.ts'
import type { Server } from './servers.ts'

/** The data returned by a call of a benchmark user. */
export async function callAs<Data>(
  server: Server,
  user: number,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Data> {
  const headers = { 'x-auth-token': tokenOf(user), 'content-type': 'application/json' }
  const options = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${server.url}/api/v1${path}`, options)
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}
