import {
  secondFactorEndpoints as endpoints,
  proofEndpoints,
} from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { move, raise } from '../../testing/requests.ts'
import { addApp, addPasskey, passkeySite } from '../../testing/second-factors.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const minute = 60_000
// The tests begin at 10 AM in New York, the time zone of the dealer group.
const untilMidnight = 14 * 60 * minute
const tomorrow = '2026-11-21'
const nothing = { roles: [], from: null, approve_above: null }
const required = 'Your dealer group requires a second factor. Add a passkey or an authenticator app to continue.'

test('allows only setup calls to users who must add a second factor or choose a password', () => {
  const answered = allEndpoints.filter((row) => row.setsUp).map(({ id }) => id)
  expect(answered).toEqual([
    ...['getSession', 'switchRole', 'changePassword'],
    ...['getProofOptions', 'giveFreshProof'],
    ...['getOwnSecondFactor', 'getPasskeyCreationOptions', 'addPasskey', 'renamePasskey', 'removePasskey'],
    ...['beginCodes', 'confirmCodes', 'removeCodes', 'renewRecoveryCodes'],
  ])
})

onOneDatabase('required second factors on $name', (kind) => {
  let world: World
  const codes: Partial<Record<PersonName, () => string>> = {}
  beforeAll(async () => {
    world = await startWorld(kind, { config: { publicUrl: passkeySite } })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const inGroup = () => ({ params: { id: world.ids.places.NWG } })
  const rulesOf = async (name: PersonName) =>
    (await world.as(name)).call(organizationEndpoints.secondFactorRules, inGroup())
  const set = async (name: PersonName, body: object) => {
    const rules = { ...nothing, ...body }
    return (await world.as(name)).call(organizationEndpoints.updateSecondFactorRules, { ...inGroup(), body: rules })
  }
  const requirementFor = async (name: PersonName) =>
    (await (await world.as(name)).call(sessionEndpoints.current)).data.second_factor_demand
  const withApp = async (name: PersonName) => {
    codes[name] = (await addApp(await world.as(name), world.clock)).codeNow
  }
  const prove = async (name: PersonName) =>
    (await world.as(name)).call(proofEndpoints.prove, { body: { way: 'code', code: codes[name]?.() ?? '' } })
  const list = async (name: PersonName) => (await world.as(name)).call(checkRequestEndpoints.byUser, {})

  test('requires a second factor from the roles and the day that admins choose', async () => {
    expect((await rulesOf('requester-department')).data).toMatchObject(nothing)
    expect(await requirementFor('approver-group')).toBeUndefined()
    const { version } = (await rulesOf('admin-group')).data
    const rules = { roles: [4, 3, 3], from: tomorrow, version }
    expect((await set('admin-group', rules)).data).toMatchObject({
      roles: [3, 4],
      from: tomorrow,
      version: version + 1,
    })
    expect((await set('admin-group', rules)).status).toBe(409)
    expect((await set('admin-eastside', rules)).status).toBe(404)
    expect((await set('admin-dealership', rules)).status).toBe(403)
    const half = await set('admin-group', { roles: [3] })
    const sentence = 'Choose both the roles and their start day, or leave both empty.'
    expect([half.status, half.error.fields]).toEqual([422, { from: sentence }])
    const query = { action: 'dealer-group.update' }
    const { items } = (await (await world.as('admin-group')).call(auditEndpoints.list, { query })).data
    expect(items[0]?.after).toEqual({ second_factor_roles: '34', second_factor_from: tomorrow })
  })

  test('reminds users until the deadline, and then allows only adding a factor', async () => {
    const approver = await world.as('approver-group')
    expect(await requirementFor('approver-group')).toEqual({ from: tomorrow, required: false })
    expect(await requirementFor('requester-group')).toBeUndefined()
    const polled = () => approver.call(organizationEndpoints.dealerGroups)
    const { etag = '' } = (await polled()).headers
    world.clock.advance(untilMidnight - 1)
    expect((await list('approver-group')).status).toBe(200)
    world.clock.advance(1)
    const refused = await list('approver-group')
    expect([refused.status, refused.error.code, refused.message]).toEqual([403, 'SECOND_FACTOR_REQUIRED', required])
    const headers = { 'if-none-match': String(etag) }
    expect((await approver.call(organizationEndpoints.dealerGroups, { headers })).status).toBe(403)
    expect((await approver.send('GET', '/api/v1/live')).body.error.code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await approver.send('PUT', '/api/v1/check-requests/1', { body: {} })).status).toBe(403)
    expect(await requirementFor('approver-group')).toEqual({ from: tomorrow, required: true })
    expect((await list('requester-group')).status).toBe(200)
    await addPasskey(approver)
    expect(await requirementFor('approver-group')).toBeUndefined()
    expect((await list('approver-group')).status).toBe(200)
  })

  test('refuses to remove the last factor of a user who needs one, but removes one of two', async () => {
    const approver = await world.as('approver-group')
    const [passkey] = (await approver.call(endpoints.read)).data.passkeys
    const removePasskey = () => approver.call(endpoints.removePasskey, { params: { id: passkey?.id ?? 0 } })
    const kept = await removePasskey()
    const sentence = 'Your dealer group requires a second factor. Add another one before you remove this one.'
    expect([kept.status, kept.message]).toEqual([409, sentence])
    expect((await approver.call(endpoints.read)).data).toMatchObject({ passkeys: [passkey], recovery_codes_left: 10 })
    await withApp('approver-group')
    expect((await removePasskey()).status).toBe(200)
    expect((await approver.call(endpoints.removeCodes)).message).toBe(sentence)
  })

  test('requires a second factor from super admins from the earliest day set by any dealer group', async () => {
    expect(await requirementFor('everyone-eastside')).toBeUndefined()
    expect((await list('admin-super')).error.code).toBe('SECOND_FACTOR_REQUIRED')
    await withApp('admin-super')
    expect((await list('admin-super')).status).toBe(200)
  })

  test('requires a recent sign-in from admins with a second factor to relax the rules', async () => {
    world.clock.advance(10 * minute)
    const more = { roles: [3, 4], from: tomorrow, approve_above: 1000 }
    expect((await set('admin-super', more)).data.approve_above).toBe(1000)
    for (const less of [{ roles: [3] }, { from: '2027-01-01' }, { approve_above: 1000.01 }, nothing])
      expect((await set('admin-super', { ...more, ...less })).error?.code).toBe('FRESH_PROOF_NEEDED')
    await prove('admin-super')
    expect((await set('admin-super', { ...more, roles: [3] })).status).toBe(200)
  })

  test('requires a recent sign-in for single and bulk approvals above the amount', async () => {
    const approver = await world.as('approver-group')
    world.clock.advance(10 * minute)
    const raised = (amount: number) => raise(world, 'requester-group', 'NWG/TOY/SVC', { amount })
    const [small, large, other] = [await raised(1000), await raised(1000.01), await raised(2000)]
    expect((await move(approver, small.id, 3)).status).toBe(201)
    const refused = await move(approver, large.id, 3)
    expect([refused.status, refused.error.code]).toEqual([403, 'FRESH_PROOF_NEEDED'])
    expect((await move(approver, other.id, 9)).status).toBe(201)
    const second = await raised(10)
    const items = [second, large].map(({ id, version }) => ({ id, version }))
    const approve = () =>
      approver.call(checkRequestEndpoints.changeStatuses, {
        body: { status_id: 3, items },
        headers: { 'idempotency-key': 'both-of-them' },
      })
    expect((await approve()).error.code).toBe('FRESH_PROOF_NEEDED')
    const { data } = await approver.call(checkRequestEndpoints.detail, { params: { id: second.id } })
    expect(data.version).toBe(second.version)
    await prove('approver-group')
    expect((await approve()).data.map(({ done }) => done)).toEqual([true, true])
  })

  test('requires a second factor from everyone in a new dealer group after thirty days', async () => {
    const admin = await world.as('admin-super')
    const { data: group } = await admin.call(organizationEndpoints.createGroup, { body: { name: 'New', code: 'NEW' } })
    const { data } = await admin.call(organizationEndpoints.secondFactorRules, { params: { id: group.id } })
    expect(data).toMatchObject({ roles: [1, 2, 3, 4], from: '2026-12-21', approve_above: null })
  })
})
