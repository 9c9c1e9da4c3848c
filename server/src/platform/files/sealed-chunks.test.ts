import { buffer } from 'node:stream/consumers'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copies, headerBytes, saltBytes, saltIn, seal, sealedPart, unseal } from './sealed-chunks.ts'

const key = { id: 'abcdefghijkl', secret: Buffer.alloc(32, 7) }
const salt = Buffer.alloc(saltBytes, 3)

/** Content in which all chunks differ. */
const contentOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 16)) & 255))

/** Splits the content into parts of these sizes, repeated. */
async function* inParts(content: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < content.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield content.subarray(at, at + size)
    at += size
  }
}

const anySize = fc.oneof(
  fc.integer({ min: 1, max: 300_000 }),
  fc.constantFrom(1, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 262_144),
)
const anyParts = fc.array(fc.oneof(fc.integer({ min: 500, max: 200_000 }), fc.constantFrom(65_536)), {
  minLength: 1,
  maxLength: 4,
})

const whole = (parts: AsyncIterable<Buffer>) => buffer(copies(parts))

test('returns content that was sealed in parts of any size unchanged, in full and in any range', async () => {
  const anyFile = fc.record({
    size: anySize,
    arriving: anyParts,
    reading: anyParts,
    from: fc.double({ min: 0, max: 0.999, noNaN: true }),
    to: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(anyFile, async ({ size, arriving, reading, from, to }) => {
      const content = contentOf(size)
      const sealed = await whole(seal(inParts(content, arriving), key, salt))
      expect(saltIn(sealed, key).equals(salt)).toBe(true)
      if (size >= 32) expect(sealed.includes(content.subarray(0, 32))).toBe(false)
      const all = { key, salt, size, start: 0, end: size - 1 }
      const opened = await whole(unseal(inParts(sealed.subarray(headerBytes), reading), all))
      expect(opened.equals(content)).toBe(true)
      const [start, end] = [Math.floor(Math.min(from, to) * size), Math.floor(Math.max(from, to) * size)]
      const place = sealedPart(size, start, end)
      const part = inParts(sealed.subarray(place.start, place.end + 1), reading)
      const some = await whole(unseal(part, { key, salt, size, start, end }))
      expect(some.equals(content.subarray(start, end + 1))).toBe(true)
    }),
    runs({ gate: 20, nightly: 600 }),
  )
})

test('seals an empty file', async () => {
  const sealed = await whole(seal(inParts(Buffer.alloc(0), [1]), key, salt))
  const nothing = { key, salt, size: 0, start: 0, end: -1 }
  expect(await whole(unseal(inParts(sealed.subarray(headerBytes), [100]), nothing))).toHaveLength(0)
})
