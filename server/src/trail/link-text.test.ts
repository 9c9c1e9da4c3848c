import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { linkText } from './queries/links.ts'
import { readLinks } from './queries/read.ts'
import type { AuditEntryTable } from './tables.ts'

const controls = Array.from({ length: 160 }, (_, code) => String.fromCodePoint(code)).join('')
const special = `${controls.slice(1)}"\\/'<>&\u2028\u2029\uFEFF\uFFFD\u{1F4B5}é`

onOneDatabase('link hashes on $name', (kind) => {
  let database: AppDatabase
  beforeAll(async () => {
    database = await kind.open('empty')
  })
  afterAll(() => database.close())

  // PostgreSQL can't store a NUL character in a text.
  const text = fc
    .oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant(special))
    .filter((one) => !one.includes('\0'))
  const id = fc.option(fc.integer())
  const link = fc.record({
    previous_hash: text,
    hash: text,
    at: text,
    actor_id: id,
    actor_name: text,
    role_id: fc.option(fc.constantFrom(1, 2, 3, 4)),
    session_id: fc.option(text),
    action: text,
    entity: text,
    entity_id: id,
    payload: text,
    states: fc.option(text),
    key_id: fc.option(text),
    mac: fc.option(text),
  }) satisfies fc.Arbitrary<Omit<AuditEntryTable, 'chain' | 'seq'>>

  test('hashes the same text for a link when it is written and when it is read', async () => {
    const written = fc
      .sample(link, 500)
      .map((contents, position) => ({ ...contents, chain: 7, seq: position + 1 }) as AuditEntryTable)
    await database.transact(async (trx) => {
      for (const one of written) await trx.insertInto('audit_entries').values(one).execute()
    })
    const read = await readLinks(database.read, 7, 0, 1000)
    expect(read.map((one) => one.text)).toEqual(written.map(linkText))
    expect(read.map(({ hash, mac, states }) => [hash, mac, states])).toEqual(
      written.map(({ hash, mac, states }) => [hash, mac, states]),
    )
  })
})
