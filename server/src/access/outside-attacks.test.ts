import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacksOn } from '../testing/attacks.ts'
import { type LinkWorld, startLinkWorld } from '../testing/decision-links.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// Each attack must be refused with 4xx and change nothing.
onOneDatabase('attacks from outside, on $name', (kind) => {
  let world: LinkWorld
  let attacks: ReturnType<typeof attacksOn>
  const made = { link: '', other: '', id: 0, version: 0, token: '', limited: '' }
  beforeAll(async () => {
    world = await startLinkWorld(kind)
    await world.as('everyone', 'admin')
    attacks = attacksOn(world)
    const { id, version, link } = await world.asked()
    Object.assign(made, { id, version, link, other: (await world.asked({}, 'approver-dealership')).link })
    made.token = await attacks.tokenWith({ scopes: ['read', 'raise', 'documents', 'books', 'people'] })
    made.limited = await attacks.tokenWith({ scopes: ['read'], networks: ['203.0.113.0/24'] })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })
  const byLink = (body: unknown, client = world.anyone, headers = {}) =>
    client.send('POST', '/api/v1/decisions/by-link', { body, headers })

  describe('on links in emails', () => {
    const flipped = (link: string, at: number) =>
      `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`
    const texts: readonly (readonly [string, (link: string) => unknown])[] = [
      ...[0, 5, 10, 15, 21, 22, 30, 40, 50, 60, 63].map(
        (at) => [`character ${at} changed`, (link: string) => flipped(link, at)] as const,
      ),
      ['in capitals', (link) => link.toUpperCase()],
      ['in small letters', (link) => link.toLowerCase()],
      ['with a space', (link) => `${link} `],
      ['with a line break', (link) => `${link}\n`],
      ['with a NUL', (link) => `${link}\0`],
      ['in base64 of its own', (link) => btoa(link)],
      ['with its code doubled', (link) => `${link}${link.slice(22)}`],
      ['with the code of another link', (link) => `${link.slice(0, 22)}${made.other.slice(22)}`],
      ['with the nonce of another link', (link) => `${made.other.slice(0, 22)}${link.slice(22)}`],
      ['as a list', (link) => [link]],
      ['as an object', (link) => ({ $eq: link })],
      ['as null', () => null],
      ['as SQL', () => `' or link_hash like '%`],
      ['as a wildcard', () => '%'.repeat(65)],
      ['as its URL', (link) => `https://checks.example.com/decide#${link}`],
    ]
    test.each(texts)('refuses a link %s', async (_, change) => {
      const body = { link: change(made.link), status_id: 3 }
      await attacks.expectNothing(() => byLink(body))
    })

    const bodies: readonly (readonly [string, object])[] = [
      ...[1, 2, 4, 5, 6, 7, 99, '3', null].map((status_id) => [`the status ${status_id}`, { status_id }] as const),
      ['a version of its own', { status_id: 3, version: 1 }],
      ['another request', { status_id: 3, check_request_id: 1 }],
      ['another user', { status_id: 3, user_id: 1 }],
      ['a check number', { status_id: 5, check_number: '4711' }],
      ['a rejection without a reason', { status_id: 8 }],
    ]
    test.each(bodies)('refuses a decision with %s', async (_, changes) => {
      const body = { link: made.link, ...changes }
      await attacks.expectNothing(() => byLink(body))
    })

    const ways: readonly (readonly [string, () => Promise<{ status: number; text: string }>])[] = [
      ['in the query', () => world.anyone.send('GET', `/api/v1/decisions/by-link?link=${made.link}&status_id=3`)],
      ['as an access token', () => attacks.bearer(made.link).send('GET', `/api/v1/check-requests/${made.id}`)],
      ['as a session', () => world.anyone.with({ 'x-auth-token': made.link }).send('GET', '/api/v1/check-requests')],
      [
        'for a list of requests',
        () => world.anyone.send('POST', '/api/v1/check-requests', { body: { link: made.link } }),
      ],
      [
        'in a form',
        () =>
          byLink(`link=${made.link}&status_id=3`, world.anyone, {
            'content-type': 'application/x-www-form-urlencoded',
          }),
      ],
      [
        'as plain text',
        () => byLink(JSON.stringify({ link: made.link, status_id: 3 }), world.anyone, { 'content-type': 'text/plain' }),
      ],
      [
        'by someone else who is logged in',
        async () => byLink({ link: made.link, status_id: 3 }, await world.browserOf('approver-eastside')),
      ],
      [
        'by the requester who is logged in',
        async () => byLink({ link: made.link, status_id: 3 }, await world.browserOf('requester-group')),
      ],
      [
        'for a document of another request',
        () =>
          world.anyone.send('POST', '/api/v1/decisions/by-link/document', {
            body: { link: made.link, document_id: 1 },
          }),
      ],
    ]
    test.each(ways)('refuses a working link %s', (_, attack) => attacks.expectNothing(attack))
  })

  describe('with access tokens', () => {
    const calls: readonly (readonly [string, Method, (path: string) => string, Record<string, string>])[] = [
      ['the call', 'POST', (path) => path, {}],
      ['a slash at the end', 'POST', (path) => `${path}/`, {}],
      ['two slashes', 'POST', (path) => path.replace('/status/', '//status/'), {}],
      ['dots in the path', 'POST', (path) => path.replace('/status/', '/purposes/../status/'), {}],
      ['encoded dots', 'POST', (path) => path.replace('/status/', '/purposes/%2e%2e/status/'), {}],
      ['an encoded letter', 'POST', (path) => path.replace('status', '%73tatus'), {}],
      ['capitals', 'POST', (path) => path.toUpperCase(), {}],
      ['a semicolon', 'POST', (path) => `${path};/api/v1/purposes`, {}],
      ['a query', 'POST', (path) => `${path}?path=/api/v1/purposes`, {}],
      ['no version in the path', 'POST', (path) => path.replace('/v1', ''), {}],
      ['another method in a header', 'GET', (path) => path, { 'x-http-method-override': 'POST' }],
      ['another URL in a header', 'POST', (path) => path, { 'x-original-url': '/api/v1/purposes' }],
      ['another role in a header', 'POST', (path) => path, { 'x-role': '3' }],
      ['another method', 'PUT', (path) => path, {}],
      ['a bulk call', 'POST', () => '/api/v1/status/bulk', {}],
    ]
    test.each(calls)('refuses a decision with %s', (_, method, change, headers) =>
      attacks.expectNothing(() => {
        const path = change(`/api/v1/status/check-request-history/${made.id}`)
        const body = { status_id: 3, version: made.version, items: [{ id: made.id, version: made.version }] }
        return attacks.bearer(made.token, headers).send(method, path, method === 'GET' ? {} : { body })
      }),
    )

    const raised = (changes: object) => ({ ...bodyAt(world.ids, 'NWG/TOY/SVC'), ...changes })
    const requests: readonly (readonly [string, () => object])[] = [
      ['at another group', () => bodyAt(world.ids, 'EAS/KIA/SVC')],
      ['for a requester of another group', () => raised({ requester_id: world.ids.people['requester-eastside'] })],
      ['for an approver', () => raised({ requester_id: world.ids.people['approver-group'] })],
      ['for an unknown user', () => raised({ requester_id: 999_999 })],
      ['that is approved', () => raised({ requester_id: world.ids.people['requester-group'], status_id: 3 })],
      ['with an amount below zero', () => raised({ amount: -1 })],
      ['with fields that don’t exist', () => raised({ created_by_id: 1 })],
    ]
    test.each(requests)('refuses a request %s', (_, body) =>
      attacks.expectNothing(() =>
        attacks.bearer(made.token).send('POST', '/api/v1/check-requests/create-check-req', { body: body() }),
      ),
    )

    const addresses = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']
    test.each(addresses)('refuses a token outside its networks whatever %s says', (name) =>
      attacks.expectNothing(() =>
        attacks
          .bearer(made.limited, { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' })
          .send('GET', '/api/v1/check-requests'),
      ),
    )

    const places = ['access_token', 'token', 'x-auth-token', 'bearer', 'authorization']
    test.each(places)('refuses a token in the query as %s', (name) =>
      attacks.expectNothing(() => world.anyone.send('GET', `/api/v1/check-requests?${name}=${made.token}`)),
    )

    test('gives no program the answer to another program’s call with the same idempotency key', async () => {
      const own = { 'idempotency-key': 'csv-1' }
      const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC'), requester_id: world.ids.people['requester-group'] }
      const first = await attacks
        .bearer(made.token, own)
        .send('POST', '/api/v1/check-requests/create-check-req', { body })
      expect(first.status).toBe(201)
      const other = await attacks.tokenWith({ scopes: ['raise'], role_id: 2 })
      const second = await attacks
        .bearer(other, own)
        .send('POST', '/api/v1/check-requests/create-check-req', { body: { ...body, requester_id: undefined } })
      expect(second.body?.data?.id).not.toBe(first.body.data.id)
    })
  })
})
