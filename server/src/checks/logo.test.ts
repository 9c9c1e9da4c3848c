import { execFileSync } from 'node:child_process'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { logoLimits } from '@check-requests/domain/bank/fields.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalizePng, partsOfPng } from '../platform/files/gray-png.ts'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { startWorld, type World } from '../testing/world.ts'

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

interface Made {
  readonly depth: number
  readonly type: number
  readonly rows: readonly (readonly number[])[]
  readonly width?: number
  readonly more?: readonly Buffer[]
  readonly interlaced?: 1
}

/** A PNG file from its rows of bytes, each beginning with its filter. */
function pngOf({ depth, type, rows, width = 16, more = [], interlaced }: Made): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(rows.length, 4)
  head.set([depth, type, 0, 0, interlaced ?? 0], 8)
  const data = deflateSync(Buffer.from(rows.flat()))
  const parts = [chunk('IHDR', head), chunk('tEXt', Buffer.from('Author\0Nobody')), ...more, chunk('IDAT', data)]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts, chunk('IEND', Buffer.alloc(0))])
}

const sixteen = <Value>(value: Value) => Array.from({ length: 16 }, () => value)
/** The left half is black. */
const halves = pngOf({ depth: 1, type: 0, rows: sixteen([0, 0x00, 0xff]) })
const normal = (file: Buffer) => normalizePng(file, logoLimits)

/** The pixels of a normalized file with one byte per pixel, or its bits. */
function rowsOf(file: Buffer): number[][] {
  const made = normal(file)
  if ('refusal' in made) throw new Error(made.refusal)
  const { width, height, depth, data } = partsOfPng(made.png)
  const size = Math.ceil((width * depth) / 8)
  const raw = inflateSync(data)
  let above = new Array<number>(size).fill(0)
  return Array.from({ length: height }, (_, y) => {
    const [filter, ...row] = raw.subarray(y * (size + 1), (y + 1) * (size + 1))
    above = filter === 2 ? row.map((value, x) => (value + (above[x] ?? 0)) & 255) : row
    return above
  })
}

test('keeps the pixels of black and white, gray, palette, and transparent pictures, and nothing else', () => {
  expect(rowsOf(halves)).toEqual(sixteen([0x00, 0xff]))
  const gray = pngOf({ depth: 8, type: 0, rows: sixteen([1, 10, ...new Array<number>(15).fill(10)]) })
  expect(rowsOf(gray)).toEqual(sixteen(Array.from({ length: 16 }, (_, x) => 10 * (x + 1))))
  const palette = chunk('PLTE', Buffer.from([255, 255, 255, 0, 0, 0]))
  const indexed = pngOf({ depth: 1, type: 3, rows: sixteen([0, 0x00, 0xff]), more: [palette] })
  expect(rowsOf(indexed)).toEqual(sixteen([0xff, 0x00]))
  const half = [...new Array<number[]>(8).fill([0, 255]), ...new Array<number[]>(8).fill([0, 0])].flat()
  expect(rowsOf(pngOf({ depth: 8, type: 4, rows: sixteen([0, ...half]) }))).toEqual(sixteen([0x00, 0xff]))
  const deep = pngOf({ depth: 16, type: 0, rows: sixteen([0, ...sixteen([128, 128]).flat()]) })
  expect(rowsOf(deep)).toEqual(sixteen(sixteen(128)))
  const made = normal(halves)
  expect('png' in made && made.png.includes('Nobody')).toBe(false)
})

const colors = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 0]))
test.each<[string, Buffer, RegExp]>([
  ['a text', Buffer.from('hello'), /PNG file is incomplete/],
  ['a cut file', halves.subarray(0, -20), /PNG file is incomplete/],
  ['a changed file', Buffer.from(halves.map((byte, at) => (at === 20 ? byte ^ 1 : byte))), /PNG file is incomplete/],
  ['too few rows', pngOf({ depth: 8, type: 0, rows: sixteen([0, 1]) }), /PNG file is incomplete/],
  ['an unknown filter', pngOf({ depth: 1, type: 0, rows: sixteen([9, 0, 0]) }), /PNG file is incomplete/],
  ['colors', pngOf({ depth: 8, type: 2, rows: sixteen([0, ...new Array<number>(48).fill(9)]) }), /in grayscale/],
  ['a palette of colors', pngOf({ depth: 1, type: 3, rows: sixteen([0, 0, 255]), more: [colors] }), /in grayscale/],
  ['interlacing', pngOf({ depth: 1, type: 0, rows: sixteen([0, 0, 255]), interlaced: 1 }), /without interlacing/],
  ['few pixels', pngOf({ depth: 1, type: 0, rows: [[0, 0, 255]] }), /has 16 × 1 pixels. Use 16 to 1000/],
  ['many pixels', pngOf({ depth: 1, type: 0, width: 1001, rows: sixteen([0]) }), /has 1001 × 16 pixels/],
  ['only white', pngOf({ depth: 1, type: 0, rows: sixteen([0, 255, 255]) }), /is blank/],
])('refuses a picture with %s', (_name, file, why) => {
  expect(normal(file)).toEqual({ refusal: expect.stringMatching(why) })
})

test('unpacks no more than the size of the picture', () => {
  const bomb = pngOf({ depth: 1, type: 0, rows: [...sixteen([0, 0, 255]), new Array<number>(3_000_000).fill(0)] })
  bomb.writeUInt32BE(16, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  expect(normal(bomb)).toEqual({ refusal: expect.stringMatching(/PNG file is incomplete/) })
})

onBothDatabases('logos on checks on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('prints a logo on blank paper once a second admin has confirmed it', async () => {
    const account = await openAccount(world)
    const params = { id: account.id }
    const admin = await world.as('admin-group', 'admin')
    const imagesOf = async () => {
      const { id } = await openRun(world, account, [await approved(world)])
      const client = await world.as('processor-group', 'processor')
      const { bytes } = await client.send('GET', `/api/v1/print-runs/${id}/pdf`)
      await client.call(printRunEndpoints.confirm, { params: { id }, body: {} })
      const listed = execFileSync('pdfimages', ['-list', '-'], { input: bytes }).toString().trim().split('\n').slice(2)
      const [page] = await readPdf(bytes)
      const payer = page?.texts.find(({ x, y }) => x < 270 && y > 24 && y < 50)
      return { images: listed.map((line) => line.trim().split(/ +/).slice(2, 8)), payerAt: Math.round(payer?.x ?? 0) }
    }
    const before = await imagesOf()
    expect(before).toMatchObject({ images: [] })
    const asked = await admin.call(bankingEndpoints.update, { params, body: { logo: halves.toString('base64') } })
    expect([asked.status, asked.data.logo, asked.data.proposed_by.length]).toEqual([200, null, 1])
    expect(asked.data.waiting?.logo).toMatch(/^iVBORw0KGgo/)
    expect(await imagesOf()).toEqual(before)
    const second = await world.as('admin-super', 'admin')
    const confirmed = await second.call(bankingEndpoints.confirm, { params, body: {} })
    expect(confirmed.data.logo).toBe(asked.data.waiting?.logo)
    // A square logo is as high as its space, 54 points, and 8 points apart from the payer.
    expect(await imagesOf()).toEqual({ images: [['image', '16', '16', 'gray', '1', '1']], payerAt: 20 + 54 + 8 })
    const trail = await admin.call(auditEndpoints.list, { query: { action: 'bank-account.confirm' } })
    expect(trail.data.items[0]?.after).toMatchObject({ logo: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await admin.call(bankingEndpoints.update, { params, body: { stock: 'preprinted' } })
    expect((await imagesOf()).images).toEqual([])
    const wrong = await admin.call(bankingEndpoints.update, {
      params,
      body: { logo: Buffer.from('hello').toString('base64') },
    })
    expect([wrong.status, wrong.error.fields]).toEqual([422, { logo: 'The PNG file is incomplete. Export it again.' }])
  })
})
