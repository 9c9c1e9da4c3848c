import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../testing/organization.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { bring, type CreateBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('payees similar to those in a request, on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
    await addPayee(world, 'Harbour Glass', { address: '9 Back St' })
  })
  afterAll(() => world.close())

  const raised = async (changes: Partial<CreateBody>) =>
    (await raise(world, 'requester-group', 'NWG/TOY/SVC', changes)).id
  const ask = async (id: number, name: PersonName = 'approver-group', role: RoleWord = 'approver') =>
    (await world.as(name, role)).call(endpoints.requestSimilarity, { params: { id } })
  const notifiedOf = async (id: number) =>
    (await ask(id)).data.map(({ kind: what, name, alike, of }) => `${of}: ${what} ${name}, ${alike}`)

  test('shows payees and employees similar to either payee of a request by name or address', async () => {
    const like = await raised({ payee_name_1: 'Harbor Glass', payee_name_2: 'Tester Approver-Group' })
    expect(await notifiedOf(like)).toEqual([
      'payee: payee Harbour Glass, name',
      'second payee: employee approver-group Tester, name',
    ])
    expect(await notifiedOf(await raised({ payee_name_1: 'Harbour Glass' }))).toEqual([
      'payee: payee Harbor Glass, name',
    ])
    const neighbor = await raised({ payee_name_1: 'Lumen Electric', mailing_address: '9 Back St.' })
    expect(await notifiedOf(neighbor)).toEqual(['payee: payee Harbour Glass, address'])
    expect(await notifiedOf(await raised({ payee_name_1: 'Nobody Like This' }))).toEqual([])
  })

  test('shows similar payees until the decision to users who can see the request and payees', async () => {
    const id = await raised({ payee_name_1: 'Harbour Glas' })
    expect((await ask(id)).data).not.toEqual([])
    expect((await ask(id, 'requester-group', 'requester')).status).toBe(403)
    expect((await ask(id, 'everyone-eastside')).status).toBe(404)
    await setPayees(world, { payee_list: 'off' })
    expect(await notifiedOf(id)).toEqual([])
    await setPayees(world, { payee_list: 'on' })
    await bring(world, id, 3)
    expect(await notifiedOf(id)).toEqual([])
  })

  test('offers payees by state, address, and last payment, blocked ones last, and asks about a slip (decision 177)', async () => {
    await addPayee(world, 'Great Lakes Auto Parts', { address: '5 Lake Rd' })
    const blocked = await addPayee(world, 'Great Auto Wreckers')
    const body = { reason: 'Forged', version: blocked.version }
    await (await world.as('admin-group', 'admin')).call(endpoints.block, { params: { id: blocked.id }, body })
    await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC', {
      payee_name_1: 'Great Lakes Auto Parts, Inc.',
      amount: 75,
    })
    const offered = async (search: string) => {
      const query = { dealer_group_id: world.ids.places.NWG, search }
      const { data } = await (await world.as('requester-group')).call(suggestionEndpoints.payees, { query })
      return data.map(({ name, listed, last_paid, is_close }) => ({
        name,
        state: listed?.state,
        address: listed?.address,
        paid: last_paid?.amount,
        is_close,
      }))
    }
    const parts = { name: 'Great Lakes Auto Parts, Inc.', state: 'new', address: '5 Lake Rd', paid: 75 }
    expect(await offered('great')).toEqual([parts, { name: 'Great Auto Wreckers', state: 'blocked', address: null }])
    const asked = [{ ...parts, name: 'Great Lakes Auto Parts', is_close: true }]
    for (const slip of ['Graet Lakes Auto Parts', 'Great Lake Auto Part LLC', 'GREAT L4KES AUTO-PARTZ'])
      expect(await offered(slip)).toEqual(asked)
    expect(await offered('Great Lakes Auto Parts')).toEqual([parts])
    expect(await offered('Quite Another Firm')).toEqual([])
    const forged = await addPayee(world, 'Great Lake Auto Part')
    const reason = { reason: 'Forged.', version: forged.version }
    await (await world.as('admin-group', 'admin')).call(endpoints.block, { params: { id: forged.id }, body: reason })
    const forgery = { name: 'Great Lake Auto Part', state: 'blocked', address: null, is_close: true }
    for (const slip of ['Great Lakes Auto Part', 'Great Lake Auto Parts'])
      expect(await offered(slip)).toEqual([{ ...parts, is_close: true }, forgery])
    await setPayees(world, { payee_list: 'off' })
    expect(await offered('great')).toEqual([{ name: parts.name, paid: 75 }])
    await setPayees(world, { payee_list: 'on' })
  })
})
