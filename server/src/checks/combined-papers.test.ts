import { type LayoutName, layoutNames, layoutOf, stubPlaces } from '@check-requests/domain/checks/layouts.ts'
import { describe, expect, test } from 'vitest'
import { fileWith } from '../testing/checks-on-paper.ts'
import { type ReadPage, readPdf } from '../testing/pdf-reading.ts'
import { CheckPapers } from './documents/papers.ts'

const papers = new CheckPapers()

const amounts = [60_010, 70_020, 80_030, 90_040, 100_050, 440_127]
const dollars = ['$600.10', '$700.20', '$800.30', '$900.40', '$1,000.50', '$4,401.27']

/** A check of six invoices of one payee, as `combinedFace` composes it. */
const sixInvoices = (numberOf: (nth: number) => string, memo: string) => ({
  payees: ['Dane County Glass'],
  amount: 841_277,
  memo: '6 requests, itemized',
  stub: {
    facts: [
      { label: 'Requests', value: '6' },
      { label: 'Dealership', value: 'Lakeside Toyota, Lakeside Ford' },
      { label: 'Approved By', value: 'Ada Lovelace, Grace Hopper' },
      { label: 'Printed By', value: 'Charles Babbage' },
    ],
    lines: amounts.map((amount, nth) => ({
      date: '2026-11-20',
      number: numberOf(nth),
      description: `LAG-TOY-SVC-00012${nth}, ${memo}`,
      amount,
    })),
  },
})

/** The texts of each stub and of the list, except stubs that only refer to the list. */
function itemizedParts([sheet, ...list]: readonly ReadPage[], layout: LayoutName): ReadPage['texts'][] {
  const parts = layoutOf(layout).stubs.map(({ y, height }) =>
    (sheet?.texts ?? []).filter((one) => one.y > y && one.y < y + height),
  )
  if (list.length > 0) parts.push(list.flatMap(({ texts }) => texts))
  return parts.filter((texts) => !texts.some(({ text }) => text.startsWith('See attached list')))
}

/** The texts that begin at `x`, from top to bottom, without blanks. */
function columnAt(texts: ReadPage['texts'], x: number): string {
  const inColumn = texts.filter((one) => Math.abs(one.x - x) < 1)
  return inColumn.map(({ text }) => text.replaceAll(' ', '')).join('')
}

describe.each([
  ['usual', (nth: number) => `G-441${nth}`, 'Windshield, 2021 F-150, stock 44871'],
  [
    'long',
    (nth: number) => `DCG/2026/WISCONSIN/0044${nth}/REPLACEMENT-INVOICE`,
    'Windshield, side window, and rear window of three loaners that were damaged by hail on Nov 2, see claim 88-1',
  ],
])('a check of six invoices with %s texts', (_length, numberOf, memo) => {
  test.each(layoutNames)('shows every invoice in full on the %s layout', async (layout) => {
    const face = sixInvoices(numberOf, memo)
    const pages = await readPdf(await papers.checks(fileWith({ stock: { layout }, face }), 1))
    const whole = itemizedParts(pages, layout)
    expect(whole.length).toBeGreaterThan(0)
    for (const texts of whole) {
      const shown = texts.map(({ text }) => text)
      for (const words of [...dollars, '$8,412.77']) expect(shown).toContain(words)
      const joined = shown.join('').replaceAll(' ', '')
      for (const { number, description } of face.stub.lines) {
        expect(columnAt(texts, stubPlaces.line.number)).toContain(number)
        expect(columnAt(texts, stubPlaces.line.description)).toContain(description.replaceAll(' ', ''))
      }
      expect(joined).not.toContain('…')
      for (const { text, x, width } of texts) expect([text, x + width <= stubPlaces.right + 0.5]).toEqual([text, true])
    }
    const check = layoutOf(layout).checks[0] ?? 0
    const onCheck = pages[0]?.texts.filter(({ y }) => y > check && y < check + 252).map(({ text }) => text) ?? []
    for (const words of ['Dane County Glass', '**8,412.77', '6 requests, itemized']) expect(onCheck).toContain(words)
    expect(onCheck.join('')).not.toContain('…')
  })
})
