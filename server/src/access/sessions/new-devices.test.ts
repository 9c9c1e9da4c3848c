import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'

const browser = {
  host: 'localhost',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

onOneDatabase('new-device email on $name', (kind) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await startMailWorld(kind)
  })
  afterAll(() => world.close())

  /** Signs in, and returns the device cookie. */
  async function signIn(name: PersonName, device = ''): Promise<string> {
    const body = { email: emailOf(name), password: testPassword }
    const headers = { ...browser, cookie: device }
    const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body, headers })
    expect(reply.status).toBe(200)
    const cookies = [reply.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0] ?? '')
    return cookies.find((cookie) => cookie.startsWith('__Host-crd=')) ?? ''
  }
  const mailed = async (name: PersonName) => {
    await world.send()
    return world.mailsTo(name)
  }

  test('emails a user about an unknown device, but not about the first or a known device', async () => {
    const office = await signIn('approver-group')
    await signIn('approver-group', office)
    await signIn('processor-group', office)
    expect([...(await mailed('approver-group')), ...(await mailed('processor-group'))]).toEqual([])
    await signIn('approver-group')
    const [letter, ...others] = await mailed('approver-group')
    expect(letter?.subject).toBe('Your account was used to sign in on a new device')
    expect(letter?.text).toContain('Firefox on Windows, from 127.0.0.1.')
    expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain('If this wasn’t you, change your password')
    await signIn('approver-group', office)
    expect([others, (await mailed('approver-group')).length]).toEqual([[], 1])
  })
})
