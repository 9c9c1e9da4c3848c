import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { refusal, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../testing/organization.ts'
import { moveBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

/**
 * Decision A4, written by hand. In a group without separation of duties, only the role and the status matter.
 */
const legal: Record<RoleWord, Record<number, readonly number[]>> = {
  requester: { 1: [8], 2: [8], 9: [1], 6: [7] },
  approver: { 1: [2, 3, 8, 9], 2: [3, 8, 9], 6: [7] },
  processor: { 3: [4, 9], 4: [5], 5: [6], 6: [7] },
  admin: {},
}
const ever: Record<RoleWord, readonly number[]> = {
  requester: [1, 7, 8],
  approver: [2, 3, 7, 8, 9],
  processor: [4, 5, 6, 7, 9],
  admin: [],
}
const roles = Object.keys(legal) as RoleWord[]
const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** The version of a request that went directly to each status. */
const versionAt: Record<number, number> = { 1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 2, 9: 2 }

function isLegal(role: RoleWord, from: number, to: number): boolean {
  return legal[role][from]?.includes(to) ?? false
}

/** The expected response to a status call, written by hand. A requester can't even see other users' requests. */
function expected(role: RoleWord, own: boolean, from: number, to: number): number {
  if (role === 'admin') return 403
  if (role === 'requester' && !own) return 404
  if (isLegal(role, from, to)) return 201
  return ever[role].includes(to) ? 409 : 403
}

/** Eastside has no separation of duties, so one user with four roles can make every transition in the table. */
const creators = { own: 'everyone-eastside', other: 'requester-eastside' } as const satisfies Record<string, PersonName>

onBothDatabases('transitions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function callTransition(role: RoleWord, id: number, from: number, to: number) {
    const client = await world.as('everyone-eastside', role)
    return client.call(endpoints.changeStatus, { params: { id }, body: moveBody(to, from, versionAt[from]) })
  }

  async function detailOf(id: number) {
    const client = await world.as('admin-super')
    return (await client.call(endpoints.detail, { params: { id } })).data
  }

  describe.each(['own', 'other'] as const)(
    'changes a request’s status exactly as the table allows (owner: %s)',
    (whose) => {
      test.each(ids)(
        'allows each role to move a request from status %i only to the statuses in the table',
        async (from) => {
          const refused = await raiseTo(world, from, creators[whose], 'EAS/KIA/SVC')
          const cells = roles.flatMap((role) =>
            ids.map((to) => ({ role, to, status: expected(role, whose === 'own', from, to) })),
          )
          const tried = cells.map(async ({ role, to, status }) => {
            const id = status === 201 ? (await raiseTo(world, from, creators[whose], 'EAS/KIA/SVC')).id : refused.id
            const reply = await callTransition(role, id, from, to)
            expect(reply.status, `${role} ${from} → ${to}`).toBe(status)
            if (status === 201) expect((await detailOf(id)).status_id).toBe(to)
          })
          await Promise.all(tried)
          expect(await detailOf(refused.id)).toMatchObject({ status_id: from, version: versionAt[from] })
        },
      )
    },
  )

  test.each(statuses)('refuses a move from $name with the same sentence as the browser', async ({ id: from, name }) => {
    const { id } = await raiseTo(world, from, 'everyone-eastside', 'EAS/KIA/SVC')
    const everyone = world.ids.people['everyone-eastside']
    const rest = { requesterId: everyone, hands: [], separationOfDuties: false }
    const moves = (['requester', 'approver', 'processor'] as const).flatMap((role) =>
      statuses.map((to) => ({ role, to })),
    )
    for (const { role, to } of moves) {
      const reason = refusal({ userId: everyone, role }, { status: name, ...rest }, to.name)
      if (!reason) continue
      const reply = await callTransition(role, id, from, to.id)
      expect(reply.message).toBe(reason.sentence)
      expect(reply.error.code).toBe(reason.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT')
    }
  })

  test.each([
    [1, 8],
    [1, 9],
    [2, 8],
    [2, 9],
    [3, 9],
  ])('requires a nonblank note for the move from status %i to status %i', async (from, to) => {
    const { id } = await raiseTo(world, from, 'requester-eastside', 'EAS/KIA')
    const actor = await world.as(from === 3 ? 'processor-eastside' : 'approver-eastside')
    for (const note of [undefined, null, '', '   \n']) {
      const reply = await actor.call(endpoints.changeStatus, {
        params: { id },
        body: { status_id: to, note, version: versionAt[from] },
      })
      expect(reply.status).toBe(422)
      expect(reply.error.fields).toEqual({ note: 'Enter a reason so that the requester knows what to do.' })
    }
    expect((await detailOf(id)).status_id).toBe(from)
  })

  test.each([3, 8, 9])('requires the current version for a decision to set status %i', async (to) => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const approver = await world.as('approver-group')
    const missing = await approver.call(endpoints.changeStatus, { params: { id }, body: moveBody(to, 1) })
    expect([missing.status, missing.message]).toEqual([
      409,
      'The version of the request is missing. Review the request before you decide.',
    ])
    expect((await approver.call(endpoints.changeStatus, { params: { id }, body: { status_id: 2 } })).status).toBe(201)
    const stale = await approver.call(endpoints.changeStatus, { params: { id }, body: moveBody(to, 2, 1) })
    expect([stale.status, stale.message]).toEqual([409, expect.stringContaining('in the meantime')])
    expect((await approver.call(endpoints.changeStatus, { params: { id }, body: moveBody(to, 2, 2) })).status).toBe(201)
  })

  test('returns the history entry of a status change, and increases the version by one', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const approver = await world.as('approver-group')
    const body = { status_id: 2, note: '  Checking with the parts desk  ' }
    const reply = await approver.call(endpoints.changeStatus, { params: { id }, body })
    expect(reply.status).toBe(201)
    expect(reply.message).toBe('Comment Added')
    expect(reply.data).toMatchObject({
      action: 'status',
      status_id: 2,
      status_name: 'processing',
      note: 'Checking with the parts desk',
      user_name: 'approver-group Tester',
      role: 'Approver',
      timestamp: '2026-11-20T15:00:00.000Z',
      changes: [],
    })
    const detail = (await approver.call(endpoints.detail, { params: { id } })).data
    expect(detail.version).toBe(2)
    const history = (await approver.call(endpoints.history, { params: { id } })).data
    expect(history).toEqual(detail.status_history)
    expect(history.map((entry) => [entry.action, entry.status_id])).toEqual([
      ['created', 1],
      ['status', 2],
    ])
  })
})
