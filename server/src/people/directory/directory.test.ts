import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved } from '../../testing/checks.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addDirectory, Directory, entraUser, programBody } from '../../testing/scim.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

onBothDatabases('SCIM on $name (decision 187)', (kind) => {
  let world: World
  let directory: Directory
  beforeAll(async () => {
    world = await startWorld(kind)
    await approved(world)
    await world.as('everyone', 'admin')
    directory = await program({ manages_users: 'with-second-person' })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const program = (changes: object) => addDirectory(world, changes)
  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  const send = (method: Method, path: string, body?: object | string, client = directory) =>
    client.send(method, path, body)
  const patch = (path: string, ...operations: object[]) => directory.patch(path, ...operations)
  const found = (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`)

  test('describes itself', async () => {
    expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
    })
    expect((await send('GET', '/ResourceTypes')).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      'User',
      'Group',
    ])
    expect((await send('GET', '/Schemas')).body.totalResults).toBe(2)
    expect((await send('GET', `/Schemas/${userSchema}`)).body.id).toBe(userSchema)
    expect((await send('GET', '/Schemas/none')).status).toBe(404)
  })

  test('serves Entra’s sequence: probe, create, read, update, disable, and enable', async () => {
    const email = 'ada.lovelace@northwest.example'
    const none = await found(`userName eq "${email}"`)
    expect([none.status, none.body]).toEqual([200, expect.objectContaining({ totalResults: 0, Resources: [] })])
    const made = await send('POST', '/Users', entraUser(email))
    expect([made.status, made.headers['content-type']]).toEqual([201, 'application/scim+json; charset=utf-8'])
    expect(made.body).toMatchObject({
      userName: email,
      externalId: `entra-${email}`,
      active: true,
      name: { givenName: 'Ada' },
    })
    const { id } = made.body
    expect((await found(`externalId eq "entra-${email}"`)).body.Resources[0].id).toBe(id)
    const again = await send('POST', '/Users', entraUser(email))
    expect([again.status, again.body]).toEqual([
      409,
      expect.objectContaining({ scimType: 'uniqueness', status: '409' }),
    ])
    await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Add', path: 'title', value: 'Controller' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Books' },
    )
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ displayName: 'Ada King', title: 'Controller' })
    expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
    expect((await found(`userName eq "${email.toUpperCase()}"`)).body.Resources[0].active).toBe(false)
    expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true)
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
  })

  test('serves Okta’s sequence: page, create, replace by PUT, and deactivate without a path', async () => {
    const email = 'isaac.newton@northwest.example'
    expect((await send('GET', '/Users?startIndex=1&count=2')).body).toMatchObject({ itemsPerPage: 2, startIndex: 1 })
    const second = await send('GET', '/Users?startIndex=2&count=1')
    expect(second.body.Resources).toHaveLength(1)
    const user = {
      schemas: [userSchema],
      userName: email,
      name: { givenName: 'Isaac', familyName: 'Newton' },
      emails: [{ primary: true, value: email, type: 'work' }],
      displayName: 'Isaac Newton',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { id } = (await send('POST', '/Users', user)).body
    const put = await send(
      'PUT',
      `/Users/${id}`,
      Object.assign({}, user, { id, name: { givenName: 'Sir Isaac', familyName: 'Newton' } }),
    )
    expect(put.body.name.formatted).toBe('Sir Isaac Newton')
    expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).body.active).toBe(false)
    const renamed = await send(
      'PUT',
      `/Users/${id}`,
      Object.assign({}, user, { userName: 'other@northwest.example', emails: [] }),
    )
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability'])
  })

  test('lets a second person confirm the roles of groups, but not the admin who saw the token', async () => {
    const { id } = (await send('POST', '/Users', entraUser('grace.hopper@northwest.example'))).body
    expect(
      (await send('GET', '/Groups?filter=displayName%20eq%20%22Approver%22&excludedAttributes=members')).body,
    ).toMatchObject({
      totalResults: 1,
      Resources: [{ id: '3', displayName: 'Approver' }],
    })
    expect((await patch('/Groups/3', { op: 'Add', path: 'members', value: [{ value: id }] })).status).toBe(204)
    expect((await send('GET', '/Groups/3')).body.members.map((one: { value: string }) => one.value)).toContain(id)
    const waiting = async (name: 'admin-group' | 'everyone') => {
      const { others } = (await (await world.as(name, 'admin')).call(confirmationEndpoints.list)).data
      return others.find(({ user_id }) => String(user_id) === id)
    }
    const own = await waiting('admin-group')
    expect(own?.confirm_refusal ?? own).not.toBeNull()
    const params = { id: Number(id) }
    const confirm = async (name: 'admin-group' | 'everyone') =>
      (await world.as(name, 'admin')).call(confirmationEndpoints.confirm, {
        params,
        body: { version: (await waiting('everyone'))?.version ?? 0 },
      })
    expect((await confirm('admin-group')).status).toBe(403)
    expect((await patch('/Groups/3', { op: 'Remove', path: `members[value eq "${id}"]` })).status).toBe(204)
    expect((await patch('/Groups/2', { op: 'remove', path: 'members', value: [{ value: id }] })).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
    expect((await send('POST', '/Groups', { displayName: 'Approver', members: [] })).status).toBe(409)
    expect((await send('POST', '/Groups', { displayName: 'Owners' })).body.scimType).toBe('mutability')
    expect((await send('DELETE', '/Groups/3')).status).toBe(400)
  })

  test('logs a leaver out at once', async () => {
    const leaver = await world.as('processor-group')
    expect((await leaver.send('GET', '/api/v1/check-requests')).status).toBe(200)
    const { id } = (await found(`userName eq "${emailOf('processor-group')}"`)).body.Resources[0]
    expect((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200)
    expect((await leaver.send('GET', '/api/v1/check-requests')).status).toBe(401)
  })

  test('grants roles alone only with a program that two admins confirmed for that', async () => {
    const alone = await program({ manages_users: 'alone' })
    const email = 'mary.jackson@northwest.example'
    const { id } = (await send('POST', '/Users', entraUser(email), alone)).body
    const add = { schemas: [patchOp], Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] }
    expect((await send('PATCH', '/Groups/4', add, alone)).status).toBe(204)
    const { others } = (await (await world.as('everyone', 'admin')).call(confirmationEndpoints.list)).data
    expect(others.filter(({ user_id }) => String(user_id) === id)).toEqual([])
    const waits = (await send('POST', '/Users', entraUser('dorothy@northwest.example'))).body.id
    await patch('/Groups/3', { op: 'add', path: 'members', value: [{ value: waits }] })
    const rename = { schemas: [patchOp], Operations: [{ op: 'replace', path: 'title', value: 'Manager' }] }
    await send('PATCH', `/Users/${waits}`, rename, alone)
    const after = (await (await world.as('everyone', 'admin')).call(confirmationEndpoints.list)).data.others
    expect(after.filter(({ user_id }) => String(user_id) === waits)).toHaveLength(1)
  })

  test('refuses other tokens, users of other groups, admins, and whatever isn’t SCIM', async () => {
    const reader = await program({})
    expect((await send('GET', '/Users', undefined, reader)).status).toBe(403)
    expect((await send('GET', '/Users', undefined, new Directory(world.anyone))).body).toMatchObject({ status: '401' })
    const cookie = await world.logInAsBrowser(emailOf('admin-group'))
    expect((await send('GET', '/Users', undefined, new Directory(cookie))).status).toBe(401)
    const stranger = world.ids.people['approver-eastside']
    for (const id of [stranger, world.ids.people['admin-super'], 0, 999_999])
      expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await patch(`/Users/${stranger}`, { op: 'replace', path: 'active', value: false })).status).toBe(404)
    expect(
      (await patch('/Groups/3', { op: 'add', path: 'members', value: [{ value: String(stranger) }] })).status,
    ).toBe(400)
    const admin = world.ids.people['admin-group']
    expect((await patch(`/Users/${admin}`, { op: 'replace', path: 'title', value: 'Owner' })).status).toBe(403)
    const requester = world.ids.people['requester-group']
    expect(
      (await patch('/Groups/1', { op: 'add', path: 'members', value: [{ value: String(requester) }] })).status,
    ).toBe(403)
    const { id } = (await send('POST', '/Users', entraUser('kay@northwest.example'))).body
    for (const [method, path, body, status] of [
      ['GET', '/Users?filter=title%20co%20%22x%22', undefined, 400],
      ['GET', '/Users?filter=password%20eq%20%22x%22', undefined, 400],
      ['GET', '/Users?count=many', undefined, 400],
      ['GET', '/Users?count=0', undefined, 200],
      ['GET', '/Users?startIndex=-5&count=9999', undefined, 200],
      ['POST', '/Users', {}, 400],
      ['POST', '/Users', { userName: 'not an email' }, 400],
      ['POST', '/Users', { userName: 'x@y.example', active: 'maybe' }, 400],
      ['POST', '/Users', { userName: 'a'.repeat(300) }, 400],
      ['PATCH', `/Users/${id}`, { Operations: [] }, 400],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'move', path: 'active', value: true }] }, 400],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'userName', value: 'z@y.example' }] }, 400],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'id', value: '1' }] }, 200],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'role_ids', value: [1] }] }, 200],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'add', path: 'groups', value: [{ value: '1' }] }] }, 200],
      [
        'PATCH',
        `/Users/${id}`,
        { Operations: [{ op: 'add', value: { access_level: 0, dealer_group_id: null } }] },
        200,
      ],
      ['PATCH', '/Groups/3', { Operations: [{ op: 'add', path: 'members', value: 'all' }] }, 400],
      ['PATCH', '/Groups/9', { Operations: [{ op: 'add', path: 'members', value: [] }] }, 404],
      ['PUT', '/Groups/3', { displayName: 'Owners', members: [] }, 400],
      ['GET', '/Users/1%27%20or%201=1', undefined, 404],
      ['GET', '/Bulk', undefined, 404],
    ] as const) {
      const reply = await send(method, path, body)
      expect([method, path, reply.status]).toEqual([method, path, status])
      if (status === 400) expect(reply.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] })
    }
    const kay = (await send('GET', `/Users/${id}`)).body
    expect(kay).toMatchObject({ userName: 'kay@northwest.example', groups: [{ value: '2' }] })
    expect((await send('POST', '/Users', { userName: 'a'.repeat(70_000) })).status).toBe(413)
    const twice = '{"userName":"a@b.example","userName":"c@d.example"}'
    expect((await send('POST', '/Users', twice)).status).toBe(400)
  })

  test('needs a program in the role Admin, and says to the second admin what it will do', async () => {
    const admin = await world.as('admin-group', 'admin')
    for (const wrong of [{ role_id: 2 }, { scopes: ['read'] }]) {
      const body = Object.assign(programBody(world, { manages_users: 'alone' }), wrong)
      const refused = await admin.call(tokenEndpoints.create, { body })
      expect([refused.status, refused.error.fields?.manages_users]).toEqual([
        422,
        expect.stringContaining('Only a program'),
      ])
    }
    await admin.call(tokenEndpoints.create, { body: programBody(world, { manages_users: 'alone' }) })
    const changes = (await admin.call(controlEndpoints.list)).data.flatMap(({ says }) => says)
    expect(changes.join()).toContain('manage users and grant roles without a second person')
  })
})
