import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('check fields on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('moves single fields immediately without leaving the check or entering the MICR clear band', async () => {
    const { id } = await openAccount(world, {
      name: 'Moved',
      account_number: '5566778899',
      dealership_ids: [world.ids.places['NWG/HON']],
    })
    const admin = await world.as('admin-group', 'admin')
    const change = (body: object) => admin.call(bankingEndpoints.update, { params: { id }, body })
    const moved = await change({ field_offsets: { date: { x: 5, y: -3 }, payee: { x: 0, y: 0 } } })
    expect(moved.data).toMatchObject({ waiting: null })
    expect(moved.data.field_offsets).toEqual({ date: { x: 5, y: -3 } })
    expect((await change({ field_offsets: { date: { x: 60, y: 0 } } })).error.fields).toEqual({
      field_offsets: 'The date would leave the check by 2.6 mm. Use smaller offsets.',
    })
    expect((await change({ field_offsets: { micr: { x: 0, y: 7 } }, micr: true })).status).toBe(422)
    expect((await change({ field_offsets: { logo: { x: 1, y: 1 } } })).status).toBe(400)
    const off = await change({ layout: 'bottom', micr: true, stock: 'blank', offset_y: 50 })
    expect([off.status, off.error.fields]).toEqual([
      422,
      { offset_y: 'The MICR line would leave the sheet by 8.0 mm. Enter 18 or less.' },
    ])
    expect((await change({ offset_x: 3 })).data.field_offsets).toEqual({ date: { x: 5, y: -3 } })
    const page = await admin.send('GET', `/api/v1/bank-accounts/${id}/test-page`)
    const texts = (await readPdf(page.bytes)).flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ')
    expect(texts).toContain('sheet x 3 and y 0, Date x 5 and y -3')
  })
})
