import { tokenOf } from './seed/organisation.ts'
import type { Server } from './servers.ts'

/** The data of one call by a person of the bench. */
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
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}
