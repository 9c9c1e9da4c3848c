import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from './testing/databases.ts'
import { failToStart, startServer } from './testing/server-process.ts'
import { requireLaterClock } from './trail/commands/open-trail.ts'
import { newestEntryAt } from './trail/queries/read.ts'

const [sqlite] = databases as [DatabaseKind]
const places: TestPlace[] = []
afterAll(async () => {
  for (const place of places) await place.drop()
})

async function worldOn(kind: DatabaseKind): Promise<TestPlace> {
  const place = await kind.create('world')
  places.push(place)
  return place
}

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'check-requests-data-'))

describe('server that can’t start exits with code 1 and an explanation', () => {
  const expectRefusal = async (settings: Record<string, string>, sentence: RegExp) => {
    const { code, output } = await failToStart({ DATA_DIR: emptyFolder(), ...settings })
    // The first start also prints a message about its new key.
    expect(output.replace(/^Created the key .+\n/, '')).toMatch(sentence)
    expect(code).toBe(1)
  }

  test('names all invalid settings', () =>
    expectRefusal(
      { PORT: 'x', DEMO: 'perhaps', PUBLIC_URL: 'nowhere' },
      /^These settings can’t be used:\n( {2}(PORT|DEMO|PUBLIC_URL): must be .+\n){3}$/,
    ))

  test.each(['PORT', 'METRICS_PORT'])('names the setting %s when the port is in use', async (setting) => {
    const neighbor = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => neighbor.on('listening', resolve))
    const { port } = neighbor.address() as { port: number }
    try {
      const sentence = `^Another program uses this port \\(127.0.0.1:${port}\\). Stop it, or set ${setting} to another number\\.\\n$`
      await expectRefusal({ [setting]: String(port) }, new RegExp(sentence))
    } finally {
      neighbor.close()
    }
  })

  test.each([
    ['192.0.2.1', /^HOST: 192\.0\.2\.1 isn’t an address of this machine\. .+\n$/],
    ['no-such-machine.invalid', /^HOST: the name no-such-machine\.invalid is unknown on this machine\. .+\n$/],
  ])('names HOST when it is %s', (host, sentence) => expectRefusal({ HOST: host }, sentence))

  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  test.each([
    [file, 'it is a file'],
    [join(file, 'below'), 'part of its path is a file'],
  ])('names DATA_DIR on both databases when the folder is %s', async (folder, reason) => {
    const sentence = new RegExp(`^DATA_DIR: the folder ${folder} can’t be used: ${reason}\\.\\n$`)
    await expectRefusal({ DATA_DIR: folder }, sentence)
    await expectRefusal({ DATA_DIR: folder, DATABASE_URL: 'postgres://app@127.0.0.1:1/checks' }, sentence)
  })

  test.each([
    ['no server listens there', 'postgres://app@127.0.0.1:1/checks'],
    ['the machine is unknown', 'postgres://app@no-such-machine.invalid/checks'],
  ])('names DATABASE_URL when %s', (_why, url) =>
    expectRefusal({ DATABASE_URL: url }, /^(?:.*\n)*DATABASE_URL: PostgreSQL can’t be used at this URL \(.+\)\.\n$/),
  )

  test.each(['AUDIT_MAC_KEY', 'SECRETS_KEY', 'AUDIT_KEY'])(
    'names the path when %s is a folder instead of a file',
    (setting) => {
      const checkpoints = setting === 'AUDIT_KEY' ? { AUDIT_CHECKPOINTS: join(emptyFolder(), 'checkpoints') } : {}
      return expectRefusal({ [setting]: tmpdir(), ...checkpoints }, new RegExp(`^.*${tmpdir()}.+\\.\\n$`))
    },
  )
})

test('asks users to keep a copy of the new key only on the first start', async () => {
  const settings = { DATA_DIR: emptyFolder() }
  const reminder = `Created the key file ${join(settings.DATA_DIR, 'keys', 'audit-mac.json')}. Copy its folder`
  for (const times of [1, 0]) {
    const server = await startServer(settings)
    await server.end('SIGTERM')
    expect(server.output().split(reminder)).toHaveLength(1 + times)
  }
})

test('refuses to start if the clock is five days behind the newest audit trail entry unless a setting allows it', async () => {
  const place = await worldOn(sqlite)
  const database = new DatabaseSync(join(place.where, 'check-requests.db'))
  const ahead = new Date(Date.now() + 5 * 86_400_000).toISOString()
  database.exec(`drop trigger audit_no_update; update audit_entries set at = '${ahead}'`)
  database.close()
  const settings = { DATA_DIR: place.where }
  const { code, output } = await failToStart({ ...settings, ALLOW_EARLIER_CLOCK: 'off' })
  expect(output).toContain(`but the newest audit trail entry is from ${ahead}. Correct the clock.`)
  expect(code).toBe(1)
  const server = await startServer({ ...settings, ALLOW_EARLIER_CLOCK: 'on' })
  expect(await server.end('SIGTERM')).toBe(0)
})

test.each(databases)('allows the clocks of server instances on $name to differ by one hour', async (kind) => {
  const place = await worldOn(kind)
  const { read, close } = await place.open()
  const newest = Date.parse(String(await newestEntryAt(read)))
  await requireLaterClock(read, newest - 3_600_000)
  await expect(requireLaterClock(read, newest - 3_600_001)).rejects.toThrow('Correct the clock.')
  await close()
})
