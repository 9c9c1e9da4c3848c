import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBy } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../testing/identity-provider.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { cookieOf, enter, openProvider, ownPage, providerSettings } from '../../testing/provider-sign-in.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

onOneDatabase('users created by an identity provider on $name', (kind) => {
  let world: World
  let there: TestIdentityProvider
  let tab: Client
  let id: number
  let rules: NewPeople
  beforeAll(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'] } })
    there = await startIdentityProvider(['http://localhost/login'])
    tab = world.anyone.with(ownPage)
    const { places } = world.ids
    rules = {
      requester_by_default: true,
      access_level: 2,
      dealership_ids: [places['NWG/TOY']],
      department_ids: [],
      first_name_claim: null,
      last_name_claim: null,
      role_claim: 'groups',
      roles: [
        { value: 'Approvers', role_id: 3 },
        { value: 'Cashiers', role_id: 4 },
      ],
      place_claim: 'store',
      places: [{ value: 'HONDA-SVC', dealership_id: places['NWG/HON'], department_id: places['NWG/HON/SVC'] }],
    }
    id = await openProvider(world, providerSettings(there))
  })
  afterAll(async () => {
    await there.close()
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group', 'admin')
  const superAdmin = () => world.as('admin-super', 'admin')
  const appear = (login: string, claims: object = {}) =>
    there.people.set(login, {
      sub: `sub-${login}`,
      email: `${login}@test.example`,
      email_verified: true,
      given_name: 'Nora',
      family_name: 'New',
      ...claims,
    })
  const arrive = (login: string, claims: object = {}) => {
    appear(login, claims)
    return enter(tab, there, id, login)
  }
  const inTab = (entered: Awaited<ReturnType<typeof arrive>>) =>
    tab.with({ cookie: cookieOf(entered), 'x-auth-token': entered.data.token })
  const personOf = async (login: string) =>
    (await (await superAdmin()).call(userEndpoints.list)).data.find(({ email }) => email === `${login}@test.example`)
  const entry = async (action: string, entityId: number | undefined) => {
    const { data } = await (await admin()).call(auditEndpoints.list, { query: { action } })
    return data.items.find((item) => item.entity_id === entityId)
  }
  const change = async (new_people: NewPeople | null, settings: object = {}) => {
    const body = { ...providerSettings(there), client_secret: undefined, ...settings, new_people }
    const changed = await (await admin()).call(endpoints.update, { params: { id }, body })
    if (changed.status === 200) await (await superAdmin()).call(endpoints.confirm, { params: { id }, body: {} })
    return changed
  }

  test('creates users only after another admin confirms the setting', async () => {
    expect((await arrive('nora')).message).toMatch(/^No user here has your email address/)
    expect(await personOf('nora')).toBeUndefined()
    const changed = await change(rules)
    expect(changed.data).toMatchObject({ state: 'proposed', new_people: rules, confirmed_by: null })
  })

  test('creates a requester at the default location and records the provider and subject in the audit trail', async () => {
    const entered = await arrive('nora')
    expect([entered.status, entered.data.all_roles, entered.data.role]).toEqual([200, [2], 2])
    const person = await personOf('nora')
    expect(person).toMatchObject({
      first_name: 'Nora',
      last_name: 'New',
      access_level: '2',
      dealership_ids: [world.ids.places['NWG/TOY']],
      role_ids: [2],
      active: true,
    })
    expect(await entry('user.create', person?.id)).toMatchObject({
      actor_name: 'Lakeside Directory',
      after: { created_by: { identity_provider_id: id, name: 'Lakeside Directory', subject: 'sub-nora' }, given: [] },
    })
    expect((await arrive('nora')).data.id).toBe(person?.id)
    // No one knows the password, and the user isn't asked to replace it.
    expect(entered.data.password_reminder).toBe(false)
    const login = await world.anyone.call(sessionEndpoints.login, {
      body: { email: 'nora@test.example', password: '' },
    })
    expect(login.status).toBe(422)
  })

  test('grants the Processor role only after confirmation by an admin who didn’t propose the provider', async () => {
    const entered = await arrive('cass', { groups: ['Cashiers'], store: ['HONDA-SVC'] })
    expect(entered.data.role).toBe(2)
    const person = await personOf('cass')
    expect(person).toMatchObject({ role_ids: [2, 4], access_level: '3' })
    const switched = () => inTab(entered).call(sessionEndpoints.switchRole, { body: { role_id: 4 } })
    expect((await switched()).status).toBe(403)
    const own = await confirmBy(await admin(), person?.id ?? 0)
    expect([own.status, own.message]).toEqual([403, expect.stringMatching(/^You requested this/)])
    expect((await confirmBy(await world.as('everyone', 'admin'), person?.id ?? 0)).status).toBe(200)
    expect((await switched()).data.role).toBe(4)
  })

  test('immediately removes a role that the claim no longer names, but keeps a role granted by an admin', async () => {
    const open = await arrive('cass', { groups: ['Cashiers'] })
    const again = await arrive('cass', { groups: ['Approvers'] })
    expect([again.data.all_roles, again.data.access_level]).toEqual([[2], 3])
    expect((await inTab(open).call(sessionEndpoints.current)).status).toBe(401)
    const taken = await entry('user.update', again.data.id)
    expect(taken).toMatchObject({
      actor_name: 'Lakeside Directory',
      before: { role_ids: [2, 4] },
      after: { role_ids: [2], not_named_any_more: [4] },
    })
    // The claim can't remove a role that an admin granted afterward.
    await (await superAdmin()).call(userEndpoints.update, {
      body: { id: again.data.id, role_ids: [2, 4], primary_role: 2 },
    })
    expect((await arrive('cass')).data.all_roles).toEqual([2, 4])
  })

  test('deactivates users whose roles the provider no longer grants, and creates no user without a role', async () => {
    await change({ ...rules, requester_by_default: false })
    expect((await arrive('stranger', { groups: ['Parking'] })).message).toMatch(/doesn’t give you a role here/)
    expect(await personOf('stranger')).toBeUndefined()
    expect((await arrive('alan', { groups: 'Approvers' })).status).toBe(200)
    const refused = await arrive('alan')
    expect([refused.status, refused.message]).toEqual([423, expect.stringContaining('no longer gives you a role here')])
    expect(await personOf('alan')).toMatchObject({ active: false, role_ids: [3] })
    // The claim returns, but the account stays inactive.
    expect((await arrive('alan', { groups: 'Approvers' })).status).toBe(423)
    await change(rules)
  })

  test('refuses deactivated and removed users who have another account at the provider', async () => {
    const nora = await personOf('nora')
    await (await superAdmin()).call(userEndpoints.update, { body: { id: nora?.id, active: false } })
    expect((await arrive('nora')).status).toBe(423)
    expect((await arrive('nora', { sub: 'another' })).status).toBe(423)
    await (await superAdmin()).call(userEndpoints.remove, { body: { id: nora?.id } })
    expect((await arrive('nora')).message).toMatch(/^No user here has your email address/)
    expect((await arrive('nora', { sub: 'another' })).message).toMatch(/was removed/)
    expect(await personOf('nora')).toBeUndefined()
  })

  test.each<[string, object, RegExp]>([
    ['an unverified address', { email_verified: false }, /hasn’t verified/],
    ['an address outside the domains', { email: 'x@elsewhere.example' }, /doesn’t sign in users from/],
    ['no last name', { family_name: undefined }, /doesn’t provide your first and last name/],
  ])('refuses a new user with %s', async (lack, claims, sentence) => {
    const before = (await (await superAdmin()).call(userEndpoints.list)).data.length
    const refused = await arrive(lack.replaceAll(' ', '-'), claims)
    expect([refused.status, refused.message]).toEqual([403, expect.stringMatching(sentence)])
    expect((await (await superAdmin()).call(userEndpoints.list)).data).toHaveLength(before)
  })

  test('rejects a user of another dealer group', async () => {
    expect((await arrive('eve', { email: emailOf('requester-eastside') })).message).toMatch(/^No user here has/)
  })

  test('rejects mappings to roles that the admin couldn’t grant or to locations of other groups', async () => {
    const mapsAdmin = { ...rules, roles: [{ value: 'Boss', role_id: 1 as const }] }
    const refused = await change(mapsAdmin)
    expect([refused.status, refused.message]).toEqual([
      403,
      'Only super admins can assign the Admin role. Ask a super admin.',
    ])
    const elsewhere = await change({ ...rules, dealership_ids: [world.ids.places['EAS/KIA']] })
    expect([elsewhere.status, elsewhere.error.fields]).toEqual([
      422,
      { new_people: 'Choose dealerships and departments in the dealer group.' },
    ])
    const body = { ...providerSettings(there), client_secret: undefined, new_people: mapsAdmin }
    expect((await (await superAdmin()).call(endpoints.update, { params: { id }, body })).status).toBe(200)
    // A group admin can't change any setting of a provider whose mapping grants the Admin role.
    const moved = await change(mapsAdmin, { trusts_email: true })
    expect(moved.message).toBe('Only super admins can assign the Admin role. Ask a super admin.')
  })
})
