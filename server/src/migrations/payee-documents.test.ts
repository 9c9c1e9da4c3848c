import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { openStoredHistory, type StoredHistory } from '../testing/stored-history.ts'

const kept = { type: 'application/pdf', size: 10, sha256: 'ab', created_at: '2026-11-20T16:20:00.000Z' } as const

onBothDatabases('documents stored before migration 0127 on $name', (kind) => {
  let history: StoredHistory
  beforeAll(async () => {
    history = await openStoredHistory(kind, '0008', { after: '0126', change: storeDocuments })
  })
  afterAll(async () => {
    await history.database.close()
    await history.place.drop()
  })

  async function storeDocuments(db: Db): Promise<void> {
    const { type, size, sha256, created_at } = kept
    await sql`insert into payees (dealer_group_id, name, name_key, searched, payee_type, payee_sub_type, state, edited_by,
      created_at) values ((select min(id) from dealer_groups), 'Glass', 'glass', 'glass', 'business', 'vendor', 'new', '[]',
      ${created_at})`.execute(db)
    for (const [request, draft, removed] of [
      [1, null, null],
      [1, null, created_at],
      [null, 1, null],
    ])
      await sql`insert into attachments (dealer_group_id, check_request_id, draft_id, name, type, size, sha256, stored_as,
          created_at, created_by_id, created_by_name, removed_at, removed_by_id, removed_by_name)
        values ((select min(id) from dealer_groups), cast(${request} as bigint), cast(${draft} as bigint), 'a.pdf', ${type},
          ${size}, ${sha256}, ${`${request} ${draft} ${removed}`}, ${created_at}, 1, 'Ana', cast(${removed} as text),
          cast(${removed && 1} as bigint), cast(${removed && 'Ana'} as text))`.execute(db)
  }

  test('keep their content and belong to no payee', async () => {
    const rows = await history.database.read.selectFrom('attachments').selectAll().orderBy('id').execute()
    const unmarked = { ...kept, payee_id: null, replaced_at: null }
    expect(rows).toMatchObject([
      { ...unmarked, check_request_id: 1, draft_id: null, removed_at: null },
      { ...unmarked, check_request_id: 1, draft_id: null, removed_at: kept.created_at, removed_by_name: 'Ana' },
      { ...unmarked, check_request_id: null, draft_id: 1, removed_at: null },
    ])
  })

  test('can’t belong to both a payee and a request, and include only one current W-9 per payee', async () => {
    const { dealer_group_id, id: payee_id } = await history.database.read
      .selectFrom('payees')
      .select(['dealer_group_id', 'id'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const form = { ...kept, dealer_group_id, payee_id, name: 'w9.pdf', kind: 'tax-form', created_by_id: 1 } as const
    const row = { ...form, created_by_name: 'Ana', removed_at: null, removed_by_id: null, removed_by_name: null }
    const add = (stored_as: string, values: { check_request_id?: number; replaced_at?: string } = {}) =>
      history.database.transact(async (trx) => {
        const owned = { ...row, check_request_id: null, draft_id: null, stored_as, ...values }
        await trx.insertInto('attachments').values(owned).execute()
      })
    await add('first')
    await add('earlier', { replaced_at: kept.created_at })
    await expect(add('second')).rejects.toThrow(/unique/i)
    await expect(add('of both', { check_request_id: 1, replaced_at: kept.created_at })).rejects.toThrow(/check/i)
  })
})
