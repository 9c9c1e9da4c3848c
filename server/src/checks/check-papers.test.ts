import { execFileSync } from 'node:child_process'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { type CheckFile, markTexts } from '@check-requests/domain/checks/front.ts'
import { checkFields, layoutNames, layoutOf } from '@check-requests/domain/checks/layouts.ts'
import { micrCell, micrPaths, micrSymbols } from '@check-requests/domain/checks/micr/glyphs.ts'
import { expect, test } from 'vitest'
import { sha256 } from '../platform/crypto/hashes.ts'
import { fileWith, plainFace, rightEdges } from '../testing/checks-on-paper.ts'
import { pointsText, type ReadPage, readPdf } from '../testing/pdf-reading.ts'
import { CheckPapers } from './documents/papers.ts'

const papers = new CheckPapers()
const draw = async (file: CheckFile) => readPdf(await papers.checks(file, 1))
const hundredth = 0.72

/** The start position and the size of a text on a page. */
function placeOf(page: ReadPage | undefined, text: string) {
  const found = page?.texts.find((one) => one.text.startsWith(text))
  if (!found) throw new Error(`${text} isn’t on the page: ${page?.texts.map((one) => one.text).join(' | ')}`)
  return found
}

function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThan(hundredth)
}

/** The MICR symbol that this outline draws. */
function symbolOf(points: string): string {
  const symbol = micrSymbols.find((one) => {
    const steps = micrPaths(one).flat()
    const own = steps.flatMap((step) => (step.kind === 'curve' ? [...step.handles, step.to] : [step.to]))
    return pointsText(own.map(([x, y]) => [x * micrCell, y * micrCell])) === points
  })
  return symbol ?? 'none'
}

const line = ['onUs', ...'001234', 'onUs', 'transit', ...'021000021', 'transit', ...'123456789012', 'onUs']

test.each(layoutNames)('places the MICR symbols in their positions on the %s layout', async (layout) => {
  const [page] = await draw(fileWith({ stock: { layout } }))
  expect(page).toMatchObject({ width: 612, height: 792 })
  const shapes = page?.shapes ?? []
  expect(shapes.map(({ points }) => symbolOf(points))).toEqual(line)
  const lowerEdge = 792 - (layoutOf(layout).checks[0] ?? 0) - 252
  for (const [index, { right, low, high }] of shapes.entries()) {
    expect((612 - right) / 72).toBeCloseTo(rightEdges[index] ?? 0, 3)
    // All symbols except the dash and on-us stand on the baseline, 0.254 inch above the bottom edge of the check.
    if (line[index] !== 'onUs') expect((low - lowerEdge) / 72).toBeCloseTo(0.254, 3)
    expect((high - lowerEdge) / 72).toBeLessThan(7 / 16)
    expect((low - lowerEdge) / 72).toBeGreaterThan(3 / 16)
  }
})

test('draws every symbol with a distinct shape', () => {
  const all = micrSymbols.map((symbol) => {
    const steps = micrPaths(symbol).flat()
    return pointsText(steps.map(({ to: [x, y] }) => [x * micrCell, y * micrCell]))
  })
  expect(new Set(all).size).toBe(14)
})

test.each(layoutNames)('keeps texts within their fields on the %s layout', async (layout) => {
  const [page] = await draw(fileWith({ stock: { layout } }))
  const top = layoutOf(layout).checks[0] ?? 0
  const fields = checkFields
  const onCheck = {
    ...page,
    width: 612,
    height: 792,
    shapes: [],
    texts: (page?.texts ?? []).filter(({ y }) => y > top && y < top + 252),
  }
  const expectAt = (text: string, x: number, y: number) => {
    const place = placeOf(onCheck, text)
    expectNear(place.x, x)
    expectNear(place.y, top + y)
  }
  expectAt('Northwest Auto Group', fields.payer.x, 34)
  expectAt('First Cascade Bank', fields.bank.x, fields.bank.baseline)
  expectAt('Acme Parts', 90, 102)
  expectAt('One thousand two hundred thirty-four and 56/100 ***', 60, 132)
  expectAt('Nov 23, 2026', 480, 67)
  expectAt('1500 Industrial Way', 60, 161)
  expectAt('Invoice 4711', 312, 158)
  expectAt('Grace Hopper', 396, 194)
  for (const [text, right, y] of [
    ['**1,234.56', 573, 100],
    ['1234', 576, 30],
    ['1-2/210', 490, 26],
    ['VOID AFTER 180 DAYS', 576, 80],
  ] as const) {
    const place = placeOf(onCheck, text)
    expectNear(place.x + place.width, right)
    expectNear(place.y, top + y)
  }
})

test.each([
  ['short', 'Sep 3, 2026'],
  ['numbers', '09/03/2026'],
  ['long', 'September 3, 2026'],
] as const)('dates checks in the account’s form (%s)', async (dateForm, text) => {
  const [page] = await draw(fileWith({ stock: { dateForm }, face: { date: '2026-09-03' } }))
  const { x, width } = placeOf(page, text)
  expectNear(x, checkFields.date.x)
  expect(width).toBeLessThanOrEqual(checkFields.date.width)
})

test('tags each embedded font as a subset, with the tag in every name of the font', async () => {
  const face = { payees: ['Łukasz Ødegård'], memo: 'Ελλάδα' }
  const bytes = await papers.checks(fileWith({ face }), 1)
  const { context } = await PDFDocument.load(bytes)
  const names = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const dict = object instanceof PDFDict ? object : undefined
    return ['BaseFont', 'FontName'].flatMap((key) => dict?.lookupMaybe(PDFName.of(key), PDFName)?.decodeText() ?? [])
  })
  const fonts = new Set(names)
  for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+NotoSans-(Regular|Bold)$/)
  // The font, its only descendant, and its descriptor.
  expect(names).toHaveLength(3 * fonts.size)
  expect(fonts.size).toBeGreaterThanOrEqual(4)
  const listed = execFileSync('pdffonts', ['-'], { input: bytes }).toString().trim().split('\n').slice(2)
  expect(listed).toHaveLength(fonts.size)
  for (const line of listed) expect(line).toMatch(/^[A-Z]{6}\+NotoSans\S+ +CID TrueType +Identity-H +yes yes yes /)
})

test('fills the amount in words to the end of the line', async () => {
  for (const amount of [1, 100, 123_456, 99_999_999, 9_999_999_999]) {
    const [page] = await draw(fileWith({ face: { amount } }))
    const words = page?.texts.find(({ text }) => /and \d\d\/100/.test(text))
    expect(words?.text).toMatch(/^[A-Z][a-z -]+ and \d\d\/100 \*{3,}$/)
    const left = 60 + 480 - ((words?.x ?? 0) + (words?.width ?? 0))
    expect(left).toBeGreaterThanOrEqual(-0.01)
    expect(left).toBeLessThan(6)
  }
})

test('applies offsets to the whole sheet and to individual fields', async () => {
  const [plain] = await draw(fileWith())
  const offsets = { x: 10, y: -5, fields: { payee: { x: 20, y: 3 }, micr: { x: 0, y: 2 } } }
  const [moved] = await draw(fileWith({ stock: { offsets } }))
  const difference = (text: string) => {
    const [from, to] = [placeOf(plain, text), placeOf(moved, text)]
    return [to.x - from.x, to.y - from.y].map((points) => Math.round(points / hundredth))
  }
  expect(difference('Invoice 4711')).toEqual([10, -5])
  expect(difference('CR-2026-000123')).toEqual([10, -5])
  expect(difference('PAY TO THE')).toEqual([30, -2])
  expect(Math.round(((moved?.shapes[0]?.low ?? 0) - (plain?.shapes[0]?.low ?? 0)) / hundredth)).toBe(3)
})

test('creates identical files for the same checks and different files for different checks', async () => {
  const file = fileWith({ face: { payees: ['Renée Çelik', 'Σωκράτης'] } })
  const [first, second] = [await papers.checks(file, 1), await papers.checks(structuredClone(file), 2)]
  expect(sha256(second)).toBe(sha256(first))
  expect(sha256(await papers.checks(fileWith(), 1))).not.toBe(sha256(first))
})

test('dates a file by its first check and disables print scaling', async () => {
  const pdf = await PDFDocument.load(await papers.checks(fileWith(), 1), { updateMetadata: false })
  expect(pdf.getCreationDate()).toEqual(new Date('2026-11-23T00:00:00Z'))
  expect(pdf.getModificationDate()).toEqual(new Date('2026-11-23T00:00:00Z'))
  expect(pdf.catalog.getViewerPreferences()?.getPrintScaling()).toBe('None')
  expect(pdf.getTitle()).toBe('Check 1234')
  expect(pdf.context.trailerInfo.ID).toBeUndefined()
})

test('prints only the missing fields on pre-printed stock', async () => {
  const [page] = await draw(fileWith({ stock: { paper: 'pre-printed' } }))
  const texts = page?.texts.filter(({ y }) => y < 252).map(({ text }) => text) ?? []
  expect(page?.shapes).toEqual([])
  for (const absent of ['Northwest Auto Group, LLC', '1-2/210', '1234', 'DOLLARS', 'MEMO', 'Grace Hopper'])
    expect(texts).not.toContain(absent)
  for (const present of ['Acme Parts, Inc.', '**1,234.56', 'Nov 23, 2026', 'Invoice 4711'])
    expect(texts).toContain(present)
  expectNear(placeOf(page, 'Invoice 4711').y, 158)
})

test.each(['blank', 'pre-printed'] as const)(
  'marks a copy on %s stock as a copy and omits the MICR line',
  async (paper) => {
    const [page] = await draw(fileWith({ stock: { paper }, mark: 'copy' }))
    expect(page?.shapes).toEqual([])
    const texts = page?.texts.map(({ text }) => text)
    expect(texts).toContain('COPY - NON-NEGOTIABLE')
    expect(texts).toContain('Northwest Auto Group, LLC')
  },
)

test('marks demo checks as samples', async () => {
  const [page] = await draw(fileWith({ mark: 'void' }))
  expect(page?.texts.map(({ text }) => text)).toContain(markTexts.void)
  expect(markTexts.void).toBe('VOID - NON-NEGOTIABLE')
  const [plain] = await draw(fileWith())
  expect(plain?.texts.map(({ text }) => text).join()).not.toContain('NEGOTIABLE')
})

test('states the payment and payee on both stubs', async () => {
  const [page] = await draw(fileWith())
  for (const { y } of layoutOf('top').stubs) {
    const texts = page?.texts.filter((one) => one.y > y && one.y < y + 252).map(({ text }) => text) ?? []
    for (const wanted of [
      'Nov 23, 2026',
      'Acme Parts, Inc.',
      '1234',
      'CR-2026-000123',
      'Ada Lovelace',
      'A-4711',
      'Freight',
      '$1,000.00',
      '$234.56',
      '$1,234.56',
    ])
      expect(texts).toContain(wanted)
  }
})

test('continues a long stub on a list after the last check', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => ({
    date: null,
    number: `N-${index}`,
    description: `Part ${index}`,
    amount: 100,
  }))
  const { stock, mark } = fileWith()
  const long = { ...plainFace, amount: 9000, stub: { ...plainFace.stub, lines } }
  const pages = await draw({ stock, mark, checks: [long, { ...plainFace, number: 1235 }] })
  expect(pages).toHaveLength(4)
  expect(pages[0]?.texts.filter(({ text }) => text === 'See attached list with 90 lines.')).toHaveLength(2)
  expect(pages[1]?.texts.map(({ text }) => text)).toContain('1235')
  const listed = pages.slice(2).flatMap(({ texts }) => texts.map(({ text }) => text))
  for (const { number, description } of lines) for (const text of [number, description]) expect(listed).toContain(text)
  expect(listed).toContain('List for check 1234, page 2 of 2')
  for (const { texts } of pages.slice(2)) for (const { y } of texts) expect(y).toBeLessThan(792 - 18)
})

test.each([0, 1, 5, 6, 7, 8, 9, 12])(
  'keeps the lines of a stub with %i lines from overlapping the total',
  async (count) => {
    const line = { date: '2026-11-20', number: 'N', description: 'Part', amount: 100 }
    const stub = { ...plainFace.stub, lines: Array.from({ length: count }, () => line) }
    const [page] = await draw(fileWith({ face: { stub } }))
    const onStub = page?.texts.filter(({ y }) => y > 252 && y < 504) ?? []
    const shown = onStub.filter(({ text }) => text === 'Part').length
    expect([shown, onStub.some(({ text }) => text.startsWith('See attached list'))]).toEqual(
      count <= 8 ? [count, false] : [0, true],
    )
    expect(onStub.filter(({ y }) => y > 252 + 176.1 && y < 252 + 197.9)).toEqual([])
  },
)

test('prints stub content of any length within the margins of the list', async () => {
  const words = 'Payoff of a loan, good through November 30. '.repeat(200)
  const facts = [...plainFace.stub.facts, ...[...'ABCDEFGH'].map((label) => ({ label, value: words }))]
  const pages = await draw(fileWith({ face: { stub: { facts, lines: plainFace.stub.lines } } }))
  expect(pages.length).toBeGreaterThan(1)
  const onStub = pages[0]?.texts.filter(({ y }) => y > 252 && y < 504) ?? []
  expect(Math.max(...onStub.filter(({ text }) => text.includes('Payoff')).map(({ y }) => y))).toBeLessThan(252 + 176)
  for (const { texts } of pages.slice(1)) {
    for (const { x, y, width } of texts) expect([y < 792 - 18, x + width < 576.5]).toEqual([true, true])
    const total = texts.find(({ text }) => text.startsWith('Amount of check'))?.y ?? 792
    expect(texts.filter(({ text, y }) => /Payoff|Freight/.test(text) && y > total - 12)).toEqual([])
  }
  expect(pages.slice(1).some(({ texts }) => texts.some(({ text }) => text === 'Freight'))).toBe(true)
})

test('prints three checks per page and starts a new page for the fourth', async () => {
  const { stock, mark } = fileWith({ stock: { layout: 'three' } })
  const stub = { facts: plainFace.stub.facts, lines: [] }
  const checks = [1, 2, 3, 4].map((number) => ({ ...plainFace, stub, number: 2000 + number }))
  const pages = await draw({ stock, mark, checks })
  expect(pages.map(({ shapes }) => shapes.length)).toEqual([96, 32])
  for (const [index, top] of [0, 252, 504].entries()) expectNear(placeOf(pages[0], String(2001 + index)).y, top + 30)
})

test('lists the requests of a check without a stub on plain paper', async () => {
  const pages = await draw(fileWith({ stock: { layout: 'three' } }))
  expect(pages).toHaveLength(2)
  for (const words of ['A-4711', 'Brake pads', '$1,000.00', 'List for check 1234, page 1 of 1'])
    expect(placeOf(pages[1], words).y).toBeGreaterThan(0)
})

test('reports progress while creating a file', async () => {
  const { stock, mark } = fileWith()
  const checks = Array.from({ length: 60 }, (_, index) => ({ ...plainFace, number: index + 1 }))
  const heard: number[] = []
  await papers.checks({ stock, mark, checks }, 1, (drawn) => heard.push(drawn))
  expect(heard).toEqual([25, 50, 60])
})

test('refuses a file with an unprintable check and then creates the next file', async () => {
  const bad = fileWith({ face: { payees: ['W'.repeat(300)] } })
  await expect(papers.checks(bad, 1)).rejects.toThrow('Check 1234 can’t be printed.')
  expect(await draw(fileWith())).toHaveLength(1)
})
