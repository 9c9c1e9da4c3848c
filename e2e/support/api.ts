import { type APIRequestContext, expect } from '@playwright/test'
import type { AccountConfirmations } from '../../domain/src/people/confirmations/endpoints.ts'
import { chosenPassword, passwordFor } from './session.ts'

/** A user who calls the API without a browser, to set up a test or to act as another user. */
export class ApiUser {
  readonly #request: APIRequestContext
  readonly #token: string

  constructor(request: APIRequestContext, token: string) {
    this.#request = request
    this.#token = token
  }

  /** `data` of a call that must succeed. */
  async call<Data = unknown>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await this.#request.fetch(`/api/v1${path}`, {
      method,
      headers: { 'x-auth-token': this.#token },
      ...(body !== undefined && { data: body }),
    })
    const answer = await response.json()
    expect(answer, `${method} ${path}`).toMatchObject({ success: true })
    return answer.data
  }

  /** Adds a document. */
  async attach(path: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const headers = { 'x-auth-token': this.#token }
    const response = await this.#request.post(`/api/v1${path}`, { headers, multipart: { file } })
    expect(response.ok(), path).toBe(true)
  }
}

/** Logs in as an API client does, in the given role or the primary one. */
export async function apiAs(request: APIRequestContext, email: string, roleId?: number): Promise<ApiUser> {
  const response = await request.post('/api/v1/auth/login', {
    data: { email, password: passwordFor(email), ...(roleId && { role_id: roleId }) },
  })
  const { data } = await response.json()
  return new ApiUser(request, data.token)
}

/** The password set by `replacePassword`. */
export const ownPassword = 'eleven tin whistles'

/** Replaces the password chosen by an admin, which is required before a second person can confirm the account. */
export async function replacePassword(request: APIRequestContext, email: string): Promise<void> {
  const person = await apiAs(request, email)
  await person.call('PATCH', '/users/change-password', { oldPass: chosenPassword, newPass: ownPassword })
}

/** Activates a new Lakeside account that a super admin added: its user and a second person do their parts. */
export async function putInForce(request: APIRequestContext, { id, email }: { id: number; email: string }) {
  await replacePassword(request, email)
  const second = await apiAs(request, 'admin@lakeside.example')
  const { others } = await second.call<AccountConfirmations>('GET', '/account-confirmations')
  const version = others.find(({ user_id }) => user_id === id)?.version
  await second.call('POST', `/users/${id}/confirmation/confirm`, { version })
}
