import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldedAgain } from '../migrations/steps/payees.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const otherPurposeId = 21

onBothDatabases('search input on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function found(search: string): Promise<number[]> {
    const { data } = await (await world.as('approver-super')).call(endpoints.list, { query: { search } })
    return data.items.map(({ id }) => id)
  }

  test('matches letters with and without accents', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', {
      payee_name_1: 'Renée Dubois',
      payee_name_2: 'Çelik İzmir',
      purpose_id: otherPurposeId,
      purpose_other: 'Fête d’été',
    })
    for (const words of ['renee', 'RENÉE', 'renée', 'Rene\u0301e dub', 'celik izmir', 'ÇELİK', 'fete', 'ete', 'é'])
      expect(await found(words), words).toContain(id)
    const { data } = await (await world.as('approver-super')).call(endpoints.list, { query: { payee: 'renee' } })
    expect(data.items.map((item) => item.id)).toEqual([id])
    expect(await found('renee durand')).toEqual([])
  })

  test('finds requests with all the words in one text, in any order', async () => {
    const payees = { payee_name_1: 'Anna Alpha of Li Wu', payee_name_2: 'Berta Beta' }
    const { id, request_number } = await raise(world, 'requester-group', 'NWG', { ...payees, notes: 'Rent for May' })
    const detail = await (await world.as('approver-super')).call(endpoints.detail, { params: { id } })
    const [requester = ''] = detail.data.requester_name.split(' ')
    const words = ['alpha anna', 'beta  alpha', 'wu alpha', 'of anna', `${requester} berta`, 'li wu', 'may rent']
    for (const text of [...words, `alpha ${request_number}`, 'may for rent']) {
      for (const query of [
        { search: text },
        { search: text, sort: 'due' },
        { search: text, amount_from: '1' },
      ] as const) {
        const { data } = await (await world.as('approver-super')).call(endpoints.list, { query })
        expect(
          data.items.map((item) => item.id),
          text,
        ).toContain(id)
      }
    }
    for (const text of ['alpha anna gamma', 'anna xy', 'wu li', 'rent alpha', 'may of'])
      expect(await found(text), text).not.toContain(id)
    const many = Array.from({ length: 20 }, (_, index) => `w${index}`)
    expect(await found(`anna ${many.join(' ')}`)).toEqual([])
  })

  test.each([
    ['O’Brien’s Glass', "O'Brien’s Glass", 'obriens', 'GLASS O’BRIEN'],
    ["D'Angelo Towing", 'D’Angelo', 'dangelo towing'],
    ['“Big Al” Motors', '"Big Al" Motors', 'big al motors', '«Big Al»'],
    ['Weißmüller Bros', 'weissmuller', 'WEISSMÜLLER', 'weißmuller'],
    ['Łukasz Ødegård', 'lukasz odegard', 'ŁUKASZ ØDEGÅRD', 'odegard łukasz'],
    ['Ærø Cœur Ðura Þór', 'aero coeur dura thor', 'ÆRØ CŒUR'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width', 'FULL  WIDTH'],
    ['Oﬃce ﬁlings', 'office filings', 'OFFICE'],
    ['ΟΔΥΣΣΕΥΣ Οδός', 'οδυσσευς', 'οδυσσευσ', 'ΟΔΟΣ οδυσσεύς'],
    ['Cascade  Double   Space', 'cascade double space', 'double  cascade'],
    ['Trade–In — Group', 'trade-in', 'Trade‑In - Group', 'group trade–in'],
    ['Kvetch ½ & Ŋoba №5', 'noba kvetch', 'no5'],
  ])('finds the stored text %s by different spellings', async (payee_name_1, ...searches) => {
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1 })
    for (const text of searches) {
      expect(await found(text), text).toEqual([id])
      const { data } = await (await world.as('approver-super')).call(endpoints.list, { query: { payee: text } })
      expect(
        data.items.map((item) => item.id),
        text,
      ).toEqual([id])
    }
  })

  test('finds a request stored by an earlier version after a migration folds its texts again', async () => {
    const { database } = world
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Zoë’s Øster', notes: 'Straße “Süd”' })
    await database.transact(async (trx) => {
      await trx.updateTable('check_request_search').set({ payee: 'zoe’s øster' }).where('id', '=', id).execute()
      await trx.updateTable('check_request_notes').set({ notes: 'straße “sud”' }).where('id', '=', id).execute()
    })
    expect([await found('zoes oster'), await found('strasse sud')]).toEqual([[], []])
    await database.transact((trx) => foldedAgain(trx, kind.name === 'SQLite' ? 'sqlite' : 'postgres'))
    expect([await found('zoes oster'), await found('strasse sud')]).toEqual([[id], [id]])
  })
})
