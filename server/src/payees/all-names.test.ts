import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { placeBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const place = 'NWG/TOY/SVC'

/** A random choice of one of three payees and of the spelling of its name. */
const payee = fc.record({ of: fc.nat({ max: 2 }), typed: fc.nat({ max: 3 }) })
const payments = fc.array(
  fc.record({
    first: payee,
    second: fc.option(payee),
    // With null, each name gets its own field.
    joiner: fc.constantFrom(null, ' and ', ' OR ', ' & ', '/'),
    cents: fc.integer({ min: 1, max: 900_000 }),
  }),
  { minLength: 2, maxLength: 7 },
)
const typed = (name: string, how: number) =>
  [name, `  ${name.toUpperCase()} `, `“${name.replaceAll(' ', '  ')}.”`, `${name.slice(0, 3)}\u00a0${name.slice(3)}`][
    how
  ] ?? ''

onOneDatabase('a payee with several names on $name', (kind) => {
  let world: World
  let round = 0
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
    const large = { conditions: { amount_from: 10_000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] }
    await putInForce(world, {
      rules: [{ name: 'Large', ...large }],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
  })
  afterAll(() => world.close())
  beforeEach(() => {
    round += 1
  })

  const name = (text: string) => `${text} ${round}`
  const raised = async (payee: string, amount: number, second?: string) =>
    (await raise(world, 'requester-group', place, { payee_name_1: payee, payee_name_2: second, amount })).id
  const ruleOf = async (id: number) =>
    (await (await world.as('approver-group')).call(approvalEndpoints.approval, { params: { id } })).data?.rule
  const previewOf = async (payee: string, amount: number, second: string | null = null) => {
    const names = { payee_name_1: payee, payee_name_2: second }
    const asked = { ...placeBody(world.ids, place), amount, ...names, purpose_id: 10 }
    const body = { ...asked, payee_type: 'business', priority_level: 'normal' } as const
    return (await (await world.as('requester-group')).call(approvalEndpoints.preview, { body })).data?.rule
  }
  const historyOf = async (id: number) =>
    (await (await world.as('approver-group')).call(suggestionEndpoints.payeeHistory, { params: { id } })).data
  const merge = async (merged: string, remaining: string) => {
    const [one, other] = [await addPayee(world, merged), await addPayee(world, remaining)]
    const body = { into_id: other.id, address_of: other.id }
    const reply = await (await world.as('admin-group')).call(endpoints.merge, { params: { id: one.id }, body })
    expect(reply.status).toBe(200)
  }
  const rename = async (payee: string, to: string) => {
    const { id } = await addPayee(world, payee)
    return async () => {
      const reply = await (await world.as('admin-group')).call(endpoints.update, { params: { id }, body: { name: to } })
      expect(reply.status).toBe(200)
    }
  }

  test('applies an amount rule to the payments under both names of merged payees before and after submission', async () => {
    await merge(name('Harbour Tyres'), name('Harbor Tires'))
    expect(await ruleOf(await raised(name('Harbour Tyres'), 6000))).toBeNull()
    expect(await previewOf(name('Harbor Tires'), 3999.99)).toBeNull()
    expect(await previewOf(name('Harbor Tires'), 4000)).toBe('Large')
    expect(await ruleOf(await raised(name('Harbor Tires'), 4000))).toBe('Large')
    expect(await previewOf(name('Harbour Tyres'), 1)).toBe('Large')
    expect(await previewOf(name('Someone Else'), 1)).toBeNull()
  })

  test('applies an amount rule to the payments under a former name', async () => {
    const renamed = await rename(name('Old Glass'), name('New Glass'))
    await raised(name('Old Glass'), 3000)
    await raised(name('Somebody'), 3000, name('Old Glass'))
    await renamed()
    expect(await previewOf(name('New Glass'), 3999.99)).toBeNull()
    expect(await ruleOf(await raised(name('New Glass'), 2000))).toBeNull()
    expect(await previewOf(name('Old Glass'), 2000)).toBe('Large')
    expect(await previewOf(name('Someone Else'), 2000, name('Old Glass'))).toBe('Large')
    expect(await ruleOf(await raised(name('Old Glass'), 2000))).toBe('Large')
    expect(await ruleOf(await raised(name('New Glass'), 1))).toBe('Large')
  })

  test('applies an amount rule to payments from before the payee list and under all former names', async () => {
    await setPayees(world, { payee_list: 'off' })
    await raised(name('Very Old'), 6000)
    await setPayees(world, { payee_list: 'on' })
    const renamed = await rename(name('Very Old'), name('Less Old'))
    await renamed()
    const { data } = await (await world.as('admin-group')).call(endpoints.list, { query: { search: name('Less Old') } })
    const params = { id: data.items[0]?.id ?? 0 }
    const again = await (await world.as('admin-group')).call(endpoints.update, {
      params,
      body: { name: name('Newest') },
    })
    expect(again.status).toBe(200)
    expect(await previewOf(name('Newest'), 4000)).toBe('Large')
    const remaining = await addPayee(world, name('Remains'))
    const body = { into_id: remaining.id, address_of: remaining.id }
    expect((await (await world.as('admin-group')).call(endpoints.merge, { params, body })).status).toBe(200)
    expect(await previewOf(name('Remains'), 3999.99)).toBeNull()
    expect(await previewOf(name('Remains'), 4000)).toBe('Large')
    expect(await previewOf(name('Less Old'), 4000)).toBe('Large')
  })

  test('applies an amount rule to the payments to a second payee before and after submission', async () => {
    const [glass, bank] = [name('Split Glass'), name('Split Bank')]
    await raised(name('Third Party'), 6000, glass)
    expect(await previewOf(glass, 3999.99)).toBeNull()
    expect(await previewOf(glass, 4000)).toBe('Large')
    expect(await previewOf(bank, 4000, ` SPLIT\u00a0 glass ${round}.`)).toBe('Large')
    expect(await ruleOf(await raised(bank, 4000, glass))).toBe('Large')
    expect(await previewOf(bank, 5999.99)).toBeNull()
    expect(await previewOf(bank, 6000)).toBe('Large')
  })

  test('applies an amount rule to the payments to payees joined in one field before and after submission', async () => {
    const [glass, bank] = [name('Joined Glass'), name('Joined Bank')]
    await raised(`${glass} and ${bank}`, 6000)
    expect(await previewOf(bank, 3999.99)).toBeNull()
    for (const payee of [glass, `${bank} OR Someone ${round}`, `Nobody & ${bank}`])
      expect(await previewOf(payee, 4000)).toBe('Large')
    expect(await previewOf(name('Somebody'), 4000, `${name('Other')}/${glass}`)).toBe('Large')
    expect(await ruleOf(await raised(glass, 4000))).toBe('Large')
    expect(await previewOf(`${name('Joined')} Glass and ${bank}`, 3999.99)).toBeNull()
  })

  test('shows no warning for a company whose name looks like two joined names', async () => {
    await raised(`Johnson ${round}`, 800)
    const query = { dealer_group_id: world.ids.places.NWG, payee_name_1: `Johnson ${round} & Johnson ${round}` }
    const requester = await world.as('requester-group')
    const found = await requester.call(requests.duplicates, { query: { ...query, amount: 800 } })
    expect(found.data).toMatchObject({ requests: [], more: 0, hidden: 0 })
  })

  test('computes the same payee total for a payee named alone, named with others, or spelled differently', async () => {
    let run = 0
    const centsOf = async (id: number) => {
      const routes = world.database.read.selectFrom('approval_routes').select('cents')
      return (await routes.where('check_request_id', '=', id).executeTakeFirst())?.cents
    }
    const fieldsOf = (names: string[], joiner: string | null) => (joiner === null ? names : [names.join(joiner)])
    const property = fc.asyncProperty(payments, async (raises) => {
      run += 1
      const got = [0, 0, 0]
      const nameOf = ({ of, typed: how }: { of: number; typed: number }) => typed(`Payee ${of} of run ${run}`, how)
      for (const { first, second, joiner, cents } of raises) {
        const payees = second ? [first, second] : [first]
        const named = [...new Set(payees.map(({ of }) => of))]
        for (const of of named) got[of] = (got[of] ?? 0) + cents
        const [one = '', other] = fieldsOf(payees.map(nameOf), joiner)
        const id = await raised(one, cents / 100, other)
        expect(await centsOf(id)).toBe(Math.max(...named.map((of) => got[of] ?? 0)))
      }
    })
    await fc.assert(property, runs({ gate: 4, nightly: 60 }))
  })

  test('totals payments under all names when a policy is tested on real requests', async () => {
    await merge(name('Trial Paint Co'), name('Trial Painting'))
    await raised(name('Trial Paint Co'), 9000)
    const id = await raised(name('Trial Painting'), 1500)
    expect(await ruleOf(id)).toBe('Large')
    await raised(name('Trial Partner'), 9000, name('Trial Second'))
    expect(await ruleOf(await raised(name('Trial Bank'), 1500, name('Trial Second')))).toBe('Large')
    const params = { id: world.ids.places.NWG }
    const admin = await world.as('admin-group', 'admin')
    const { data } = await admin.call(approvalEndpoints.tryHistory, { params, body: { policy: 'in-force' } })
    expect(data.otherwise).toBe(0)
  })

  test('doesn’t count a payment as the payee’s first if it was paid under another name', async () => {
    await merge(name('Paid Before Inc'), name('Paid Before'))
    const renamed = await rename(name('Formerly'), name('Lately'))
    await raiseTo(world, 7, 'requester-group', place, { payee_name_1: name('Paid Before Inc'), amount: 20 })
    await raiseTo(world, 7, 'requester-group', place, { payee_name_1: name('Formerly'), amount: 30 })
    await renamed()
    expect(await historyOf(await raised(name('Paid Before'), 40))).toMatchObject({
      recent: 1,
      earlier: 0,
      under_way: 0,
    })
    expect(await historyOf(await raised(name('Lately'), 50))).toMatchObject({ recent: 1, earlier: 0, under_way: 0 })
  })
})
