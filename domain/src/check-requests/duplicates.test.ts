import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparedSpan, comparedStatuses, matchesOf, matchKeys, matchKinds, type Payment } from './duplicates.ts'

const invoice = {
  payee_name_1: 'Harbor Glass Works',
  amount_cents: 123_450,
  vin_last_digits: 'A12345',
  po_purchase_no: 'PO-4711',
  invoice_number: 'INV-88120',
}

const unnumbered = { vin_last_digits: null, po_purchase_no: null }

function matches(one: Payment, other: Payment) {
  return matchesOf(matchKeys(one), matchKeys(other))
}

describe('comparison of two requests', () => {
  test.each<[string, Payment, readonly string[]]>([
    ['in everything', {}, ['payment', 'vin', 'po', 'invoice']],
    ['in the payment only', { vin_last_digits: 'B99999', po_purchase_no: null, invoice_number: '1' }, ['payment']],
    ['in the VIN only', { amount_cents: 1, po_purchase_no: 'PO-4712', invoice_number: null }, ['vin']],
    ['in the PO number only', { payee_name_1: 'Ridge Tools', amount_cents: 1, vin_last_digits: null }, ['po']],
    ['in the invoice number only', { ...unnumbered, amount_cents: 1, invoice_number: '#inv 88120' }, ['invoice']],
    ['in the invoice number, with the same amount', { payee_name_1: 'Harbor', ...unnumbered }, ['invoice']],
    ['in nothing, with another payee and amount', { payee_name_1: 'Harbor', amount_cents: 1, ...unnumbered }, []],
    ['in nothing, a cent apart', { amount_cents: 123_451, ...unnumbered, invoice_number: 'INV-88121' }, []],
  ])('compares two requests that match %s', (_, changes, expected) => {
    expect(matches(invoice, { ...invoice, ...changes })).toEqual(expected)
  })

  test.each([
    ['letter case', 'HARBOR glass Works'],
    ['spaces', ' Harbor  GlassWorks\u00a0'],
    ['invisible characters', 'Har\u00adbor\u200b Glass \u202eWorks'],
    ['punctuation at the start and end', '"Harbor Glass Works," .'],
    ['letters that look the same', 'Наrbоr Glаss Wоrks'],
    ['legal form', 'The Harbor Glass Works, Inc.'],
  ])('matches payees regardless of %s', (_, payee_name_1) => {
    expect(matches({ payee_name_1, amount_cents: 5 }, { ...invoice, amount_cents: 5 })).toEqual(['payment'])
  })

  test.each([
    ['Łódź Ölservice Straße', 'ŁÓDŹ ÖLSERVICE STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Cafe\u0301', 'CAFÉ'],
    ['???', ' ??? '],
  ])('matches the spellings “%s” and “%s” of a payee name, in any language', (one, other) => {
    const [a, b] = [one, other].map((payee_name_1) => ({ payee_name_1, amount_cents: 1 }))
    expect(matches(a as Payment, b as Payment)).toEqual(['payment'])
  })

  test.each([
    ['Harbor & Sons', 'Harbor Sons'],
    ['A', 'B'],
    ['???', '!!!'],
  ])('distinguishes the payees “%s” and “%s”, which differ by a single character', (one, other) => {
    expect(matches({ payee_name_1: one, amount_cents: 1 }, { payee_name_1: other, amount_cents: 1 })).toEqual([])
  })

  test.each(['a12345', ' A12345', '(A12345)', 'A1 2345', 'A1-2345', 'A1\u20132345', 'A1\u200b2345'])(
    'matches a VIN typed as %j',
    (vin_last_digits) => {
      expect(matches({ vin_last_digits }, { vin_last_digits: 'A12345' })).toEqual(['vin'])
    },
  )
})

test.each(['', '  ', 'N/A', 'n/a.', 'none', 'TBD', '000000', 'XXXXXX', '--', 'Unknown', null, undefined])(
  'ignores %j as a placeholder for a missing number',
  (text) => {
    const blank = { vin_last_digits: text, po_purchase_no: text, invoice_number: text, payee_name_1: 'Harbor' }
    expect(matchKeys(blank)).toMatchObject({ payment: null, vin: null, po: null, invoice: null })
    expect(matches(blank, blank)).toEqual([])
  },
)

test.each<[string, Payment]>([
  ['without an amount', { payee_name_1: 'Harbor' }],
  ['without a payee', { payee_name_1: '  ', amount_cents: 5 }],
])('never compares a payment %s', (_, payment) => {
  expect(matches(payment, payment)).toEqual([])
})

const words = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-þ0-9&'-]{1,12}( [A-Za-z0-9]{1,8}){0,2}$/)
const payments = fc.record({
  payee_name_1: fc.option(words),
  amount_cents: fc.option(fc.constantFrom(1, 2)),
  vin_last_digits: fc.option(fc.constantFrom('123456', '654321', 'N/A', ' ')),
  po_purchase_no: fc.option(words),
  invoice_number: fc.option(words),
})

test('matches two requests in either order and each request with itself', () => {
  fc.assert(
    fc.property(payments, payments, (one, other) => {
      expect(matches(one, other)).toEqual(matches(other, one))
      const said = matchKinds.filter((kind) => matchKeys(one)[kind] !== null)
      expect(matches(one, one)).toEqual(said)
    }),
  )
})

test('ignores case, spaces, and surrounding punctuation in match keys', () => {
  const noise = fc.stringMatching(/^[ .,"()!-]{0,4}$/)
  fc.assert(
    fc.property(words, noise, noise, fc.boolean(), fc.nat(), (text, before, after, large, cut) => {
      const at = cut % (text.length + 1)
      const typed = `${before}${text.slice(0, at)} ${text.slice(at)}${after}`
      const other = large ? typed.toUpperCase() : typed.toLowerCase()
      fc.pre(/[\p{L}\p{N}]/u.test(text))
      expect(matchKeys({ payee_name_1: other, amount_cents: 7 })).toEqual(
        matchKeys({ payee_name_1: text, amount_cents: 7 }),
      )
    }),
  )
})

test('creates short, well-formed match keys from any text', () => {
  const anyUnit = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code))
  const units = fc.oneof(fc.constantFrom('ΐ', 'ﷺ', '\u{1D160}', 'İ', 'ß'), anyUnit)
  fc.assert(
    fc.property(fc.array(units, { maxLength: 200 }), (parts) => {
      const text = parts.join('').slice(0, 200)
      const { payment, invoice } = matchKeys({ payee_name_1: text, invoice_number: text, amount_cents: 9_999_999_999 })
      for (const key of [payment, invoice]) expect(new TextEncoder().encode(key ?? '').length).toBeLessThan(2600)
    }),
  )
})

test('compares requests up to 90 days before and after', () => {
  expect(comparedSpan(Date.parse('2026-11-20T15:00:00.000Z'))).toEqual({
    from: '2026-08-22T15:00:00.000Z',
    to: '2027-02-18T15:00:00.000Z',
  })
})

test('compares requests at every status except Rejected', () => {
  expect(comparedStatuses().map(({ name }) => name)).toEqual([
    'request',
    'processing',
    'approved',
    'printed',
    'signed',
    'ready',
    'closed',
    'sendback',
  ])
})
