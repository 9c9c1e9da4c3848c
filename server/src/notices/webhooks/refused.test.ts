import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('webhooks that can’t be added on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const bodyWith = (changes: object) => ({
    name: 'Accounting',
    url: 'https://example.com/hook',
    format: 'standard' as const,
    events: ['check-request.created' as const],
    ...changes,
  })

  test.each([
    ...['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'gopher://x/', ''],
    ...['//example.com', 'http://user:pass@example.com/', 'https://user@example.com/', 'https://example.com/#x'],
    ...['https://', 'not a url', 'https://exa mple.com', `https://example.com/${'x'.repeat(2000)}`],
  ])('refuse the URL %s', async (url) => {
    const reply = await (await world.as('admin-group', 'admin')).send('POST', '/api/v1/webhooks', {
      body: bodyWith({ url }),
    })
    expect(reply.status).toBe(422)
  })

  test.each(['requester-group', 'approver-group', 'processor-group', 'admin-dealership'] as const)(
    'refuse to be added or listed by %s',
    async (name) => {
      const client = await world.as(name)
      expect((await client.call(endpoints.create, { body: bodyWith({}) })).status).toBe(403)
      expect((await client.call(endpoints.list)).status).toBe(403)
    },
  )

  test('refuse another group, unknown events, and fields of their own', async () => {
    const client = await world.as('admin-group', 'admin')
    const post = async (changes: object) =>
      (await client.send('POST', '/api/v1/webhooks', { body: bodyWith(changes) })).status
    expect(await post({ dealer_group_id: world.ids.places.EAS })).toBe(404)
    for (const events of [['user.password'], []]) expect(await post({ events })).toBe(422)
    for (const own of [{ state: 'active' }, { secret: 'whsec_AAAA' }]) expect(await post(own)).not.toBe(201)
  })
})
