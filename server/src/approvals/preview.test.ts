import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { previewBody } from '@check-requests/domain/approvals/fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const place = 'NWG/TOY/SVC'

onOneDatabase('approval preview on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const preview = async (name: PersonName, changes: Partial<z.input<typeof previewBody>> = {}, role?: 'requester') => {
    const { dealer_group_id, dealership_id, department_id, purpose_id, payee_type } = bodyAt(world.ids, place)
    const body = { dealer_group_id, dealership_id, department_id, purpose_id, payee_type, amount: 12_000, ...changes }
    return (await world.as(name, role)).call(endpoints.preview, { body })
  }

  test('returns no route without a policy', async () => {
    const { status, data } = await preview('requester-department')
    expect(status).toBe(200)
    expect(data).toBeNull()
  })

  describe('approval preview with a policy', () => {
    beforeAll(async () => {
      const controller = await addTitle(world, 'Controller', ['approver-dealership'])
      await putInForce(world, {
        rules: [
          {
            name: 'Large',
            conditions: { amount_from: 10_000 },
            steps: [
              { name: 'Controller', approvers: { approval_title_ids: [controller] } },
              { name: 'Second', approvers: anyone },
            ],
          },
        ],
        otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
      })
    })

    test('names the matching policy rule, its steps, and the approvers', async () => {
      expect((await preview('requester-department')).data).toMatchObject({
        rule: 'Large',
        steps: [
          { name: 'Controller', needed: 1, people: [{ name: 'approver-dealership Tester' }] },
          { name: 'Second', needed: 1 },
        ],
      })
    })

    test('includes payments to the payee in the last seven days as for a real request', async () => {
      const payee_name_1 = `Split Parts ${kind.name}`
      const small = { amount: 6000, payee_name_1 }
      expect((await preview('requester-department', small)).data?.rule).toBeNull()
      const { id } = await raise(world, 'requester-department', place, small)
      expect((await preview('requester-department', small)).data?.rule).toBe('Large')
      expect((await preview('requester-department', { ...small, of: id })).data?.rule).toBeNull()
      const raised = await raise(world, 'requester-department', place, small)
      const client = await world.as('requester-department')
      expect((await client.call(endpoints.approval, { params: { id: raised.id } })).data?.rule).toBe('Large')
    })

    test('adds the payee’s earlier payments in a policy trial', async () => {
      const { dealership_id, department_id, purpose_id, payee_type } = bodyAt(world.ids, place)
      const asked = { amount: 6000, dealership_id, department_id, purpose_id, payee_type, policy: 'in-force' } as const
      const params = { id: world.ids.places.NWG }
      const client = await world.as('admin-group', 'admin')
      const tried = async (payee_name_1: string) =>
        (await client.call(endpoints.tryPolicy, { params, body: { ...asked, payee_name_1 } })).data
      await raise(world, 'requester-department', place, { amount: 5000, payee_name_1: 'Tried Twice' })
      expect(await tried(' TRIED  twice ')).toMatchObject({ rule: 'Large', counts: 11_000 })
      for (const name of ['', 'Someone Else']) {
        const alone = await tried(name)
        expect([alone.rule, alone.counts]).toEqual([null, undefined])
      }
    })

    test('excludes the requester from the approvers', async () => {
      const everyone = (await preview('requester-department', { amount: 100 })).data?.steps[0]?.people ?? []
      const own = (await preview('everyone', { amount: 100 }, 'requester')).data?.steps[0]?.people ?? []
      const names = everyone.map(({ name }) => name)
      expect(names).toContain('everyone Tester')
      expect(own.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'everyone Tester'))
    })

    test('refuses locations outside the caller’s scope and users who can’t create requests', async () => {
      const refused = await preview('requester-honda')
      expect(refused.status).toBe(403)
      expect(refused.message).toBe('You can’t raise requests for this location. Choose another one.')
      expect((await preview('approver-group')).status).toBe(403)
    })
  })
})
