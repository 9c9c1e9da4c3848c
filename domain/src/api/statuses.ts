import type { Endpoint } from './endpoint.ts'

/** What each response status means (A2). */
export const statusTexts: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  206: 'The part that `Range` names',
  304: 'Nothing has changed since the answer that `If-None-Match` names',
  400: 'The address, the query or the body has the wrong shape',
  401: 'No session, or one that has ended; at login, a wrong email or password',
  403: 'The role or the scope does not allow it',
  404: 'It does not exist, or lies outside the caller’s scope',
  409: 'It conflicts with the current state, a newer version or another tab of the session',
  413: 'The body is too large',
  415: 'The body has a content type that this call does not take',
  416: 'The file has no such part as `Range` names',
  422: 'A field breaks a rule; `error.fields` names each one',
  423: 'The account is inactive',
  429: 'Too many calls or attempts; come back after `Retry-After` seconds',
  431: 'The headers are too large',
  503: 'Starting, stopping or overloaded; come back after `Retry-After` seconds',
  507: 'There is no room left for the file',
}

const always = [429, 431, 503]
const withSession = [401, 403, 409]
const withInput = [400, 422]
const withBody = [413, 415]
const withTarget = [400, 404, 422]

/** Every status a call can return, apart from a failure of the server itself. */
export function statusesOf(row: Endpoint): number[] {
  const isGuarded = row.policy !== 'public'
  const isWrite = row.method !== 'GET'
  const statuses = [
    row.status,
    ...always,
    ...(isGuarded ? withSession : []),
    ...(isWrite || row.query ? withInput : []),
    ...(isWrite ? withBody : []),
    ...(row.params || (isGuarded && row.body) ? withTarget : []),
    ...(row.inParts ? [206, 416] : []),
    ...(row.refusals ?? []),
  ]
  return [...new Set(statuses)].sort((one, other) => one - other)
}
