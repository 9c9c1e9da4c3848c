import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacksOn } from '../../testing/attacks.ts'
import { approved } from '../../testing/checks.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

onOneDatabase('attacks by SCIM, on $name', (kind) => {
  let world: World
  let attacks: ReturnType<typeof attacksOn>
  const made = { whole: '', toyota: '', reader: '' }
  beforeAll(async () => {
    world = await startWorld(kind)
    await approved(world)
    await world.as('everyone', 'admin')
    attacks = attacksOn(world)
    const managing = { scopes: ['people' as const], manages_users: 'alone' as const }
    made.whole = await attacks.tokenWith(managing)
    made.toyota = await attacks.tokenWith({ ...managing, dealership_ids: [world.ids.places['NWG/TOY']] })
    made.reader = await attacks.tokenWith({ scopes: ['people'] })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const people = (name: Parameters<typeof emailOf>[0]) => world.ids.people[name]
  const scim = (
    token: keyof typeof made,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    type = 'application/scim+json',
  ) =>
    attacks.bearer(made[token]).send(method, `/scim/v2${path}`, {
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(body !== undefined && { headers: { 'content-type': type } }),
    })
  const patch = (token: keyof typeof made, path: string, ...Operations: object[]) =>
    scim(token, 'PATCH', path, { Operations })
  const off = { op: 'replace', path: 'active', value: false }
  const user = (changes: object) => ({
    userName: 'new.person@northwest.example',
    name: { givenName: 'New', familyName: 'Person' },
    active: true,
    ...changes,
  })

  type Attack = () => Promise<{ status: number; text: string }>
  const refused: readonly (readonly [string, Attack])[] = [
    ...(['admin-super', 'approver-eastside', 'requester-eastside'] as const).flatMap((name) => [
      [`deactivates ${name}`, () => patch('whole', `/Users/${people(name)}`, off)] as const,
      [`deletes ${name}`, () => scim('whole', 'DELETE', `/Users/${people(name)}`)] as const,
      [`replaces ${name}`, () => scim('whole', 'PUT', `/Users/${people(name)}`, user({}))] as const,
      [
        `makes ${name} an approver`,
        () => patch('whole', '/Groups/3', { op: 'add', path: 'members', value: [{ value: String(people(name)) }] }),
      ] as const,
      [`adds ${name} again`, () => scim('whole', 'POST', '/Users', user({ userName: emailOf(name) }))] as const,
    ]),
    [
      'renames an admin',
      () => patch('whole', `/Users/${people('admin-group')}`, { op: 'replace', path: 'name.givenName', value: 'Eve' }),
    ],
    ['takes a role from an admin', () => scim('whole', 'PUT', '/Groups/4', { displayName: 'Processor', members: [] })],
    [
      'takes the role Admin from an admin',
      () => patch('whole', '/Groups/1', { op: 'remove', path: `members[value eq "${people('admin-group')}"]` }),
    ],
    [
      'makes a requester an admin',
      () =>
        patch('whole', '/Groups/1', {
          op: 'add',
          path: 'members',
          value: [{ value: String(people('requester-group')) }],
        }),
    ],
    ['replaces all admins', () => scim('whole', 'PUT', '/Groups/1', { displayName: 'Admin', members: [] })],
    ['deactivates a user outside its dealership', () => patch('toyota', `/Users/${people('approver-group')}`, off)],
    ['deletes a user outside its dealership', () => scim('toyota', 'DELETE', `/Users/${people('processor-group')}`)],
    [
      'gives a role to a user outside its dealership',
      () =>
        patch('toyota', '/Groups/4', {
          op: 'add',
          path: 'members',
          value: [{ value: String(people('requester-group')) }],
        }),
    ],
    ['reads with a token that only reads', () => scim('reader', 'GET', '/Users')],
    ['adds with a token that only reads', () => scim('reader', 'POST', '/Users', user({}))],
    [
      'changes an address',
      () =>
        patch('whole', `/Users/${people('requester-group')}`, {
          op: 'replace',
          path: 'userName',
          value: 'mine@evil.example',
        }),
    ],
    [
      'changes an email',
      () =>
        patch('whole', `/Users/${people('requester-group')}`, {
          op: 'replace',
          path: 'emails[type eq "work"].value',
          value: 'mine@evil.example',
        }),
    ],
    [
      'adds a primary email',
      () =>
        patch('whole', `/Users/${people('requester-group')}`, {
          op: 'add',
          path: 'emails',
          value: [{ type: 'home', primary: 'True', value: 'mine@evil.example' }],
        }),
    ],
    ...(
      [
        ['a name with a line break', { name: { givenName: 'A\nBcc: x@evil.example', familyName: 'B' } }],
        ['a name that runs from right to left', { name: { givenName: 'A', familyName: '\u202Egnp' } }],
        ['a name of 254 characters', { name: { givenName: 'a'.repeat(254), familyName: 'B' } }],
        ['a name in two alphabets', { name: { givenName: 'P\u0430ul', familyName: 'B' } }],
        ['a title of 201 characters', { title: 'a'.repeat(201) }],
        ['an invisible external ID', { externalId: '\u202E' }],
        ['another user’s userName', { userName: emailOf('requester-group'), emails: [{ value: 'x@evil.example' }] }],
        ['another user’s email', { userName: 'somebody', emails: [{ value: emailOf('requester-group') }] }],
      ] as const
    ).map(([what, changes], at) => {
      const body = user({ userName: `new-${at}@northwest.example`, ...changes })
      return [`adds a user with ${what}`, () => scim('whole', 'POST', '/Users', body)] as const
    }),
    [
      'gives a user a name with a line break',
      () =>
        patch('whole', `/Users/${people('requester-group')}`, { op: 'add', path: 'displayName', value: 'A B\nBcc: x' }),
    ],
    [
      'names the userName twice',
      () => scim('whole', 'POST', '/Users', '{"userName":"a@b.example","username":"c@evil.example"}'),
    ],
    ['searches by POST', () => scim('whole', 'POST', '/Users/.search', {})],
    ['asks who it is', () => scim('whole', 'GET', '/Me')],
    ['replaces all users', () => scim('whole', 'PUT', '/Users', [])],
    ['filters twice', () => scim('whole', 'GET', '/Users?filter=id%20eq%20%221%22&filter=x')],
    ['adds a user without an address', () => scim('whole', 'POST', '/Users', user({ userName: 'root' }))],
    [
      'adds a user with a line break',
      () => scim('whole', 'POST', '/Users', user({ userName: 'a@b.example\r\nBcc: x@evil.example' })),
    ],
    ['adds two addresses', () => scim('whole', 'POST', '/Users', user({ userName: 'a@b.example,c@evil.example' }))],
    ['sends a list', () => scim('whole', 'POST', '/Users', [user({})])],
    ['sends null', () => scim('whole', 'POST', '/Users', 'null')],
    ['sends XML', () => scim('whole', 'POST', '/Users', '<User/>', 'application/xml')],
    ['sends half of a body', () => scim('whole', 'POST', '/Users', '{"userName":"a@b.example"')],
    [
      'sends a prototype',
      () => scim('whole', 'POST', '/Users', '{"userName":"a@b.example","__proto__":{"active":true}}'),
    ],
    [
      'nests a thousand levels',
      () => scim('whole', 'POST', '/Users', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    ],
    ['deletes a group', () => scim('whole', 'DELETE', '/Groups/3')],
    ['adds a group', () => scim('whole', 'POST', '/Groups', { displayName: 'Super Admin', members: [] })],
    ['names an id with a sign', () => scim('whole', 'DELETE', '/Users/-1')],
    ['names an id with a fraction', () => scim('whole', 'DELETE', '/Users/1.5')],
    ['names an id with an exponent', () => scim('whole', 'DELETE', '/Users/1e3')],
    ['names an id beyond whole numbers', () => scim('whole', 'DELETE', '/Users/99999999999999999999')],
    ['leaves the path', () => scim('whole', 'DELETE', '/Users/..%2f..%2fapi%2fv1%2fusers')],
    ['filters by a password', () => scim('whole', 'GET', '/Users?filter=password_hash%20sw%20%22a%22')],
    ['filters by SQL', () => scim('whole', 'GET', '/Users?filter=userName%20eq%20%22x%22%20or%201%3D1')],
    ['filters without an end', () => scim('whole', 'GET', '/Users?filter=userName%20eq%20%22')],
    ['calls the usual API', () => attacks.bearer(made.whole).send('POST', '/api/v1/users', { body: {} })],
    ['calls without a token', () => world.anyone.send('GET', '/scim/v2/Users')],
    [
      'calls with a cookie',
      async () => (await world.logInAsBrowser(emailOf('admin-group'))).send('GET', '/scim/v2/Users'),
    ],
    ['calls with a session', async () => (await world.as('admin-group', 'admin')).send('GET', '/scim/v2/Users')],
  ]
  test.each(refused)('refuses a program that %s', (_, attack) => attacks.expectNothing(attack))

  test('answers in SCIM form what isn’t served', async () => {
    for (const [method, path, status] of [
      ['POST', '/Users/.search', 404],
      ['GET', '/Me', 404],
      ['PUT', '/Users', 404],
      ['POST', '/Bulk', 404],
      ['GET', '/Users?filter=a&filter=b', 400],
    ] as const) {
      const { headers, text } = await scim('whole', method, path, method === 'GET' ? undefined : {})
      expect([headers['content-type'], JSON.parse(text)]).toMatchObject([
        'application/scim+json; charset=utf-8',
        { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
      ])
    }
  })

  const ignored: readonly (readonly [string, object])[] = [
    ['a password', { op: 'add', path: 'password', value: 'seven green ledgers' }],
    ['roles', { op: 'replace', path: 'roles', value: [{ value: 'Admin' }] }],
    ['groups', { op: 'add', path: 'groups', value: [{ value: '1' }] }],
    ['an access level', { op: 'add', value: { access_level: 0, dealer_group_id: null } }],
    ['a second factor', { op: 'remove', path: 'totp_secret' }],
    ['an id', { op: 'replace', path: 'id', value: '1' }],
    ['a prototype', { op: 'add', path: '__proto__.active', value: false }],
    ['a constructor', { op: 'add', path: 'constructor', value: { prototype: { active: false } } }],
    ['a private email', { op: 'replace', path: 'emails[type eq "home"].value', value: 'mine@gmail.example' }],
    ['the removal of emails', { op: 'remove', path: 'emails' }],
    ['an empty name', { op: 'replace', value: { name: { givenName: '', familyName: null }, displayName: '' } }],
  ]
  test.each(ignored)('ignores %s in a change of a user', (_, operation) =>
    attacks.expectNothing(() => patch('whole', `/Users/${people('requester-group')}`, operation), 'ignored'),
  )

  test('ignores a new name of a group', () =>
    attacks.expectNothing(
      () => patch('whole', '/Groups/3', { op: 'replace', path: 'displayName', value: 'Admin' }),
      'ignored',
    ))

  test('shows a program no user outside its group or dealerships', async () => {
    const shown = async (token: keyof typeof made) =>
      JSON.parse((await scim(token, 'GET', '/Users?count=200')).text).Resources.map(
        ({ userName }: { userName: string }) => userName,
      )
    expect(await shown('whole')).not.toContain(emailOf('approver-eastside'))
    expect(await shown('whole')).not.toContain(emailOf('admin-super'))
    expect(await shown('toyota')).not.toContain(emailOf('approver-group'))
  })
})
