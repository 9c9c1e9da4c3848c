import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDeflate, deflateSync } from 'node:zlib'
import { filledValues } from '@check-requests/domain/documents/readings/filling.ts'
import { expect, test } from 'vitest'
import { Dice } from '../../server/src/demo/dice.ts'
import { Pages } from '../../server/src/documents/readings/documents/pages.ts'
import { Readings } from '../../server/src/documents/readings/documents/read.ts'
import type { Reading } from '../../server/src/documents/readings/documents/read-document.ts'
import { pngOf } from '../../server/src/testing/documents.ts'

const known = { payees: [], own: [] }
const program = fileURLToPath(new URL('../../server/src/documents/readings/documents/read-process.ts', import.meta.url))
const patience = 600_000

const texts = [
  [40, 752, 'Keystone Driveline', 16],
  [40, 732, '90 Foundry Street', 10],
  [40, 720, 'Reading, PA 19601', 10],
  [400, 752, 'Invoice #', 10],
  [480, 752, 'KD-1007', 10],
  [380, 447, 'AMOUNT DUE', 10],
  [480, 447, '$646.70', 10],
] as const

function invoice(): Buffer {
  return pdfWith(
    Buffer.from(texts.map(([x, y, text, size]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')),
  )
}

async function picture(): Promise<Buffer> {
  const pages = await Pages.open(invoice(), 'application/pdf')
  const { width, height, pixels } = await pages.draw(1)
  pages.close()
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return pngOf(width, height, deflateSync(rows))
}

const kinds = [
  ['application/pdf', 'text', invoice],
  ['image/png', 'picture', picture],
] as const

test.each(kinds)(
  'reads %s in a network namespace without a route',
  { timeout: patience },
  async (type, reader, make) => {
    const isolated = ['-rn', process.execPath]
    const routes = execFileSync('unshare', [...isolated, '-p', 'require("fs").readFileSync("/proc/net/route", "utf8")'])
    expect(routes.toString().trim().split('\n')).toHaveLength(1)
    const orders = Buffer.from(JSON.stringify({ type, known }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(orders.length)
    const input = Buffer.concat([length, orders, await make()])
    const output = execFileSync('unshare', [...isolated, '--no-warnings', program], { input, maxBuffer: 10_000_000 })
    // The library for PDFs writes warnings before the reading.
    const reading: Reading = JSON.parse(output.toString().split('\n').at(-1) ?? '')
    expect(reading.reader).toBe(reader)
    expect(filledValues(reading.documents[0]?.fields ?? {})).toMatchObject({
      amount: '646.70',
      invoice_number: 'KD-1007',
    })
  },
)

test.each(kinds)(
  'survives damaged files of type %s, and reads the next one',
  { timeout: patience },
  async (type, _, make) => {
    const dice = new Dice(20_261_130)
    const readings = new Readings()
    const whole = await make()
    for (let file = 0; file < 12; file += 1) {
      const copy = Buffer.from(whole)
      for (let change = 0; change < 1 + file * 3; change += 1) copy[dice.below(copy.length)] = dice.below(256)
      const content = file % 4 === 3 ? copy.subarray(0, dice.below(copy.length)) : copy
      const reading = await readings.read(oneByOne(content), { type, known }).catch(() => undefined)
      // Damage may hide a value, but never makes another one.
      expect([undefined, '646.70']).toContain(filledValues(reading?.documents[0]?.fields ?? {}).amount)
    }
    const next = await readings.read(oneByOne(whole), { type, known })
    expect(filledValues(next?.documents[0]?.fields ?? {}).amount).toBe('646.70')
    await readings.stop()
  },
)

test('gives up a page that takes too much memory, and reads the next one', { timeout: patience }, async () => {
  const readings = new Readings()
  const orders = { type: 'application/pdf', known }
  expect(await readings.read(oneByOne(await largePage(1500)), orders)).toBeUndefined()
  expect((await readings.read(oneByOne(invoice()), orders))?.reader).toBe('text')
  await readings.stop()
})

/** A PDF whose page has this many megabytes of operators, compressed to a thousandth. */
async function largePage(megabytes: number): Promise<Buffer> {
  const deflate = createDeflate()
  const parts: Buffer[] = []
  deflate.on('data', (part) => parts.push(part))
  const megabyte = Buffer.alloc(1_048_576, '(ab) Tj ')
  for (let written = 0; written < megabytes; written += 1) if (!deflate.write(megabyte)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  return pdfWith(Buffer.concat(parts), '/Filter/FlateDecode')
}

/** A PDF with one page that has this content. */
function pdfWith(content: Buffer, filter = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
  ].map((object, index) => Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`))
  const last = `5 0 obj\n<</Length ${content.length}${filter}>>\nstream\n`
  const end = '\nendstream\nendobj\ntrailer\n<</Size 6/Root 1 0 R>>\n'
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...objects, Buffer.from(last), content, Buffer.from(end)])
}

async function* oneByOne(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
