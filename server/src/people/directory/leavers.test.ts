import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, confirmBy, logInAs, ownPassword, replacePassword, userBody } from '../../testing/accounts.ts'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { addDirectory, Directory, programBody } from '../../testing/scim.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const times = Array.from({ length: 12 }, (_, index) => index)

onBothDatabases('leavers in a directory on $name', (kind) => {
  let world: World
  let alone: Directory
  beforeAll(async () => {
    world = await startWorld(kind)
    await approved(world)
    await world.as('everyone', 'admin')
    alone = await addDirectory(world, { manages_users: 'alone', name: 'Entra' })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const off = { op: 'replace', path: 'active', value: false }
  const title = (value: string) => ({ op: 'replace', path: 'title', value })
  const shown = async (id: number | string) => (await alone.send('GET', `/Users/${id}`)).body
  const rolesOf = async (id: string) => (await shown(id)).groups.map(({ value }: { value: string }) => Number(value))
  const noticesOf = async (name: PersonName) =>
    (await (await world.as(name, 'admin')).call(inboxEndpoints.list)).data.items
  const superAdmin = () => world.as('admin-super', 'admin')

  test('keeps a user deactivated whatever a parallel change says', async () => {
    const outcomes: unknown[] = []
    for (const time of times) {
      const id = await alone.add(`leaver-${time}@northwest.example`)
      const both = [() => alone.patch(`/Users/${id}`, off), () => alone.patch(`/Users/${id}`, title(`T${time}`))]
      const replies = await Promise.all((time % 2 ? both : both.toReversed()).map((call) => call()))
      outcomes.push([replies.map(({ status }) => status), (await shown(id)).active, (await shown(id)).title])
    }
    expect(outcomes).toEqual(times.map((time) => [[200, 200], false, `T${time}`]))
  })

  test('keeps a user deactivated by an admin during a change by the directory', async () => {
    const outcomes: unknown[] = []
    for (const time of times) {
      const id = await alone.add(`ended-${time}@northwest.example`)
      const admin = await superAdmin()
      await Promise.all([
        admin.call(userEndpoints.update, { body: { id: Number(id), active: false } }),
        alone.patch(`/Users/${id}`, title(`T${time}`)),
      ])
      outcomes.push((await shown(id)).active)
    }
    expect(outcomes).toEqual(times.map(() => false))
  })

  test('keeps a role removed while another is added', async () => {
    const outcomes: unknown[] = []
    for (const time of times) {
      const id = await alone.add(`mover-${time}@northwest.example`)
      await alone.role('add', 3, id)
      const both = [() => alone.role('remove', 3, id), () => alone.role('add', 4, id)]
      await Promise.all((time % 2 ? both : both.toReversed()).map((call) => call()))
      outcomes.push(await rolesOf(id))
    }
    expect(outcomes).toEqual(times.map(() => [2, 4]))
  })

  test.each([
    ['before', (ids: number[]) => ids],
    ['after', (ids: number[]) => ids.toReversed()],
  ])('changes nobody in a group with an admin, listed %s the others', async (_, ordered) => {
    const { people } = world.ids
    const ids = ordered([people['requester-group'], people.everyone, people['requester-department']])
    const before = await alone.send('GET', '/Users?count=200')
    expect((await alone.role('remove', 2, ...ids)).status).toBe(403)
    expect((await alone.send('PUT', '/Groups/2', { displayName: 'Requester', members: [] })).status).toBe(403)
    expect((await alone.send('PUT', '/Groups/4', { displayName: 'Processor', members: [] })).status).toBe(403)
    expect((await alone.send('PUT', '/Groups/1', { displayName: 'Admin', members: [] })).status).toBe(403)
    expect((await alone.send('GET', '/Users?count=200')).body).toEqual(before.body)
  })

  test('adds only one of two parallel users with the same name or external ID', async () => {
    for (const time of times.slice(0, 4)) {
      const [first, second] = [`a${time}@northwest.example`, `b${time}@northwest.example`]
      const twins = [first, second].map((value) =>
        alone.send('POST', '/Users', { userName: `twin-${time}`, emails: [{ value }] }),
      )
      expect((await Promise.all(twins)).map(({ status }) => status).toSorted()).toEqual([201, 409])
      const same = [`c${time}@northwest.example`, `d${time}@northwest.example`].map((userName) =>
        alone.send('POST', '/Users', { userName, externalId: `same-${time}` }),
      )
      const replies = await Promise.all(same)
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(replies.find(({ status }) => status === 409)?.body.scimType).toBe('uniqueness')
    }
  })

  const newAdmin = async () => {
    const body = userBody(world.ids, { role_ids: [1, 3], primary_role: 1 })
    const { id, email } = await addUser(await superAdmin(), body)
    await replacePassword(world.anyone, email)
    expect((await confirmBy(await world.as('everyone', 'admin'), id)).status).toBe(200)
    return { id, email, client: await logInAs(world.anyone, email, ownPassword, 1) }
  }

  test.each([
    ['PATCH', (id: number) => alone.patch(`/Users/${id}`, off), 200],
    ['PATCH with other changes', (id: number) => alone.patch(`/Users/${id}`, title('Gone'), off), 200],
    ['DELETE', (id: number) => alone.send('DELETE', `/Users/${id}`), 204],
  ])('deactivates an admin at once by %s, tells all admins, and can’t bring them back', async (_, leave, status) => {
    const { id, email, client } = await newAdmin()
    expect((await leave(id)).status).toBe(status)
    expect((await client.send('GET', '/api/v1/users')).status).toBe(401)
    await expect(logInAs(world.anyone, email)).rejects.toThrow('can’t log in')
    const user = await shown(id)
    expect([user.active, user.title]).toEqual([false, 'Clerk'])
    for (const name of ['admin-super', 'admin-group', 'everyone'] as const)
      expect((await noticesOf(name))[0]).toMatchObject({
        event: 'changed-by-directory',
        account: { id },
        text: expect.stringContaining('deactivated this admin'),
      })
    expect((await leave(id)).status).toBe(status)
    expect((await alone.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })).status).toBe(403)
    expect((await alone.patch(`/Users/${id}`, title('Back'))).status).toBe(403)
    expect((await shown(id)).active).toBe(false)
  })

  test('tells all admins of roles that a program grants without a second person', async () => {
    const id = await alone.add('granted@northwest.example')
    await alone.role('add', 4, id)
    for (const name of ['admin-super', 'admin-group', 'everyone'] as const)
      expect((await noticesOf(name))[0]).toMatchObject({
        event: 'changed-by-directory',
        account: { id: Number(id) },
        text: 'Roles without a second person: Processor.',
      })
    await alone.patch(`/Users/${id}`, off)
    await alone.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    const notices = await noticesOf('admin-group')
    expect(notices.filter(({ account }) => account?.id === Number(id))).toHaveLength(2)
  })

  test.each([
    ['is deactivated', { active: false }],
    ['is no longer an admin', { role_ids: [3], primary_role: 3 }],
    ['is deleted', undefined],
  ])('suspends a program that grants alone when its creator %s', async (_, change) => {
    const { id, client: creator } = await newAdmin()
    const made = async (manages_users: 'alone' | 'with-second-person') => {
      const { data } = await creator.call(tokenEndpoints.create, { body: programBody(world, { manages_users }) })
      await confirmControls(world)
      return {
        name: data.token.name,
        client: new Directory(world.anyone.with({ authorization: `Bearer ${data.secret}` })),
      }
    }
    const ghosts = await made('alone')
    const careful = await made('with-second-person')
    expect((await ghosts.client.send('GET', '/Users')).status).toBe(200)
    const admin = await superAdmin()
    if (change) await admin.call(userEndpoints.update, { body: { id, ...change } })
    else await admin.call(userEndpoints.remove, { body: { id } })
    const ghost = await ghosts.client.send('POST', '/Users', { userName: `ghost-${id}@northwest.example` })
    expect([ghost.status, ghost.body.detail]).toEqual([403, expect.stringContaining('A second admin must confirm')])
    expect((await careful.client.send('GET', '/Users')).status).toBe(200)
    for (const name of ['admin-group', 'everyone'] as const)
      expect((await noticesOf(name)).slice(0, 2).map(({ event, text }) => [event, text])).toEqual(
        expect.arrayContaining([
          ['control-left', `Replace the token of “${careful.name}”.`],
          ['control-left', `Replace the token of “${ghosts.name}”. It is suspended until another admin confirms it.`],
        ]),
      )
    const group = await world.as('admin-group', 'admin')
    const [waiting] = (await group.call(controlEndpoints.list)).data.filter(({ control }) => control === 'programs')
    expect(waiting).toMatchObject({ alone: false, says: [expect.stringContaining(ghosts.name)], effective_at: null })
    const decided = { params: { id: waiting?.id ?? 0 }, body: { version: waiting?.version ?? 0 } }
    expect((await group.call(controlEndpoints.confirm, decided)).status).toBe(200)
    expect((await ghosts.client.send('GET', '/Users')).status).toBe(200)
  })

  test('suspends its own program when it deactivates the creator', async () => {
    const own = await addDirectory(world, { manages_users: 'alone' }, 'everyone')
    expect((await own.patch(`/Users/${world.ids.people.everyone}`, off)).status).toBe(200)
    expect((await own.send('POST', '/Users', { userName: 'ghost@northwest.example' })).status).toBe(403)
    expect(await found(emailOf('everyone'))).toMatchObject({ active: false })
  })
  const found = async (email: string) =>
    (await alone.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources[0]
})
