import { expect, test } from 'vitest'
import { micrBaseline, micrLine, placedSymbols } from './line.ts'
import { businessTemplate, type MicrTemplate, whyNotTemplate } from './template.ts'

const business = {
  routingNumber: '021000021',
  accountNumber: '123456789012',
  checkNumber: 1234,
  template: businessTemplate,
}

function lineOf(parts: Parameters<typeof micrLine>[0]): string {
  const made = micrLine(parts)
  return 'line' in made ? made.line : `REFUSED: ${made.refusal}`
}

const at = (line: string, position: number) => line.charAt(65 - position)

test('places each character of a business check’s line at its position', () => {
  const line = lineOf(business)
  expect(line).toBe('             U001234U T021000021T 123456789012U                  ')
  expect(line).toHaveLength(65)
  expect([at(line, 43), at(line, 33)]).toEqual(['T', 'T'])
  expect([at(line, 13), at(line, 44), at(line, 32), at(line, 53)]).toEqual([' ', ' ', ' ', ' '])
  expect(line.slice(-12)).toBe(' '.repeat(12))
})

/**
 * Each line: position, symbol, inches from the right edge, and points from the left edge of an 8.5-inch check
 * (reference, 2.1).
 */
const places = `
52 U 6.7045 129.276
51 0 6.5795 138.276
50 0 6.4545 147.276
49 1 6.3295 156.276
48 2 6.2045 165.276
47 3 6.0795 174.276
46 4 5.9545 183.276
45 U 5.8295 192.276
43 T 5.5795 210.276
42 0 5.4545 219.276
41 2 5.3295 228.276
40 1 5.2045 237.276
39 0 5.0795 246.276
38 0 4.9545 255.276
37 0 4.8295 264.276
36 0 4.7045 273.276
35 2 4.5795 282.276
34 1 4.4545 291.276
33 T 4.3295 300.276
31 1 4.0795 318.276
30 2 3.9545 327.276
29 3 3.8295 336.276
28 4 3.7045 345.276
27 5 3.5795 354.276
26 6 3.4545 363.276
25 7 3.3295 372.276
24 8 3.2045 381.276
23 9 3.0795 390.276
22 0 2.9545 399.276
21 1 2.8295 408.276
20 2 2.7045 417.276
19 U 2.5795 426.276`

test('places right edges at the positions measured in the reference', () => {
  const names: Readonly<Record<string, string>> = { U: 'onUs', T: 'transit' }
  const expected = places.trim().split('\n')
  const placed = placedSymbols(lineOf(business), 612)
  expect(placed).toHaveLength(expected.length)
  expect(micrBaseline / 72).toBeCloseTo(0.254, 9)
  for (const [index, row] of expected.entries()) {
    const [position, symbol = '', inches, points] = row.split(' ')
    const one = placed[index]
    expect(one).toMatchObject({ position: Number(position), symbol: names[symbol] ?? symbol })
    expect(one?.right).toBeCloseTo(Number(points), 6)
    expect((612 - (one?.right ?? 0)) / 72).toBeCloseTo(Number(inches), 6)
    expect((one?.right ?? 0) - (one?.left ?? 0)).toBeCloseTo(6.552, 6)
  }
})

test.each<[string, Parameters<typeof micrLine>[0], string]>([
  [
    'a personal check with the serial number right of the account',
    {
      routingNumber: '021200025',
      accountNumber: '4232268154',
      checkNumber: 100,
      template: { auxOnUs: '', onUs: 'SAPSCCCC', onUsAt: null },
    },
    '                      T021200025T 4232268154U 0100              ',
  ],
  [
    'the personal check in section 2.2 of the reference',
    {
      routingNumber: '123456780',
      accountNumber: '4232268154',
      checkNumber: 100,
      template: { auxOnUs: '', onUs: 'SAPSCCCC', onUsAt: null },
    },
    '                      T123456780T 4232268154U 0100              ',
  ],
  [
    'a dash in the account number and a transaction code',
    {
      ...business,
      accountNumber: '1234567890',
      template: { ...businessTemplate, onUs: 'SAAA-AAAAAAAP12', onUsAt: null },
    },
    '             U001234U T021000021T 123D4567890U12                 ',
  ],
  [
    'a dash and a transaction code without a field left of the routing number',
    {
      ...business,
      accountNumber: '1234567890',
      template: { auxOnUs: '', onUs: 'SAAA-AAAAAAAP12', onUsAt: null },
    },
    '                      T021000021T 123D4567890U12                 ',
  ],
  [
    'the on-us symbol at position 14',
    { ...business, template: { ...businessTemplate, onUs: 'AP', onUsAt: 14 } },
    '             U001234U T021000021T      123456789012U             ',
  ],
  [
    'leading zeros in the account number',
    { ...business, accountNumber: '987', template: { ...businessTemplate, onUs: 'SAAAAAAP' } },
    '             U001234U T021000021T 000987U                        ',
  ],
  [
    'a check number without padding',
    { ...business, checkNumber: 12_345_678, template: { ...businessTemplate, auxOnUs: 'PCPS' } },
    '           U12345678U T021000021T 123456789012U                  ',
  ],
])('writes the MICR line correctly for %s', (_name, parts, expected) => {
  expect(lineOf(parts)).toBe(expected.padEnd(65))
})

test('keeps every MICR line within its fields', () => {
  for (const onUsAt of [14, 17, 20])
    for (const number of [1, 999_999]) {
      const line = lineOf({ ...business, checkNumber: number, template: { ...businessTemplate, onUs: 'AP', onUsAt } })
      expect(line).toMatch(/^ {13}U\d{6}U T021000021T[ \dU]{19} {13}$/)
      expect(Number(line.slice(14, 20))).toBe(number)
      expect(at(line, onUsAt)).toBe('U')
      expect(line).toContain('123456789012U')
    }
})

test.each<[Partial<typeof business>, RegExp]>([
  [{ routingNumber: '021000022' }, /check digit/],
  [{ checkNumber: 1_234_567 }, /^Check number 1234567 has 7 digits, but its MICR template has room for only 6\.$/],
  [{ accountNumber: '123-45' }, /^The account number must contain only digits\.$/],
  [{ accountNumber: '' }, /contain only digits/],
  [{ accountNumber: '1234567890123456789' }, /too long \(by 2\)/],
  [{ accountNumber: '123456789012345678' }, /too long \(by 1\)/],
  [
    { accountNumber: '1234567', template: { ...businessTemplate, onUs: 'SAAAAAAP' } },
    /^The account number has 7 digits, but its MICR template has room for only 6\.$/,
  ],
  [{ template: { ...businessTemplate, onUs: 'SSSSSSSAP', onUsAt: 14 } }, /begin too far left \(by 1\)/],
  [
    { template: { ...businessTemplate, auxOnUs: 'PCCCCCCCCCCCCCCCCCPS' } },
    /20 characters, but there is room for only 19/,
  ],
])('refuses a MICR line with %j', (changes, why) => {
  expect(lineOf({ ...business, ...changes }).replace('REFUSED: ', '')).toMatch(why)
})

test.each<[Partial<MicrTemplate>, RegExp]>([
  [{ auxOnUs: 'PCCCCCCP' }, /must end with S/],
  [{ auxOnUs: 'R021000021R' }, /contain R\./],
  [{ onUs: 'SAp' }, /contain p\./],
  [{ onUs: 'SA' }, /followed directly by P/],
  [{ onUs: 'SPA' }, /followed directly by P/],
  [{ onUs: 'S123456789012P' }, /needs A for the account number/],
  [{ onUs: 'SASP' }, /followed directly by P/],
  [{ auxOnUs: 'PAPS' }, /right of the routing number/],
  [{ onUsAt: 13 }, /position from 14 to 31/],
  [{ onUsAt: 32 }, /position from 14 to 31/],
  [{ onUsAt: 19.5 }, /position from 14 to 31/],
])('refuses a MICR template with %j', (changes, why) => {
  expect(whyNotTemplate({ ...businessTemplate, ...changes })).toMatch(why)
})

test('fills the account field to the last position with a 17-digit number', () => {
  const line = lineOf({ ...business, accountNumber: '12345678901234567' })
  expect(line.slice(33)).toBe(' 12345678901234567U             ')
})

test('never shows the account number in a refusal', () => {
  for (const onUs of ['SAAP', 'SAP']) {
    const line = lineOf({ ...business, accountNumber: '99887766554433221100', template: { ...businessTemplate, onUs } })
    expect(line).toMatch(/^REFUSED/)
    expect(line).not.toContain('9988')
  }
})
