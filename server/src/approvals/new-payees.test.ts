import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const two = [{ name: 'Two', approvers: anyone, needed: 2 }]
const policy = {
  rules: [{ name: 'New payees', conditions: { new_payee: true }, steps: two }],
  otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
}

onOneDatabase('rules about new and changed payees on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = () => world.as('admin-group', 'admin')
  const params = () => ({ id: world.ids.places.NWG })
  const byRule = async (changes: Partial<CreateBody>) => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', changes)
    return (await (await admin()).call(endpoints.approval, { params: { id } })).data?.rule
  }

  test('rejects rules about new payees in a group without a payee list', async () => {
    const reply = await (await admin()).call(endpoints.saveDraft, { params: params(), body: policy })
    expect(reply.error.fields).toEqual({
      'rules.0.conditions.new_payee':
        'This dealer group has no payee list, so no payee is new. Turn the list on in Settings, or remove this condition.',
    })
  })

  test('matches unlisted payees, unverified payees, and changed addresses', async () => {
    await setPayees(world, { payee_list: 'on', purposes: [] })
    await putInForce(world, policy)
    const { id, version } = await addPayee(world, 'Harbor Paint', { address: '1200 Dock St' })
    expect(await byRule({ payee_name_1: 'Never Seen' })).toBe('New payees')
    expect(await byRule({ payee_name_1: 'harbor  PAINT' })).toBe('New payees')
    const second = await world.as('everyone', 'admin')
    world.clock.advance(60_000)
    const verified = await second.call(payeeEndpoints.verify, {
      params: { id },
      body: { how: 'Called the number on the invoice', version },
    })
    expect(verified.status).toBe(200)
    expect(await byRule({ payee_name_1: 'harbor  PAINT' })).toBeNull()
    expect(await byRule({ payee_name_1: 'harbor  PAINT', payee_name_2: 'Never Listed' })).toBe('New payees')
    expect(await byRule({ payee_name_1: 'Harbor Paint', payee_name_2: 'HARBOR paint' })).toBeNull()
    const mailed = { delivery_method_id: 1, mailing_method: 'ground', payee_name_1: 'Harbor Paint' } as const
    const preview = async (mailing_address: string) => {
      const { dealer_group_id, dealership_id, department_id } = {
        dealer_group_id: world.ids.places.NWG,
        dealership_id: world.ids.places['NWG/TOY'],
        department_id: world.ids.places['NWG/TOY/SVC'],
      }
      const body = { dealer_group_id, dealership_id, department_id, amount: 5, purpose_id: 1, mailing_address }
      const payee = { payee_type: 'business', payee_name_1: mailed.payee_name_1 } as const
      const reply = await (await world.as('requester-group')).call(endpoints.preview, { body: { ...body, ...payee } })
      return reply.data?.rule
    }
    expect(await preview('1200 Dock St.')).toBeNull()
    expect(await preview('7 Elsewhere Rd')).toBe('New payees')
  })

  test('reports the rule for new payees in a trial of one request and of past requests', async () => {
    const asked = { amount: 5, purpose_id: 1, payee_type: 'business', policy: 'in-force' } as const
    const trial = async (new_payee: boolean) =>
      (await (await admin()).call(endpoints.tryPolicy, { params: params(), body: { ...asked, new_payee } })).data
    expect((await trial(true)).rule).toBe('New payees')
    expect((await trial(false)).others).toEqual([{ rule: 'New payees', because_of: ['payee'] }])
    const named = async (payee_name_1: string) =>
      (await (await admin()).call(endpoints.tryPolicy, { params: params(), body: { ...asked, payee_name_1 } })).data
        .rule
    expect(await named('Never Seen')).toBe('New payees')
    expect(await named(' HARBOR paint ')).toBeNull()
    const history = await (await admin()).call(endpoints.tryHistory, { params: params(), body: { policy: 'in-force' } })
    expect(history.data).toMatchObject({ looked_at: 5, otherwise: 0 })
  })

  test('discards a draft only in the version that the admin read, and keeps the audit trail intact', async () => {
    const client = await admin()
    const saved = await client.call(endpoints.saveDraft, { params: params(), body: { ...policy, rules: [] } })
    const discard = async (version: number) =>
      client.call(endpoints.discardDraft, { params: params(), body: { version } })
    expect((await discard(saved.data.version + 1)).status).toBe(409)
    const reply = await discard(saved.data.version)
    expect(reply.data).toMatchObject({ version: 0, edited_by: [], policy: { rules: [{ name: 'New payees' }] } })
    expect((await discard(saved.data.version)).status).toBe(404)
    const elsewhere = await (await world.as('admin-eastside')).call(endpoints.discardDraft, {
      params: params(),
      body: { version: 1 },
    })
    expect(elsewhere.status).toBe(404)
    expect((await verifyTrail(world.database, world.ids.places.NWG)).intact).toBe(true)
  })
})
