import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { addDirectory, Directory } from '../../testing/scim.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

onBothDatabases('attributes that directories send, on $name', (kind) => {
  let world: World
  let directory: Directory
  beforeAll(async () => {
    world = await startWorld(kind)
    directory = await addDirectory(world, { manages_users: 'with-second-person' })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const send: Directory['send'] = (...call) => directory.send(...call)
  const patch: Directory['patch'] = (...call) => directory.patch(...call)
  const found = (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  const named = async (id: string) => (await send('GET', `/Users/${id}`)).body.name.formatted

  test('keeps what a change doesn’t name, and takes names in any form', async () => {
    const email = 'katherine.johnson@northwest.example'
    const id = await directory.add(email, { title: 'Clerk', name: { givenName: 'Katherine', familyName: 'Johnson' } })
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const put = await send('PUT', `/Users/${id}`, { username: email, emails: [{ Value: email, Primary: 'True' }] })
    const kept = { active: false, title: 'Clerk', displayName: 'Katherine Johnson', externalId: `entra-${email}` }
    expect([put.status, put.body]).toMatchObject([200, kept])
    const spelled = { operations: [{ OP: 'replace', Path: 'DISPLAYNAME', Value: 'Katherine G. Johnson' }] }
    expect((await send('PATCH', `/Users/${id}`, spelled)).body.name.familyName).toBe('G. Johnson')
    await patch(`/Users/${id}`, { op: 'add', value: { 'name.givenName': 'Kate', displayName: 'Ignored Name' } })
    expect(await named(id)).toBe('Kate G. Johnson')
    const emptied = { userName: email, title: '', externalId: '', displayName: '', name: { givenName: '' } }
    const after = (await send('PUT', `/Users/${id}`, emptied)).body
    expect([after.title, after.externalId, after.displayName]).toEqual([undefined, undefined, 'Kate G. Johnson'])
    const long = await patch(`/Users/${id}`, { op: 'replace', path: 'title', value: 'x'.repeat(201) })
    expect(long.body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
      detail: 'The attribute title is invalid. Enter at most 200 characters.',
    })
  })

  test('activates a user who lost the last role when a role is given again, and only then', async () => {
    const id = await directory.add('mary.jackson@northwest.example')
    const state = async () => {
      const { active, groups } = (await send('GET', `/Users/${id}`)).body
      return [active, groups.map(({ value }: { value: string }) => value)]
    }
    const members = async (role: number) =>
      (await send('GET', `/Groups/${role}`)).body.members.some(({ value }: { value: string }) => value === id)
    await directory.role('remove', 2, id)
    expect([await state(), await members(2)]).toEqual([[false, []], false])
    await directory.role('add', 3, id)
    expect([await state(), await members(3), await members(2)]).toEqual([[true, ['3']], true, false])
    await directory.role('remove', 3, id)
    await directory.role('add', 3, id)
    expect(await state()).toEqual([true, ['3']])

    await directory.role('remove', 3, id)
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    await directory.role('add', 2, id)
    expect(await state()).toEqual([false, ['2']])
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect(await state()).toEqual([true, ['2']])
    await directory.role('remove', 2, id)
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect(await state()).toEqual([true, ['2']])
  })

  test('answers filters by manager and typed address, and returns only the attributes asked for', async () => {
    const email = 'annie.easley@northwest.example'
    const id = await directory.add(email)
    expect((await found(`id eq "${id}" and manager eq "2"`)).body).toMatchObject({ totalResults: 0, Resources: [] })
    expect((await found(`emails[type eq "work" and value eq "${email}"]`)).body.Resources[0].id).toBe(id)
    const asked = await send('GET', `/Users/${id}?attributes=userName,name.givenName`)
    expect(Object.keys(asked.body).sort()).toEqual(['id', 'name', 'schemas', 'userName'])
    const [listed] = (await send('GET', '/Users?count=1&attributes=id')).body.Resources
    expect(Object.keys(listed).sort()).toEqual(['id', 'schemas'])
    const { groups, emails } = (await send('GET', `/Users/${id}?excludedAttributes=groups`)).body
    expect([groups, emails?.length]).toEqual([undefined, 1])
  })

  test('refuses what it can’t do with the type of RFC 7644, and describes what it answers', async () => {
    const id = await directory.add('christine.darden@northwest.example')
    const rename = { op: 'Replace', path: 'displayName', value: 'Other' }
    const inGroup = await patch('/Groups/3', rename)
    expect([inGroup.status, inGroup.body?.scimType]).toEqual([400, 'mutability'])
    const pathless = await patch('/Groups/3', { op: 'Replace', value: { id: '3', displayName: 'Other' } })
    expect(pathless.body?.scimType).toBe('mutability')
    expect((await patch('/Groups/3', { ...rename, value: 'Approver' })).status).toBe(204)
    for (const [operation, type] of [
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'nonsense[', value: 1 }, 'invalidPath'],
    ] as const)
      expect((await patch(`/Users/${id}`, operation)).body).toMatchObject({ status: '400', scimType: type })
    expect((await send('POST', '/Users', '{"userName":')).body).toMatchObject({ scimType: 'invalidSyntax' })
    const visitor = new Directory(world.anyone)
    const refused = await visitor.send('GET', '/Users')
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    const config = (await send('GET', '/ServiceProviderConfig')).body
    expect(config.meta).toMatchObject({ location: expect.stringMatching(/ServiceProviderConfig$/) })
    const { attributes } = (await send('GET', `/Schemas/${userSchema}`)).body
    const parts = attributes.find(({ name }: { name: string }) => name === 'emails').subAttributes
    expect(parts.map(({ name }: { name: string }) => name)).toEqual(['value', 'type', 'primary'])
  })

  test('signs a user in with the address at work, and keeps names and external IDs apart', async () => {
    const emails = [
      { type: 'home', value: 'dorothy@gmail.example' },
      { type: 'work', value: 'Dorothy.V@northwest.example' },
    ]
    const made = await send('POST', '/Users', { userName: 'dvaughan', externalId: 'dv', emails })
    expect(made.body.emails).toEqual([{ value: 'dorothy.v@northwest.example', type: 'work', primary: true }])
    expect(made.headers.location).toMatch(/^http:\/\/[^/]+\/scim\/v2\/Users\/\d+$/)
    expect(made.body.meta.location).toBe(made.headers.location)
    const primary = [
      { type: 'work', value: 'other@northwest.example' },
      { type: 'other', primary: 'True', value: 'main@northwest.example' },
    ]
    expect((await send('POST', '/Users', { userName: 'main', emails: primary })).body.emails[0].value).toBe(
      'main@northwest.example',
    )
    const id = await directory.add('second.dorothy@northwest.example')
    for (const taken of [
      send('POST', '/Users', { userName: 'DVaughan', emails: [{ value: 'x@northwest.example' }] }),
      send('POST', '/Users', { userName: 'dorothy.v@northwest.example', emails: [{ value: 'x@northwest.example' }] }),
      send('POST', '/Users', { userName: 'x@northwest.example', externalId: 'dv' }),
      patch(`/Users/${id}`, { op: 'replace', path: 'externalId', value: 'dv' }),
      send('PUT', `/Users/${id}`, { userName: 'second.dorothy@northwest.example', externalId: 'dv' }),
    ])
      expect((await taken).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await found('userName eq "x@northwest.example"')).body.totalResults).toBe(0)
  })

  test('finds memberships, and takes repeated parameters', async () => {
    const id = await directory.add('member@northwest.example')
    const groups = async (filter: string) => {
      const query = `excludedAttributes=members&excludedAttributes=x&filter=${encodeURIComponent(filter)}`
      const { body } = await send('GET', `/Groups?${query}`)
      return body.Resources.map((one: { id: string; members?: object }) => [one.id, one.members])
    }
    expect(await groups(`id eq "2" and members eq "${id}"`)).toEqual([['2', undefined]])
    expect(await groups(`id eq "3" and members.value EQ "${id}"`)).toEqual([])
    expect(await groups(`members[value eq "x"] eq "${id}"`).catch(() => 'refused')).toBe('refused')
    expect((await send('GET', `/Schemas/${userSchema}`)).body.meta.location).toMatch(
      /^http:.*\/scim\/v2\/Schemas\/urn:/,
    )
  })
})
