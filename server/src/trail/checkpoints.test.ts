import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditEndpoints as endpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSigningKey, type SealedFile } from '../platform/crypto/sealed-file.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf, type PersonName } from '../testing/organization.ts'
import { raise } from '../testing/requests.ts'
import { type SealedWorld, startSealedWorld } from '../testing/sealed-world.ts'
import { serve } from '../testing/start-app.ts'
import { behindTheBack, cutChain, rewriteChain } from '../testing/tampering.ts'
import { checkpointNow } from './commands/checkpoints.ts'
import { verifyTrail } from './commands/verify.ts'

const signedAt = '2026-11-20T15:00:00.000Z'

onOneDatabase('checkpoints on $name', (kind) => {
  let world: SealedWorld
  let chain: number
  beforeEach(async () => {
    world = await startSealedWorld(kind)
    chain = world.ids.places.NWG
    for (const name of ['admin-super', 'admin-group', 'admin-eastside'] as const) await world.as(name)
    await raise(world, 'requester-group', 'NWG')
    await raise(world, 'requester-eastside', 'EAS')
  })
  afterEach(() => world.close())

  const verify = async (name: PersonName = 'admin-super') => (await (await world.as(name)).call(endpoints.verify)).data
  const tamper = (work: Parameters<typeof behindTheBack>[2]) => behindTheBack(kind, world.place, work)
  const lastSeq = async (of = chain) =>
    (await world.database.read.selectFrom('audit_heads').select('seq').where('chain', '=', of).executeTakeFirst())?.seq

  /** Checks that the chains look intact, so only checkpoints can reveal the change. */
  async function expectFlawlessWithoutCheckpoints() {
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  }

  test('signs the heads of all chains, and detects no change while only the product changes data', async () => {
    expect(await world.sign()).toBe(3)
    const heads = await world.database.read.selectFrom('audit_heads').selectAll().orderBy('chain').execute()
    expect(JSON.parse(world.lines()[0]?.slice(129) ?? '')).toEqual({ at: signedAt, heads })
    await raise(world, 'requester-group', 'NWG')
    world.clock.advance(60_000)
    await world.sign()
    await raise(world, 'requester-group', 'NWG')
    const newest = '2026-11-20T15:01:00.000Z'
    expect(await verify()).toMatchObject({ intact: true, mismatches: [], checkpoints: { count: 2, newest } })
    expect(await verify('admin-group')).toMatchObject({ intact: true, mismatches: [] })
  })

  test('detects a changed entry in a chain recomputed with the key', async () => {
    await raise(world, 'requester-group', 'NWG')
    await world.sign()
    const seq = (await lastSeq()) as number
    await raise(world, 'requester-group', 'NWG')
    await world.sign()
    const change = { chain, at: seq, word: 'Harbor Paint Supply', instead: 'My Own Company' }
    await tamper((db) => rewriteChain(db, world.database.keyring, change))
    await expectFlawlessWithoutCheckpoints()
    const { intact, chains, mismatches } = await verify()
    expect(intact).toBe(false)
    expect(chains.find((state) => state.chain === chain)).toMatchObject({ intact: false, broken_at: seq })
    expect(mismatches).toEqual([
      `Northwest Auto Group: entry ${seq} differs from the entry signed on ${signedAt}. More entries that differ from the signed ones: 1.`,
    ])
    expect(await verify('admin-group')).toMatchObject({ intact: false })
    expect(await verify('admin-eastside')).toMatchObject({ intact: true, mismatches: [] })
  })

  test('detects a truncated chain after the chain has grown again', async () => {
    await world.as('requester-group')
    await world.logIn(emailOf('approver-group'))
    await world.sign()
    const seq = (await lastSeq()) as number
    await tamper(async (db) => {
      await cutChain(db, chain, seq - 1)
      await db.deleteFrom('sessions').where('user_id', '=', world.ids.people['approver-group']).execute()
    })
    await expectFlawlessWithoutCheckpoints()
    expect((await verify()).mismatches).toEqual([
      `Northwest Auto Group: the chain ends at entry ${seq - 1}, but entry ${seq} was signed on ${signedAt}.`,
    ])
    await raise(world, 'requester-group', 'NWG')
    await raise(world, 'requester-group', 'NWG')
    await expectFlawlessWithoutCheckpoints()
    expect((await verify()).mismatches).toEqual([
      `Northwest Auto Group: entry ${seq} differs from the entry signed on ${signedAt}.`,
    ])
  })

  test('reports a missing chain to every user with access to it', async () => {
    await world.sign()
    const seq = await lastSeq(0)
    await tamper((db) => cutChain(db, 0, 0))
    expect((await verify()).mismatches).toContain(
      `System: the chain ends at entry 0, but entry ${seq} was signed on ${signedAt}.`,
    )
    expect(await verify('admin-group')).toMatchObject({ intact: true })
  })

  test.each([
    ['a changed hash', (line: string) => line.replace(/"hash":"../, '"hash":"zz')],
    ['a changed number', (line: string) => line.replace('"seq":', '"seq":1')],
    ['a changed time', (line: string) => line.replace('2026-11-20', '2026-11-21')],
    ['a changed signature', (line: string) => `${'0'.repeat(128)}${line.slice(128)}`],
    ['no heads', (line: string) => line.replace(/"heads":.*/, '"heads":[]}')],
    ['only the beginning left', (line: string) => line.slice(0, 200)],
    ['other text', () => 'nothing to see here'],
  ])('reports a checkpoint line with %s', async (_, edit) => {
    for (let count = 0; count < 3; count += 1) await world.sign()
    const [first = '', second = '', third = ''] = world.lines()
    writeFileSync(world.file, `${first}\n${edit(second)}\n${third}\n`)
    expect((await verify()).mismatches).toEqual(['Line 2 of the checkpoint file doesn’t match its signature.'])
    writeFileSync(world.file, `${first}\n${edit(second)}\n${edit(third)}\n`)
    expect((await verify()).mismatches).toEqual([
      'Line 2 of the checkpoint file doesn’t match its signature. More lines with this problem: 1.',
    ])
  })

  test('rejects checkpoints signed with another key', async () => {
    await world.sign()
    const stranger = join(world.folder, 'stranger')
    makeSigningKey(stranger)
    const app = await serve(await world.place.open(), {
      config: { checkpoints: { file: world.file, keyFile: stranger } },
    })
    const { database, checkpoints } = app.services
    expect(await verifyTrail(database, null, checkpoints)).toMatchObject({
      intact: false,
      mismatches: ['No checkpoint is signed with this key, so the file or the key is the wrong one.'],
    })
    await checkpointNow(app.services, checkpoints as SealedFile)
    await app.close()
    expect((await verify()).mismatches).toEqual(['Line 2 of the checkpoint file doesn’t match its signature.'])
  })

  test('reports a missing or empty checkpoint file', async () => {
    expect((await verify()).mismatches).toEqual([
      'Couldn’t read the checkpoint file (ENOENT), so the chains couldn’t be compared with it.',
    ])
    writeFileSync(world.file, '')
    expect((await verify()).mismatches).toEqual([
      'The checkpoint file is empty, so the chains couldn’t be compared with it.',
    ])
  })

  test('finds no problems during concurrent writes and checkpoints', async () => {
    await world.sign()
    const verdicts = Array.from({ length: 8 }, async () => {
      await raise(world, 'requester-group', 'NWG')
      await world.sign()
      return verify()
    })
    for (const verdict of await Promise.all(verdicts)) expect(verdict).toMatchObject({ intact: true, mismatches: [] })
  })
})
