import { describe, expect, test } from 'vitest'
import type { CodedRequest } from '../../check-requests/payees.ts'
import { type Line, pageOf } from '../../testing/read-pages.ts'
import { type EarlierDocument, namedInDocument, phrasesOf, usualOfPhrases } from './coding.ts'
import type { ReadWord } from './fields.ts'

function wordsOf(...lines: readonly Line[]): ReadWord[] {
  return pageOf(lines).words.map(({ text, left, right, top, bottom }) => {
    const [x1, y1, x2, y2] = [left / 612, top / 792, right / 612, bottom / 792]
    return { page: 1, text, polygon: [x1, y1, x2, y1, x2, y2, x1, y2] }
  })
}

describe('phrases of a document', () => {
  test('are the words of lines with an amount, alone and in pairs', () => {
    const words = wordsOf(
      [45, 40, 'Midwest Auto Parts'],
      [45, 200, 'Front brake pads, ceramic'],
      [500, 200, '129.00'],
      [45, 215, 'Tow 12 miles'],
      [500, 215, '$1,085.00'],
      [45, 300, 'Thank you for your business'],
    )
    expect(phrasesOf(words)).toEqual([
      ...['front brake', 'brake pads', 'pads ceramic', 'front', 'brake', 'ceramic'],
      ...['tow miles', 'miles'],
    ])
  })

  test('omit words that all invoices have, codes, and short words', () => {
    const words = wordsOf(
      [45, 200, 'Subtotal'],
      [500, 200, '88.10'],
      [45, 215, 'BP-2210 Sales tax of 6%'],
      [500, 215, '5.29'],
    )
    expect(phrasesOf(words)).toEqual([])
  })

  test('are limited to 40, so that a long list costs little', () => {
    const lines = Array.from({ length: 90 }, (_, at): Line => {
      const letters = `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}`
      return [45, 8 * at + 20, `${letters}first ${letters}second 10.00`, 6]
    })
    expect(phrasesOf(wordsOf(...lines))).toHaveLength(40)
  })
})

describe('coding of earlier documents with the same phrases', () => {
  const coded: CodedRequest = {
    purpose_id: 10,
    department_id: 7,
    delivery_method_id: 1,
    priority_level: 'normal',
    account: '7410',
  }
  const earlier = (
    phrase: string,
    count: number,
    values: Partial<CodedRequest> = {},
    other: Partial<EarlierDocument> = {},
  ): EarlierDocument[] =>
    Array.from({ length: count }, (_, index) => ({
      phrase,
      request: 100 * phrase.length + index,
      payee: 'midwestautoparts',
      dealership_id: 3,
      coded: Object.assign({}, coded, values),
      ...other,
    }))
  const now = { payee: 'lakeshoreparts', dealership_id: 3 }
  const reasons = (found: ReturnType<typeof usualOfPhrases>) =>
    found.map(({ field, value, reason }) => `${field} ${value}: ${reason}`)

  test('suggests what four of five documents with a phrase have, with the counts', () => {
    const found = usualOfPhrases(
      [...earlier('brake pads', 9), ...earlier('brake pads', 1, { account: '6200', purpose_id: 11 }, { request: 1 })],
      now,
    )
    expect(reasons(found)).toEqual([
      'purpose_id 10: 9 of 10 documents with “brake pads”',
      'department_id 7: 10 of 10 documents with “brake pads”',
      'delivery_method_id 1: 10 of 10 documents with “brake pads”',
      'account 7410: 9 of 10 documents with “brake pads”',
    ])
  })

  test.each([
    ['fewer than three documents have the phrase', earlier('brake pads', 2)],
    ['three documents of one request have it', earlier('brake pads', 3, {}, { request: 5 })],
    [
      'fewer than four of five agree',
      [
        ...earlier('brake pads', 7),
        ...earlier('brake pads', 2, { account: '6200' }, { request: 1 }),
        ...earlier('brake pads', 1, { account: null }, { request: 2 }),
      ],
    ],
    [
      'another phrase is nearly as strong for another value',
      [...earlier('brake pads', 9), ...earlier('shop towels', 3, { account: '7420' })],
    ],
  ])('suggests no account if %s', (_, documents) => {
    expect(usualOfPhrases(documents, now).map(({ field }) => field)).not.toContain('account')
  })

  test('believes a phrase whose documents all agree rather than one that many kinds of documents have', () => {
    const documents = [
      ...earlier('labor hours', 17),
      ...earlier('labor hours', 3, { account: '6200' }, { request: 1 }),
      ...earlier('windshield', 4, { account: '6950' }),
    ]
    const common = Array.from({ length: 3 }, (_, index) =>
      earlier('labor hours', 1, { account: '6200' }, { request: index }),
    ).flat()
    expect(reasons(usualOfPhrases([...documents, ...common], now))).toContain(
      'account 6950: 4 of 4 documents with “windshield”',
    )
  })

  test('believes the payee’s own documents rather than those of others', () => {
    const own = earlier('brake pads', 3, { account: '7420' }, { payee: now.payee }).map((one, index) => ({
      ...one,
      request: index,
    }))
    expect(reasons(usualOfPhrases([...earlier('brake pads', 40), ...own], now))).toContain(
      'account 7420: 3 of 3 documents of this payee with “brake pads”',
    )
  })

  test('compares departments only within the dealership', () => {
    const elsewhere = earlier('brake pads', 20, { department_id: 99 }, { dealership_id: 4 })
    const here = earlier('brake pads', 3, { department_id: 8 }).map((one, index) => ({ ...one, request: index }))
    const department = (dealership_id: number | null) =>
      reasons(usualOfPhrases([...elsewhere, ...here], { ...now, dealership_id })).filter((text) =>
        text.startsWith('dep'),
      )
    expect(department(3)).toEqual(['department_id 8: 3 of 3 documents with “brake pads”'])
    expect(department(null)).toEqual([])
  })
})

describe('coding that a document names', () => {
  const choices = {
    purposes: [
      { id: 1, name: 'Customer refund' },
      { id: 10, name: 'Parts' },
      { id: 21, name: 'other' },
    ],
    dealerships: [
      { id: 3, name: 'Lakeside Toyota' },
      { id: 4, name: 'Lakeside Toyota of Madison' },
      { id: 5, name: 'Honda' },
    ],
    departments: [
      { id: 7, name: 'Service' },
      { id: 8, name: 'Parts Department' },
    ],
    deliveryMethods: [
      { id: 1, name: 'USPS Mail', kind: 'carrier' as const },
      { id: 2, name: 'In-Person Pickup', kind: 'pickup' as const },
      { id: 3, name: 'FedEx Overnight', kind: 'carrier' as const },
    ],
  }
  const named = (...lines: readonly Line[]) =>
    namedInDocument(wordsOf(...lines), choices).map(({ field, value, reason }) => `${field} ${value}: ${reason}`)
  const one = (text: string) => named([45, 200, text])

  test.each([
    ['CUSTOMER REFUND', 'purpose_id 1: The document says “CUSTOMER REFUND”'],
    ['Bill To: Lakeside Toyota, 4800 Fen Road', 'dealership_id 3: The document says “Lakeside Toyota”'],
    ['Lakeside Toyota of Madison', 'dealership_id 4: The document says “Lakeside Toyota of Madison”'],
    ['Attn: Service', 'department_id 7: The document says “Attn: Service”'],
    ['Dept.: Parts', 'department_id 8: The document says “Dept.: Parts”'],
    ['HOLD FOR PICK-UP', 'delivery_method_id 2: The document says “HOLD FOR PICK-UP”'],
    ['*** Will Call ***', 'delivery_method_id 2: The document says “*** Will Call ***”'],
    ['Please hold check for driver', 'delivery_method_id 2: The document says “hold check”'],
    ['Please overnight the check', 'delivery_method_id 3: The document says “overnight the check”'],
    ['RUSH', 'priority_level urgent: The document says “RUSH”'],
    ['FINAL NOTICE', 'priority_level urgent: The document says “FINAL NOTICE”'],
    ['Payment is required immediately.', 'priority_level urgent: The document says “Payment is required immediately”'],
  ])('suggests a value for “%s”', (text, expected) => {
    expect(one(text)).toEqual([expected])
  })

  test.each([
    'Rush Truck Centers',
    'other',
    'Parts',
    'Honda brake pads',
    'Our Service Department is open until 6',
    'Overnight Parts Express',
    'Department of Motor Vehicles',
  ])('suggests nothing for “%s”', (text) => {
    expect(one(text)).toEqual([])
  })

  test('suggests a department only from the address of the recipient', () => {
    expect(named([45, 200, 'Ship To:'], [45, 212, 'Lakeside Auto'], [45, 224, 'Parts Department'])).toEqual([
      'department_id 8: The document says “Parts Department”',
    ])
    expect(named([45, 40, 'Keystone Driveline'], [45, 52, 'Parts Department'])).toEqual([])
  })

  test('suggests neither of two values for a field', () => {
    expect(named([45, 200, 'Attn: Service'], [45, 300, 'Attn: Parts'])).toEqual([])
  })

  test('takes how goods were shipped for no wish about the check', () => {
    expect(named([45, 200, 'Ship Via'], [200, 200, 'Terms'], [45, 212, 'WILL CALL'], [200, 212, 'Net 30'])).toEqual([])
    expect(named([45, 200, 'Ship Via'], [45, 400, 'Hold check for pickup'])).toEqual([
      'delivery_method_id 2: The document says “Hold check”',
    ])
  })

  test('takes a line with an amount for no title', () => {
    expect(named([45, 200, 'Customer refund'], [500, 200, '25.00'])).toEqual([])
  })
})
