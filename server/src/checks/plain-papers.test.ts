import { layoutNames } from '@check-requests/domain/checks/layouts.ts'
import { expect, test } from 'vitest'
import { blankStock } from '../testing/checks-on-paper.ts'
import { type ReadPage, readPdf } from '../testing/pdf-reading.ts'
import { CheckPapers } from './documents/papers.ts'

const papers = new CheckPapers()

function textsOf(pages: readonly ReadPage[]): string[] {
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text))
}

/** The pairs of texts on a page whose boxes overlap, which would make them unreadable. */
function overlapping({ texts }: ReadPage): string[] {
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(other.y - one.y) < 5 && other.x < one.x + one.width - 0.5 && one.x < other.x + other.width - 0.5,
      )
      .map((other) => `${one.text} and ${other.text}`),
  )
}

const listed = Array.from({ length: 70 }, (_, index) => ({
  number: 1000 + index,
  date: '2026-11-23',
  payee: index === 3 ? '日本 Motors' : `Payee ${index}`,
  amount: 100_000 + index,
  since: '2026-11-20',
  holder: 'Bob Smith',
  addressLines: ['1500 Industrial Way', 'Tacoma, WA 98421'],
}))

test.each(layoutNames)('draws all fields and instructions on the test page of the %s layout', async (layout) => {
  const offsets = { x: 10, y: 0, fields: { date: { x: 5, y: -2 } } }
  const pages = await readPdf(await papers.testPage({ ...blankStock, layout, offsets }, 1))
  expect(pages).toHaveLength(2)
  const texts = textsOf(pages.slice(0, 1))
  for (const label of [
    'Payer',
    'Check number',
    'Date',
    'Payee',
    'Amount in words',
    'Address',
    'Memo',
    'Second signature',
    'MICR line',
  ])
    expect(texts).toContain(label)
  expect(texts.filter((text) => text === 'VOID - NON-NEGOTIABLE')).toHaveLength(layout === 'three' ? 3 : 1)
  const howTo = textsOf(pages.slice(1)).join(' ')
  expect(howTo).toContain('enter -5')
  expect(howTo).toContain('these offsets: sheet x 10 and y 0, Date x 5 and y -2.')
  const inch = pages[0]?.texts.find(({ text }) => text === '1 in')
  // The marks move with the offset, so a second test page shows whether the offset is right.
  expect(inch?.x).toBeCloseTo(72 + 7.2 + 1.5, 1)
})

test('lists, counts, and totals the checks to sign on a cover sheet', async () => {
  const pages = await readPdf(
    await papers.plain({ kind: 'cover sheet', notes: ['Operating account'], checks: listed }, 1),
  )
  const texts = textsOf(pages)
  expect(texts).toContain('70 checks, $70,024.15 in total')
  for (const { number } of listed) expect(texts).toContain(String(number))
  expect(texts).toContain('?? Motors')
  expect(pages).toHaveLength(3)
  for (const page of pages) expect(overlapping(page)).toEqual([])
  expect(texts).toContain('Page 3 of 3')
})

test('shows the ready date and the receiver of each check on a pickup list', async () => {
  const pages = await readPdf(await papers.plain({ kind: 'pick-up list', notes: [], checks: listed.slice(0, 1) }, 1))
  const texts = textsOf(pages)
  for (const wanted of ['1 check, $1,000.00 in total', 'Nov 20, 2026', 'Bob Smith', 'Payee 0'])
    expect(texts).toContain(wanted)
  for (const page of pages) expect(overlapping(page)).toEqual([])
})

const longPayee = `${'Consolidated Automotive Reconditioning and '.repeat(3)}Detailing, LLC`
const none = { count: 0, cents: 0 }
const reconciliation = {
  kind: 'reconciliation',
  account: 'Operating',
  payer: 'Northwest Auto Group',
  asOf: '2026-11-30',
  reach: 'Reconciled through Nov 27, 2026.',
  madeAt: Date.UTC(2026, 11, 1, 8),
  madeBy: 'Ada',
  staleDays: 180,
  issued: none,
  voided: none,
  stopped: none,
  book: none,
  cleared: none,
  outstanding: none,
  stale: none,
  paid: none,
  unmatched: none,
  unresolved: none,
} as const

test.each(['cover sheet', 'pick-up list', 'reconciliation'] as const)(
  'prints a long payee name completely within the margins of a %s',
  async (kind) => {
    const checks = listed.map((check) => ({
      ...check,
      payee: longPayee,
      amount: 9_999_999_999,
      days: 1,
      isStale: true,
    }))
    const differences = [{ number: 1, payee: longPayee, amount: 9_999_999_999, paid: 1, paidOn: '2026-11-24' }]
    const paper =
      kind === 'reconciliation' ? { ...reconciliation, checks, differences } : { kind, notes: [], checks: checks }
    const pages = await readPdf(await papers.plain(paper, 1))
    for (const page of pages) expect(overlapping(page)).toEqual([])
    const all = pages.flatMap(({ texts }) => texts)
    expect(all.filter(({ text }) => text.includes('…'))).toEqual([])
    expect(all.filter(({ x, y, width }) => x < 53.9 || x + width > 558.1 || y > 792 - 40)).toEqual([])
    const words = all.map(({ text }) => text).join(' ')
    expect(words.match(/Detailing,/g)?.length).toBeGreaterThanOrEqual(listed.length)
  },
)

test('fits thirty address labels on a page, each within its own area', async () => {
  const labels = listed.slice(0, 31).map(({ payee, addressLines }) => [payee, ...addressLines])
  const long = [
    'A company whose name is so long that it takes several lines of a label',
    'c/o Bob',
    '1 Main Street',
    'Tacoma',
  ]
  const pages = await readPdf(await papers.plain({ kind: 'address labels', labels: [...labels, long] }, 1))
  expect(pages).toHaveLength(2)
  for (const { texts } of pages)
    for (const { x, y, width } of texts) {
      const column = Math.floor((x - 13.5) / 198)
      const row = Math.floor((y - 36) / 72)
      expect(x + width).toBeLessThan(13.5 + column * 198 + 189)
      expect(y).toBeGreaterThan(36 + row * 72 + 8)
      expect(y).toBeLessThan(36 + (row + 1) * 72 - 4)
    }
  expect(pages[0]?.texts.find(({ text }) => text === 'Payee 29')?.x).toBeGreaterThan(400)
})

test('writes a letter that informs a payee of an uncashed check', async () => {
  const letters = { date: '2026-11-24', payer: ['Northwest Auto Group'], contact: 'Accounts Payable, (206) 555-0100' }
  const pages = await readPdf(await papers.plain({ kind: 'letters', ...letters, checks: listed.slice(0, 2) }, 1))
  expect(pages).toHaveLength(2)
  const text = textsOf(pages.slice(1)).join(' ')
  for (const wanted of [
    'Nov 24, 2026',
    'Payee 1',
    'Check 1001 dated Nov 23, 2026 for $1,000.01',
    'Accounts Payable, (206) 555-0100',
    'unclaimed property',
  ])
    expect(text).toContain(wanted)
})
