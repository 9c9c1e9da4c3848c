import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import type { CreateTokenInput } from '@check-requests/domain/access/tokens/fields.ts'
import { dateOf } from '@check-requests/domain/values/calendar-date.ts'
import { expect } from 'vitest'
import { confirmControls } from './controls.ts'
import type { World } from './world.ts'

interface Answer {
  readonly status: number
  readonly text: string
}

/** Whether an attack must be refused (4xx), or can also be answered because the server ignores what it asks for. */
type Outcome = 'refused' | 'ignored'

/** Checks that attacks on a world change nothing. */
export function attacksOn(world: World) {
  let programs = 0
  /** Adds a program that a second admin confirms, and returns its access token. */
  const tokenWith = async (changes: Partial<CreateTokenInput>): Promise<string> => {
    programs += 1
    const expires_on = dateOf(world.clock.read() + 30 * 86_400_000)
    const usual = { kind: 'program' as const, name: `Program ${programs}`, role_id: 1 as const, networks: [] }
    const body = { ...usual, scopes: [], dealership_ids: [], expires_on, ...changes }
    const { data } = await (await world.as('admin-group', 'admin')).call(tokenEndpoints.create, { body })
    await confirmControls(world)
    return data.secret
  }
  const bearer = (secret: string, headers: object = {}) =>
    world.anyone.with({ authorization: `Bearer ${secret}`, ...headers })
  /** All that attacks aim at: users with their rights, requests, tokens, and webhooks. */
  const state = async (): Promise<string> => {
    const { read } = world.database
    return JSON.stringify([
      await read.selectFrom('users').selectAll().orderBy('id').execute(),
      await read.selectFrom('user_roles').selectAll().orderBy('user_id').orderBy('role_id').execute(),
      await read.selectFrom('check_requests').select(['id', 'status_id', 'version']).orderBy('id').execute(),
      await read.selectFrom('access_tokens').select(['id', 'state', 'token_hash']).orderBy('id').execute(),
      await read.selectFrom('webhooks').selectAll().orderBy('id').execute(),
    ])
  }
  const expectNothing = async (attack: () => Promise<Answer>, outcome: Outcome = 'refused'): Promise<void> => {
    const before = await state()
    const { status, text } = await attack()
    const least = outcome === 'refused' ? 400 : 200
    expect(status, text.slice(0, 300)).toBeGreaterThanOrEqual(least)
    expect(status, text.slice(0, 300)).toBeLessThan(500)
    expect(await state()).toBe(before)
    // Calls are limited for each minute.
    world.clock.advance(3000)
  }
  return { tokenWith, bearer, expectNothing }
}
