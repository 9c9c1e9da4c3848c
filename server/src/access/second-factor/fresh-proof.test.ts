import { proofEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser, userBody } from '../../testing/accounts.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { addApp, passkeySite } from '../../testing/second-factors.ts'
import { startWorld, type World } from '../../testing/world.ts'

const tenMinutes = 600_000

test('requires a recent sign-in for granting rights and for confirming changes that move money', () => {
  const asking = allEndpoints.filter((row) => row.freshProof).map(({ id }) => id)
  expect(asking.sort()).toEqual([
    'addOwnChat',
    'confirmAccount',
    'confirmAuditor',
    'confirmBankAccount',
    'confirmCheckStop',
    'confirmControlChange',
    'confirmEnteredCheck',
    'confirmIdentityProvider',
    'confirmPrintRun',
    'createToken',
    'createUser',
    'createWebhook',
    'importPeople',
    'inviteUser',
    'inviteUserAgain',
    'publishApprovalPolicy',
    'resetSecondFactor',
    'rotateWebhookSecret',
    'setApprovalTitlesOfUser',
    'signChecks',
    'stopCheck',
    'switchPasswords',
  ])
})

onOneDatabase('recent sign-in on $name', (kind) => {
  let world: World
  beforeEach(async () => {
    world = await startWorld(kind, { config: { publicUrl: passkeySite } })
  })
  afterEach(() => world.close())

  const person = () => world.ids.people['processor-group']
  const create = async (key: string) => {
    const body = userBody(world.ids, { email: 'same@test.example', username: 'same@test.example' })
    const headers = { 'idempotency-key': key }
    return (await world.as('admin-group')).call(userEndpoints.create, { body, headers })
  }

  test('requires another verification after ten minutes, and then accepts the same call with the same input', async () => {
    const admin = await world.as('admin-group')
    const { codeNow } = await addApp(admin, world.clock)
    world.clock.advance(tenMinutes - 1)
    await addUser(admin, userBody(world.ids))
    world.clock.advance(1)
    const refused = await create('one-form')
    expect([refused.status, refused.error]).toEqual([403, { code: 'FRESH_PROOF_NEEDED', proof: { ways: ['code'] } }])
    await admin.call(proofEndpoints.prove, { body: { way: 'code', code: codeNow() } })
    expect((await create('one-form')).status).toBe(201)
  })

  test('requires a recent sign-in to change rights or a password, but not a name', async () => {
    const admin = await world.as('admin-group')
    await addApp(admin, world.clock)
    world.clock.advance(tenMinutes)
    const change = async (body: object) =>
      (await admin.call(userEndpoints.update, { body: { id: person(), ...body } })).error?.code
    expect(await change({ first_name: 'Other' })).toBeUndefined()
    expect(await change({ role_ids: [2, 4] })).toBe('FRESH_PROOF_NEEDED')
    expect(await change({ password: 'seven green kettles' })).toBe('FRESH_PROOF_NEEDED')
  })

  test('requires no recent sign-in from users without a second factor', async () => {
    world.clock.advance(tenMinutes)
    expect((await create('another-form')).status).toBe(201)
  })
})
