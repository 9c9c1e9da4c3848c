import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacksOn } from '../../testing/attacks.ts'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { addApp } from '../../testing/second-factors.ts'
import { Receiver } from '../../testing/webhook-receiver.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('attacks on and by webhooks, on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'], chatHosts: ['127.0.0.1'] } })
    // From the first approval on, webhooks wait for a second admin.
    await approved(world)
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

  // Otherwise, one admin alone could read what servers inside the network answer.
  test.each(['test', 'deliveries/1/resend'])('refuse to %s before a second admin confirms', async (act) => {
    const inside = await Receiver.start()
    const client = await world.as('admin-group', 'admin')
    const made = await client.call(endpoints.create, { body: bodyWith({ url: inside.url }) })
    const params = { id: made.data.webhook.id }
    const attempts: { message: string }[] = []
    await attacksOn(world).expectNothing(async () => {
      const reply = await client.send('POST', `/api/v1/webhooks/${params.id}/${act}`)
      attempts.push(JSON.parse(reply.text))
      return reply
    })
    expect(attempts).toMatchObject([{ message: 'Accounting makes no calls until a second admin confirms it.' }])
    expect(inside.calls).toEqual([])
    expect((await client.call(endpoints.deliveries, { params })).data).toEqual([])
    await confirmControls(world)
    await client.call(endpoints.end, { params })
    inside.close()
  })

  test('are taken by the receiver in the documentation only with the right secret', { timeout: 60_000 }, async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url))
    const documented = readFileSync(`${root}/docs/integrate.md`, 'utf8')
    const [, code = ''] = /\nA receiver, .*:\n\n((?: {4}.*\n)+)/.exec(documented) ?? []
    const free = await Receiver.start()
    const { url } = free
    free.close()
    const client = await world.as('admin-group', 'admin')
    const made = await client.call(endpoints.create, { body: bodyWith({ url }) })
    await confirmControls(world)
    const answerWith = async (secret: string) => {
      const env = { ...process.env, SECRET: secret, PORT: new URL(url).port }
      const now = `Date.now = () => ${world.clock.read()}`
      const listening = `${now}\n${code.trim()}.on('listening', () => console.log('listening'))`
      const program = spawn(process.execPath, ['--input-type=module', '--eval', listening], { cwd: root, env })
      await once(program.stdout, 'data')
      const { data } = await client.call(endpoints.test, { params: { id: made.data.webhook.id } })
      program.kill()
      return data.answer
    }
    expect(await answerWith(made.data.secret)).toBe('204')
    expect(await answerWith(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe('401')
  })

  /** Adds a webhook for this URL, and returns the result of a test call. */
  const tested = async (url: string) => {
    const client = await world.as('admin-group', 'admin')
    const made = await client.call(endpoints.create, { body: bodyWith({ url }) })
    await confirmControls(world)
    const params = { id: made.data.webhook.id }
    const { data } = await client.call(endpoints.test, { params })
    await client.call(endpoints.end, { params })
    return data
  }

  // Addresses of this network, in every form that URLs know. Only 127.0.0.1 is allowed in these tests.
  test.each([
    ...['http://10.0.0.1/', 'http://192.168.1.1/', 'http://172.16.0.1/', 'http://169.254.169.254/latest/meta-data/'],
    ...['http://[::1]/', 'http://[fd00::1]/', 'http://[fe80::1]/', 'http://[::ffff:10.0.0.1]/', 'http://0.0.0.0/'],
    ...['http://127.0.0.2/', 'http://127.1.1.1/', 'http://2130706434/', 'http://0x7f000002/', 'http://0177.0.0.2/'],
    ...['http://10.1/', 'https://10.0.0.1/', 'http://100.64.0.1/', 'http://198.18.0.1/', 'http://224.0.0.1/'],
    ...['http://[::]/', 'http://[64:ff9b::a00:1]/', 'http://[2002:a00:1::]/', 'http://255.255.255.255/'],
    ...['http://93.184.216.34/'],
  ])('make no call to %s, which is inside a network or not encrypted', async (url) => {
    const { outcome, answer } = await tested(url)
    expect(outcome).toBe('failed')
    expect(answer).toMatch(/inside a private network|doesn.t begin with https/)
  })

  describe('on users’ own chats', () => {
    const made = { chat: 0, token: '' }
    beforeAll(async () => {
      const params = { id: world.ids.places.NWG }
      const admin = await world.as('admin-group', 'admin')
      const { version } = (await admin.call(tokenEndpoints.connections, { params })).data
      await admin.call(tokenEndpoints.saveConnections, { params, body: { version, personal_chats: true } })
      await confirmControls(world)
      const added = await (await world.as('approver-group')).call(endpoints.addOwnChat, { body: own })
      made.chat = added.data.chat?.id ?? 0
      made.token = await attacksOn(world).tokenWith({ scopes: ['read', 'raise', 'documents', 'books', 'people'] })
    })

    const own = { format: 'slack' as const, url: 'http://127.0.0.1:9/hook' }
    test.each([
      ...[
        { user_id: 1 },
        { dealer_group_id: 2 },
        { name: 'Someone else’s Chat' },
        { events: ['check-request.created'] },
      ],
      ...[{ state: 'active' }, { format: 'standard' }, { format: null }, { format: ['slack'] }, { url: undefined }],
      ...[
        { url: [own.url] },
        { url: { href: own.url } },
        { url: 'http://127.0.0.2:9/hook' },
        { url: 'http://localhost/' },
      ],
      ...[
        { url: 'http://2130706433:9@127.0.0.2/' },
        { url: 'http://[::ffff:127.0.0.1]/' },
        { url: 'https://127.0.0.1.nip.io/' },
      ],
    ])('refuse one with %j', (changes) =>
      attacksOn(world).expectNothing(async () =>
        (await world.as('requester-group')).send('POST', '/api/v1/my/chat', { body: { ...own, ...changes } }),
      ),
    )

    test.each<readonly [PersonName, 'GET' | 'POST' | 'DELETE', string]>([
      ...(['requester-group', 'approver-group', 'admin-dealership', 'admin-eastside'] as const).flatMap((name) => [
        [name, 'DELETE', '/webhooks/ID'] as const,
        [name, 'POST', '/webhooks/ID/test'] as const,
        [name, 'GET', '/webhooks/ID/deliveries'] as const,
      ]),
      ...(['test', 'resume', 'rotate'] as const).map((act) => ['admin-group', 'POST', `/webhooks/ID/${act}`] as const),
      ['admin-group', 'GET', '/webhooks/ID/deliveries'],
      ['admin-group', 'POST', '/webhooks/ID/deliveries/1/resend'],
      ['requester-group', 'POST', '/my/chat/test'],
      ['requester-group', 'POST', '/my/chat/resume'],
      ['requester-group', 'DELETE', '/my/chat'],
      ['requester-group', 'DELETE', '/my/chat/ID'],
      ['requester-group', 'DELETE', '/my/chat?user_id=1'],
    ])('refuse %s: %s %s', (name, method, path) =>
      attacksOn(world).expectNothing(async () =>
        (await world.as(name)).send(method, `/api/v1${path.replace('ID', String(made.chat))}`),
      ),
    )

    test.each(['admin-super', 'requester-eastside'] as const)('refuse one of %s', (name) =>
      attacksOn(world).expectNothing(async () => (await world.as(name)).send('POST', '/api/v1/my/chat', { body: own })),
    )

    test('refuse one without a recent sign-in, or with an access token', async () => {
      const attacks = attacksOn(world)
      const client = await world.logIn(emailOf('requester-group'))
      await attacks.expectNothing(() => attacks.bearer(made.token).send('POST', '/api/v1/my/chat', { body: own }))
      await attacks.expectNothing(() => attacks.bearer(made.token).send('GET', '/api/v1/my/chat'))
      await addApp(client, world.clock)
      world.clock.advance(600_000)
      await attacks.expectNothing(() => client.send('POST', '/api/v1/my/chat', { body: own }))
    })
  })

  describe('called', () => {
    const ok = 'HTTP/1.1 200 OK\r\n'
    const away = (status: number, location: string) =>
      `HTTP/1.1 ${status} Away\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`
    const endless = `${ok}Content-Length: 9000000\r\n\r\n${'x'.repeat(2_000_000)}`
    const hostile: readonly (readonly [string, string | Buffer])[] = [
      ['with an answer that is too long', endless],
      ['with headers that are too long', `${ok}X: ${'x'.repeat(100_000)}\r\n\r\n`],
      ['with thousands of headers', `${ok}${'X: y\r\n'.repeat(20_000)}\r\n`],
      ['that speaks another protocol', '220 mail.example.com ESMTP\r\n'],
      ['that answers with random bytes', Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 7919) % 256))],
      ['that answers nothing', ''],
      ['that promises more than it sends', `${ok}Content-Length: 10\r\n\r\nhalf`],
      ['with a negative length', `${ok}Content-Length: -1\r\n\r\n`],
      ['with two lengths', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
      ['with a length and chunks', `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['with broken chunks', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
      ['with an impossible status', 'HTTP/1.1 99999 Never\r\n\r\n'],
      ['with a status below 100', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'],
      ['with a status above 599', 'HTTP/1.1 700 High\r\nContent-Length: 0\r\n\r\n'],
      ['that switches protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
      ...[301, 302, 303, 307, 308].map(
        (status) => [`that redirects inside by ${status}`, away(status, 'INSIDE')] as const,
      ),
      ['that redirects to metadata', away(302, 'http://169.254.169.254/latest/meta-data/')],
      ['that redirects to a file', away(302, 'file:///etc/passwd')],
      ['that redirects to itself', away(302, '/')],
    ]
    let server: Server
    let second: Receiver
    let answer: string | Buffer = ''
    beforeAll(async () => {
      second = await Receiver.start()
      server = createServer((socket) => {
        socket.on('error', () => socket.destroy())
        socket.once('data', () =>
          socket.end(String(answer).includes('INSIDE') ? String(answer).replace('INSIDE', second.url) : answer),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    afterAll(() => {
      server.close()
      second.close()
    })

    test.each(hostile)('survive a receiver %s', async (_, text) => {
      answer = text
      const { port } = server.address() as { port: number }
      const { outcome, answer: noted } = await tested(`http://127.0.0.1:${port}/hook`)
      expect([outcome, noted?.length]).toEqual(['failed', expect.toSatisfy((length) => length > 0 && length <= 300)])
      expect(second.calls).toEqual([])
      expect((await tested(second.url)).outcome).toBe('delivered')
      second.calls.length = 0
    })
  })
})
