import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { othersToPayees } from '../approvals/commands/approval-route.ts'
import { updateMatchKeys } from '../check-requests/queries/detail/duplicates.ts'
import { storeMatchKeys, storePayeeKeys } from '../migrations/steps/payees.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const place = 'NWG/TOY/SVC'

onBothDatabases('payee identity (F9) on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const raised = async (payee_name_1: string, changes: Record<string, unknown> = {}) =>
    raise(world, 'requester-group', place, { payee_name_1, ...changes })
  const approve = async (id: number) => move(await world.as('approver-group'), id, 3)
  const block = async (id: number) =>
    (await admin()).call(endpoints.block, { params: { id }, body: { reason: 'A fraud' } })
  const verify = async (id: number, name: PersonName = 'everyone') =>
    (await admin(name)).call(endpoints.verify, { params: { id }, body: { how: 'Called them' } })
  const merge = async (id: number, into_id: number) =>
    (await admin()).call(endpoints.merge, { params: { id }, body: { into_id, address_of: into_id } })
  const payeeOf = async (id: number) =>
    (await (await world.as('approver-group')).call(requests.detail, { params: { id } })).data.payee
  const sumBeside = (name: string, of: number) =>
    othersToPayees(
      world.database.read,
      { dealerGroupId: world.ids.places.NWG, names: { payee_name_1: name, payee_name_2: null }, of },
      world.clock.read(),
    )
  /** Stores a name as an earlier version did, which accepted letters from other alphabets. */
  const rename = (id: number, payee_name_1: string) =>
    world.database.transact(async (trx) => {
      const values = { payee_name_1 }
      await trx.updateTable('check_requests').set(values).where('id', '=', id).execute()
      const stored = await trx.selectFrom('check_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await updateMatchKeys(trx, stored)
      await trx.deleteFrom('request_payees').where('check_request_id', '=', id).execute()
    })

  test('refuses approval for every spelling of a blocked payee (M2)', async () => {
    const { id } = await addPayee(world, 'Crook Holdings')
    const spelled = await Promise.all(
      ['CROOK HOLDINGS', 'Crook Holdings, LLC', 'The Crook-Holdings Co.', 'Holdings, Crook'].map((name) =>
        raised(name),
      ),
    )
    const old = await raised('Someone Else Entirely')
    await rename(old.id, 'Crооk Hоldіngs')
    await block(id)
    for (const request of [...spelled, old]) {
      const { status, message } = await approve(request.id)
      expect([status, message]).toEqual([409, expect.stringContaining('Crook Holdings is blocked: A fraud.')])
    }
  })

  test('rejects a name that mixes alphabets in one word (M2)', async () => {
    const message = '“Crооk” mixes letters from different alphabets. Retype the name in one alphabet.'
    for (const field of ['payee_name_1', 'payee_name_2'])
      await expect(raised('Harbor Glass', { payee_join: 'and', [field]: 'Crооk Holdings' })).rejects.toThrow(message)
    await expect(addPayee(world, 'Crооk Holdings')).rejects.toThrow(message)
  })

  test('sums payments across the spellings of one payee (M2)', async () => {
    const { id } = await raised('Acme Supply X', { amount: 9000 })
    await raised('Acme Supply X Inc', { amount: 9000 })
    await raised('The Acme Supply X', { amount: 9000 })
    expect(await sumBeside('Acme Supply X', id)).toBe(18_000_00)
  })

  test('recognizes an employee whose name is written in similar letters of another alphabet (M2)', async () => {
    const { id } = await raised('Nobody Like That')
    await rename(id, 'Теstеr Аpprоvеr-Grоup')
    const { data } = await (await world.as('approver-group')).call(endpoints.requestSimilarity, { params: { id } })
    expect(data.map(({ kind: what, name }) => `${what} ${name}`)).toContain('employee approver-group Tester')
  })

  test.each([
    ['O’Neil Parts', "O'Neil Parts"],
    ['Dover Paint, Inc.', 'Dover Paint Inc'],
    ['Rose & Lee', 'Rose and Lee'],
    ['A.B.C. Locks', 'ABC Locks'],
    ['Twin-City Glass', 'Twin City Glass'],
    ['Łuk Tools', 'Luk Tools'],
    ['Quite Another Name', 'Of Someone Else'],
  ])('reports the same invoice number and amount as a duplicate for payees %s and %s (M3)', async (one, other) => {
    const invoice_number = `INV-${one.length}-${one[0]}`
    const first = await raised(one, { amount: 4321, invoice_number })
    const second = await raised(other, { amount: 4321, invoice_number })
    const { data } = await (await world.as('requester-group')).call(requests.duplicates, { query: { of: second.id } })
    expect(data.requests.find(({ id }) => id === first.id)?.alike).toContain('invoice')
    await raised(`${one} Elsewhere`, { amount: 1234, invoice_number })
    const again = await (await world.as('requester-group')).call(requests.duplicates, { query: { of: second.id } })
    const byInvoice = again.data.requests.filter(({ alike }) => alike.includes('invoice'))
    expect(byInvoice.map(({ id }) => id)).toEqual([first.id])
  })

  test('treats two legal forms of a name as one payee until a second admin verifies them as separate', async () => {
    const inc = await addPayee(world, 'Abacus Inc')
    await verify(inc.id)
    await expect(addPayee(world, 'Abacus, Ltd.')).rejects.toThrow(
      '“Abacus, Ltd.” counts as the payee “Abacus Inc”: only the legal form differs. Use that payee, or add this one as a separate payee for another admin to verify.',
    )
    await expect(addPayee(world, 'ABACUS, Inc.', { is_separate: true })).rejects.toThrow(
      'There is already a payee with this name: “Abacus Inc”.',
    )
    const before = await raised('Abacus Ltd', { amount: 500 })
    const ltd = await addPayee(world, 'Abacus Ltd', { is_separate: true })
    expect(ltd.counts_as).toEqual({ id: inc.id, name: 'Abacus Inc' })
    expect((await payeeOf(before.id))?.id).toBe(inc.id)
    expect(await sumBeside('Abacus Inc', 0)).toBe(500_00)

    await world.database.transact((trx) => trx.updateTable('dealer_groups').set({ separation_of_duties: 0 }).execute())
    expect((await verify(ltd.id, 'admin-group')).status).toBe(403)
    await world.database.transact((trx) => trx.updateTable('dealer_groups').set({ separation_of_duties: 1 }).execute())
    expect((await verify(ltd.id)).data).toMatchObject({ state: 'verified', counts_as: null })

    await raised('Abacus Inc', { amount: 300 })
    const history = { params: { id: before.id } }
    const past = await (await world.as('approver-group')).call(suggestionEndpoints.payeeHistory, history)
    expect(past.data.under_way).toBe(0)
    const similarity = await (await admin()).call(endpoints.similarity, { params: { id: ltd.id } })
    expect(similarity.data).toEqual([])
    const after = await raised('ABACUS Limited', { amount: 700 })
    expect([(await payeeOf(before.id))?.id, (await payeeOf(after.id))?.id]).toEqual([ltd.id, ltd.id])
    expect(await sumBeside('Abacus Ltd', after.id)).toBe(500_00)
    expect(await sumBeside('Abacus Inc', 0)).toBe(300_00)
    await block(inc.id)
    expect((await payeeOf((await raised('Abacus')).id))?.state).toBe('blocked')
    expect((await approve(after.id)).status).toBe(201)
    const moved = { params: { id: ltd.id }, body: { address: '12 New Street' } }
    expect((await (await admin()).call(endpoints.update, moved)).data).toMatchObject({ state: 'new', counts_as: null })
  })

  test('blocks requests to a blocked separate payee but not to the payee with a similar name', async () => {
    await addPayee(world, 'Calder Inc')
    const before = await raised('Calder LLC')
    const llc = await addPayee(world, 'Calder LLC', { is_separate: true })
    await block(llc.id)
    for (const { id } of [before, await raised('Calder L.L.C.')])
      expect(await payeeOf(id)).toMatchObject({ id: llc.id, state: 'blocked' })
    expect((await payeeOf((await raised('Calder Inc')).id))?.state).toBe('new')
  })

  test('resolves similar names to the same payee after the payee is merged or renamed', async () => {
    const one = await addPayee(world, 'Dover Inc')
    const two = await addPayee(world, 'Dover LLC', { is_separate: true })
    expect((await merge(one.id, two.id)).data).toMatchObject({ id: two.id, counts_as: null })
    for (const name of ['Dover Inc', 'Dover LLC', 'Dover'])
      expect((await payeeOf((await raised(name)).id))?.id, name).toBe(two.id)

    const first = await addPayee(world, 'Easton Inc')
    const counted = await addPayee(world, 'Easton LLC', { is_separate: true })
    const elsewhere = await addPayee(world, 'Zebra Towing')
    const request = await raised('Easton LLC')
    expect((await merge(first.id, elsewhere.id)).status).toBe(200)
    expect((await payeeOf((await raised('Easton LLC')).id))?.id).toBe(elsewhere.id)
    const paid = await (await admin()).call(endpoints.payments, { params: { id: elsewhere.id } })
    expect(paid.data.items.map(({ id }) => id)).toContain(request.id)
    await expect(addPayee(world, 'Easton Inc')).rejects.toThrow('already a payee with this name: “Easton Inc”')
    expect((await verify(counted.id)).data.counts_as).toBeNull()

    const renamed = await addPayee(world, 'Fulton Inc')
    const next = await addPayee(world, 'Fulton LLC', { is_separate: true })
    const changed = { params: { id: renamed.id }, body: { name: 'Yonder Glass' } }
    expect((await (await admin()).call(endpoints.update, changed)).status).toBe(200)
    for (const name of ['Fulton LLC', 'Fulton'])
      expect((await payeeOf((await raised(name)).id))?.id, name).toBe(next.id)
  })

  test('rebuilds the match keys of existing requests and payees', async () => {
    const names = ['Ember Inc', 'Ember, LLC', 'The Ember', "O'Dell", 'ODell', 'Fern Ltd', 'Fern Inc']
    const ids = new Map<string, number>()
    for (const [index, name] of names.entries()) ids.set(name, (await addPayee(world, `Old ${index}x`)).id)
    const { id: raisedBefore } = await raised('Ember LLC', { invoice_number: 'OLD-1', amount: 77 })
    const of = (name: string) => ids.get(name) ?? 0
    await verify(of('Fern Ltd'))
    await verify(of('Fern Inc'))
    await verify(of('Ember Inc'))
    await block(of('Ember, LLC'))
    await world.database.transact(async (trx) => {
      for (const [name, id] of ids)
        await trx.updateTable('payees').set({ name, name_key: name.toLowerCase() }).where('id', '=', id).execute()
      const old = { payment: 'emberllc 7700', invoice: 'old1 emberllc' }
      await trx.updateTable('match_keys').set(old).where('id', '=', raisedBefore).execute()
      await storeMatchKeys(trx, () => {})
      await storePayeeKeys(trx)
    })
    const rows = await world.database.read
      .selectFrom('payees')
      .select(['id', 'name', 'name_key', 'counts_as_id', 'state'])
      .where('id', 'in', [...ids.values()])
      .orderBy('id')
      .execute()
    expect(rows.map(({ name, name_key, counts_as_id, state }) => [name, name_key, counts_as_id, state])).toEqual([
      ['Ember Inc', 'ember emberinc', of('Ember, LLC'), 'new'],
      ['Ember, LLC', 'ember', null, 'blocked'],
      ['The Ember', 'ember ember', of('Ember, LLC'), 'new'],
      ["O'Dell", 'odell', null, 'new'],
      ['ODell', `odell #${of('ODell')}`, of("O'Dell"), 'new'],
      ['Fern Ltd', 'fern', null, 'verified'],
      ['Fern Inc', 'fern ferninc', null, 'verified'],
    ])
    const keys = world.database.read.selectFrom('match_keys').select(['payment', 'invoice', 'payee'])
    expect(await keys.where('id', '=', raisedBefore).executeTakeFirst()).toEqual({
      payment: 'ember 7700',
      invoice: 'old1',
      payee: 'ember',
    })
    const refused = await verify(of('ODell'))
    expect([refused.status, refused.message]).toEqual([
      409,
      "The payees ODell and O'Dell have the same name. Merge them.",
    ])
    for (const name of ['Ember', 'Ember Inc', 'EMBER Corp']) {
      expect((await payeeOf((await raised(name)).id))?.name).toBe('Ember, LLC')
    }
  })
})
