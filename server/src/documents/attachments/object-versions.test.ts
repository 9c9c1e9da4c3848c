import { PDFDocument } from '@cantoo/pdf-lib'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lies } from '../../testing/forged-pdfs.ts'
import { honest, honestFiles, root, textOf, written } from '../../testing/honest-pdfs.ts'
import { readPdf } from '../../testing/pdf-reading.ts'
import { merge } from '../case-files/documents/merge.ts'
import { judge } from './documents/judge.ts'

const refusal = {
  refused: 'unsafe',
  sentence:
    'The index in this PDF is incorrect, so programs might show different content. Print it to a new PDF, and add that file.',
}

/** Returns the texts of each page as viewers show them, or undefined if a viewer can’t open the file. */
async function shown(pdf: Uint8Array): Promise<string[] | undefined> {
  return readPdf(pdf).then(
    (read) => read.map(({ texts }) => texts.map(({ text }) => text).join(' ')),
    () => undefined,
  )
}

async function filed(pdf: Buffer): Promise<string[] | undefined> {
  const into = await PDFDocument.create()
  await merge(into, pdf, 'application/pdf')
  return shown(await into.save())
}

test.each(Object.entries(lies))('refuses a PDF whose %s', async (_, write) => {
  const pdf = write()
  expect(await judge(pdf)).toEqual(refusal)
  expect(await shown(pdf)).not.toEqual(await filed(pdf))
})

test.each(Object.entries(honestFiles))(
  'accepts a PDF with %s that shows the same text in viewers and case files',
  async (_, write) => {
    const pdf = await write()
    expect(await judge(pdf)).toEqual({ type: 'application/pdf' })
    const texts = await shown(pdf)
    expect(texts).toContain(honest)
    expect(await filed(pdf)).toEqual(texts)
  },
)

test('refuses a PDF without a cross-reference table if an object occurs twice', async () => {
  const pdf = written()
  pdf.stream(4, textOf(honest))
  pdf.write(`trailer\n<<${root}>>\n`)
  expect(await judge(pdf.end(0))).toEqual(refusal)
})

/** A random change at one position in a file. */
const damage = fc.record({
  kind: fc.constantFrom('digit', 'lines', 'copy'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  other: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

function damaged(file: string, { kind, at, other }: typeof damage extends fc.Arbitrary<infer Damage> ? Damage : never) {
  if (kind === 'digit') {
    const digits = [...file.matchAll(/\d/g)]
    const place = digits[Math.floor(at * digits.length)]?.index ?? 0
    return `${file.slice(0, place)}${Math.floor(other * 10)}${file.slice(place + 1)}`
  }
  const parts = kind === 'lines' ? file.split('\n') : file.split(/(?<=endobj\n)/)
  const [from, to] = [at, other].map((share) => Math.floor(share * parts.length))
  const part = parts[from ?? 0] ?? ''
  const ends = kind === 'lines' ? '\n' : ''
  return parts.toSpliced(to ?? 0, 0, part.replace('100', '700')).join(ends)
}

test('accepts a randomly damaged PDF only if it shows the same text in viewers and case files', async () => {
  const written = [...Object.values(honestFiles), ...Object.values(lies)].map(async (write) => write())
  const files = (await Promise.all(written)).map((pdf) => pdf.toString('latin1'))
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.array(damage, { minLength: 1, maxLength: 3 }), async (file, all) => {
      const pdf = Buffer.from(all.reduce(damaged, file), 'latin1')
      if ('refused' in (await judge(pdf))) return
      // A file that doesn't open is harmless, because the user sees an error instead of a different document.
      const [inViewer, inCaseFile] = [await shown(pdf), await filed(pdf).catch(() => undefined)]
      if (!inViewer || !inCaseFile) return
      accepted += 1
      expect(inCaseFile).toEqual(inViewer)
    }),
    runs({ gate: 300, nightly: 5_000 }),
  )
  expect(accepted).toBeGreaterThan(20)
})
