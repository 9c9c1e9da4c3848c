import { expect, test } from 'vitest'
import { filled, type Line, pageOf } from '../../testing/read-pages.ts'
import { isSameReading } from './filling.ts'
import { understand } from './understand.ts'

test('takes a small name over its address, and not the label of an amount', () => {
  const page = pageOf([
    [40, 48, 'INVOICE', 20],
    [478, 44, 'Brightline Detailing', 10],
    [488, 55, '88 Canal St Unit 4', 10],
    [488, 66, 'Lowell, MA 01852', 10],
    [40, 200, 'Billed to', 12],
    [40, 214, 'Merrimack Toyota', 12],
    [40, 228, '500 Daniel Webster Hwy', 12],
    [40, 242, 'Nashua, NH 03060', 12],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Brightline Detailing',
    payee_address: '88 Canal St Unit 4\nLowell, MA 01852',
  })
})

test('takes a name with its legal form from under the logo, and suites and full state names as addresses', () => {
  const page = pageOf([
    [40, 44, 'Leadwheel', 18],
    [40, 74, 'Invoice number LW-0017'],
    [40, 86, 'Date due November 15, 2026'],
    [40, 110, 'Leadwheel Technologies, Inc.'],
    [40, 122, '2261 Market Street #4100'],
    [40, 134, 'San Francisco, California 94114'],
    [40, 300, 'Total'],
    [500, 300, '$899.00'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Leadwheel Technologies, Inc.',
    payee_address: '2261 Market Street #4100\nSan Francisco, California 94114',
    due_date: '2026-11-15',
  })
})

test('leaves mottos out of addresses, and takes a letter’s only date', () => {
  const page = pageOf([
    [60, 40, 'BREWER, STANTON & POOLE PLLC', 16],
    [140, 62, 'Attorneys at Law', 11],
    [100, 76, '300 W Franklin Street, Suite 900', 11],
    [110, 90, 'Raleigh, North Carolina 27601', 11],
    [40, 119, 'October 31, 2026', 11],
    [40, 300, 'Total balance now due', 11],
    [500, 300, '$1,125.00', 11],
  ])
  expect(filled(page)).toMatchObject({
    payee_address: '300 W Franklin Street, Suite 900\nRaleigh, North Carolina 27601',
    invoice_date: '2026-10-31',
  })
})

test('reads the day first in documents from abroad, and offers names that a picture might spell otherwise', () => {
  const lines: Line[] = [
    [40, 40, 'Autohaus Teile GmbH', 16],
    [40, 60, 'Industriestrasse 14'],
    [40, 72, '70565 Stuttgart'],
    [40, 84, 'Germany'],
    [40, 110, 'Invoice date 05.10.2026'],
    [40, 300, 'Total'],
    [500, 300, '1.544,50 €'],
  ]
  expect(filled(pageOf(lines))).toMatchObject({ payee_name: 'Autohaus Teile GmbH', invoice_date: '2026-10-05' })
  const seen = Object.assign(pageOf(lines), { from: 'picture' as const })
  expect(filled(seen)).not.toHaveProperty('payee_name')
})

test('takes the legal name under a brand, and leaves its telephone and what labels a street out of the address', () => {
  const page = pageOf([
    [40, 40, 'KLQV 98.7', 16],
    [40, 60, 'Larkmoor Broadcasting of Spokane, LLC'],
    [40, 71, '(509) 555-0187'],
    [40, 82, 'Home office 601 W Boone Ave'],
    [40, 93, 'Spokane, WA 99201'],
    [40, 300, 'Net due'],
    [500, 300, '$459.00'],
    [40, 340, 'Remit to: Larkmoor Broadcasting of Spokane, LLC, PO Box 94417, Seattle, WA 98124'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Larkmoor Broadcasting of Spokane, LLC',
    payee_address: '601 W Boone Ave\nSpokane, WA 99201',
    remit_to_name: 'Larkmoor Broadcasting of Spokane, LLC',
    remit_to_address: 'PO Box 94417\nSeattle, WA 98124',
  })
})

test('takes a coupon’s only post office box for the address to pay, and its name for the payee', () => {
  const page = pageOf([
    [40, 40, 'Account number: 7719-004-118'],
    [40, 300, 'Total due'],
    [500, 300, '$506.94'],
    [40, 400, 'Sandhills Volkswagen'],
    [40, 411, '9660 US Hwy 15'],
    [40, 422, 'Pinehurst, NC 28374'],
    [300, 460, 'LONGLEAF TELEPHONE COMPANY'],
    [300, 471, 'P.O. BOX 580071'],
    [300, 482, 'CHARLOTTE, NC 28258-0071'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'LONGLEAF TELEPHONE COMPANY',
    remit_to_address: 'P.O. BOX 580071\nCHARLOTTE, NC 28258-0071',
    account_number: '7719-004-118',
  })
})

test('takes the sender from the line over a letter’s window', () => {
  const page = pageOf([
    [380, 40, 'WERKSTATTKRAFT', 16],
    [40, 70, 'Werkstattkraft GmbH & Co. KG · Hafenstr. 27 · 28217 Bremen'],
    [40, 82, 'Chesapeake Porsche Inc.'],
    [40, 93, '1600 Ritchie Hwy'],
    [40, 104, 'Annapolis, MD 21401'],
    [40, 300, 'Gesamtbetrag / Total EUR'],
    [500, 300, '2.287,40 €'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Werkstattkraft GmbH & Co. KG',
    payee_address: 'Hafenstr. 27\n28217 Bremen',
    amount: '2287.40',
  })
})

test('fills a European name of a picture only if it is on file, because a reader of pictures knows no ö', () => {
  const lines: Line[] = [
    [40, 40, 'Muhlbacher Metallteile GmbH', 16],
    [40, 60, 'Industriestrasse 14'],
    [40, 72, '72336 Balingen'],
    [420, 60, 'Rechnung Nr.'],
    [490, 60, 'ZM-2026-1147'],
    [420, 600, 'Gesamtbetrag'],
    [490, 600, '1.284,50 EUR'],
  ]
  const seen = Object.assign({ ...pageOf(lines) }, { from: 'picture' } as const)
  const best = (payees: readonly string[]) => understand([seen], { payees, own: [] })[0]?.fields.payee_name?.[0]
  expect(best([])).toMatchObject({ value: 'Muhlbacher Metallteile GmbH', score: 45 })
  expect(best(['Muhlbacher Metallteile GmbH'])?.score).toBeGreaterThan(70)
  expect(best(['Mühlbacher Metallteile GmbH'])).toMatchObject({ score: 45 })
})

test.each([
  ['has no other name like it', ['Ironside Towing & Recovery', 'Harbor Glass'], null],
  ['has a name that differs by a letter', ['Ironside Towing & Recovery', 'Ironsides Towing & Recovery'], false],
  ['doesn’t have the name', ['Harbor Glass'], false],
])('believes a clearly read name that the second reader contradicts if the payee list %s', (_, payees, expected) => {
  const lines: Line[] = [
    [40, 40, 'Ironside Towing & Recovery', 16],
    [40, 60, '1208 Kalamazoo Ave SE'],
    [40, 72, 'Grand Rapids, MI 49507'],
    [40, 600, 'Total'],
    [500, 600, '$899.00'],
  ]
  const { words, ...page } = pageOf(lines)
  const seen = { ...page, from: 'picture' as const, words: words.map((word) => ({ ...word, certainty: 93 })) }
  const best = understand([seen], { payees, own: [] })[0]?.fields.payee_name?.[0]
  expect(best?.value).toBe('Ironside Towing & Recovery')
  expect(best && isSameReading('payee_name', best, 'Ironside Tovving 8 Recavery')).toBe(expected)
})
