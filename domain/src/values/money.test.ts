import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { amountField } from './fields.ts'
import { centsToDollars, formatDollars, largestAmount, smallestAmount, sumDollars } from './money.ts'
import { parseAmount, plainAmount } from './typed-amount.ts'

const anyCents = fc.integer({ min: 1, max: 9_999_999_999 })

function refusedText(value: unknown): string | undefined {
  return amountField.safeParse(value).error?.issues[0]?.message
}

describe('parseAmount', () => {
  test.each([
    [0.01, 1],
    ['0.01', 1],
    [1, 100],
    ['1', 100],
    ['1.5', 150],
    [1234.5, 123_450],
    [' 12.34 ', 1234],
    ['007', 700],
    [0.29, 29],
    [1.15, 115],
    ['1,250', 125_000],
    ['$1,234.50', 123_450],
    ['.5', 50],
    [99_999_999.99, 9_999_999_999],
    ['99999999.99', 9_999_999_999],
  ])('reads the amount %j as %i cents', (value, cents) => {
    expect(parseAmount(value)).toBe(cents)
  })

  test.each([
    ['', 'Amount is required'],
    ['   ', 'Amount is required'],
    [0, 'Amount must be at least 0.01.'],
    ['0.00', 'Amount must be at least 0.01.'],
    [100_000_000, 'Amount must be at most 99,999,999.99.'],
    ['100000000.00', 'Amount must be at most 99,999,999.99.'],
    [0.001, 'Amount can have at most two decimals'],
    [1.234, 'Amount can have at most two decimals'],
    ['1.234', '“1.234” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    [0.1 + 0.2, 'Amount can have at most two decimals'],
    [-1, 'Amount must be a number between 0.01 and 99,999,999.99.'],
    ['-0.01', '“-0.01” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    ['+1', '“+1” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    ['1,5', '“1,5” isn’t an amount in dollars. Enter 1.50.'],
    ['1234,50', '“1234,50” isn’t an amount in dollars. Enter 1,234.50.'],
    ['1.234,56', '“1.234,56” isn’t an amount in dollars. Enter 1,234.56.'],
    ['1e3', '“1e3” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    ['0x10', '“0x10” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    ['١٢', '“١٢” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
    [1e21, 'Amount must be a number between 0.01 and 99,999,999.99.'],
    [1e-7, 'Amount must be a number between 0.01 and 99,999,999.99.'],
    [Number.NaN, 'Amount must be a number between 0.01 and 99,999,999.99.'],
    [Number.POSITIVE_INFINITY, 'Amount must be a number between 0.01 and 99,999,999.99.'],
    ['1000000000000', 'Amount must be at most 99,999,999.99.'],
    ['1'.repeat(400), 'Amount must be at most 99,999,999.99.'],
    ['a'.repeat(400), `“${'a'.repeat(30)}…” isn’t an amount in dollars. Enter an amount such as 1,234.50.`],
  ])('refuses the amount %j with the message: %s', (value, sentence) => {
    expect(parseAmount(value)).toBe(sentence)
  })

  test('reads back every amount in API responses as a number and as text', () => {
    fc.assert(
      fc.property(
        anyCents,
        (cents) => parseAmount(centsToDollars(cents)) === cents && parseAmount((cents / 100).toFixed(2)) === cents,
      ),
      runs({ gate: 2000, nightly: 100_000 }),
    )
  })

  test('reads back every amount below $1,000.00 and the highest $1,000.00 in the range', () => {
    const wrong: number[] = []
    const check = (cents: number) => parseAmount(centsToDollars(cents)) === cents || wrong.push(cents)
    for (let cents = smallestAmount; cents < 100_000; cents++) check(cents)
    for (let cents = largestAmount - 100_000; cents <= largestAmount; cents++) check(cents)
    expect(wrong).toEqual([])
  })

  test('returns whole cents within the limits, or a sentence, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string(), fc.stringMatching(/^[\d.,e+-]{0,14}$/)), (value) => {
        const read = parseAmount(value)
        if (typeof read === 'string') return /^Amount |^“.*” isn’t an amount in dollars\. Enter /s.test(read)
        return Number.isInteger(read) && read >= 1 && read <= 9_999_999_999
      }),
      runs({ gate: 1000, nightly: 50_000 }),
    )
  })
})

describe('plainAmount', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['$1,234.50', '1234.50'],
    [' $ 1,234.50 ', '1234.50'],
    ['1 234.50', '1234.50'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['12,345,678', '12345678'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0', '0'],
  ])('reads the amount %j as %s (F17)', (text, plain) => {
    expect(plainAmount(text)).toBe(plain)
  })

  test.each([
    ...['1234,50', '1.234,56', '1,5', '12,34.50', '1,2345', '1,234 567', '1,234,56', ',500', '1.234', '1e3', '-5'],
    ...['(5)', '5-', '+5', '5 USD', 'USD 5', '€5', '$', '.', '', ' ', '$$5', '5$', '1.2.3', '١٢', '１２', 'a-0.019'],
  ])('refuses the amount %j (F17)', (text) => {
    expect(plainAmount(text)).toBeUndefined()
  })

  test('reads every displayed amount back without changing a digit of any text', () => {
    const shown = anyCents.map((cents) => formatDollars(centsToDollars(cents)))
    fc.assert(
      fc.property(fc.oneof(shown, fc.stringMatching(/^[$\d., e-]{0,14}$/)), (text) => {
        const digits = (plainAmount(text) ?? text).replaceAll(/\D/g, '')
        expect(digits.replace(/^0+/, '')).toBe(text.replaceAll(/\D/g, '').replace(/^0+/, ''))
      }),
      runs({ gate: 2000, nightly: 50_000 }),
    )
    fc.assert(
      fc.property(anyCents, (cents) => parseAmount(plainAmount(formatDollars(centsToDollars(cents))) ?? '') === cents),
    )
  })
})

describe('formatDollars', () => {
  test.each([
    [0.01, '$0.01'],
    [5, '$5.00'],
    [1234.5, '$1,234.50'],
    [99_999_999.99, '$99,999,999.99'],
  ])('formats the dollar amount %d as %s', (dollars, shown) => {
    expect(formatDollars(dollars)).toBe(shown)
  })

  test('formats every amount to the cent', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseAmount(formatDollars(centsToDollars(cents)).replaceAll(/[$,]/g, ''))).toBe(cents)
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })
})

describe('amountField', () => {
  test('converts dollars to cents', () => {
    expect(amountField.parse(1234.5)).toBe(123_450)
    expect(amountField.parse('1234.50')).toBe(123_450)
  })

  test.each([[undefined], [null], [''], [true], [[5]], [{}], [Number.NaN]])(
    'treats %j as a missing amount',
    (value) => {
      expect(refusedText(value)).toBe('Amount is required')
    },
  )

  test('returns the message about an invalid amount', () => {
    expect(refusedText(1.005)).toBe('Amount can have at most two decimals')
    expect(refusedText('0')).toBe('Amount must be at least 0.01.')
  })
})

test('adds amounts exactly to the cent', () => {
  expect(sumDollars([])).toBe(0)
  expect(sumDollars([0.1, 0.2])).toBe(0.3)
  expect(sumDollars(Array.from({ length: 100 }, () => 99_999_999.99))).toBe(9_999_999_999)
  fc.assert(
    fc.property(fc.array(anyCents, { maxLength: 100 }), (cents) => {
      const sum = cents.reduce((total, amount) => total + amount, 0)
      expect(sumDollars(cents.map(centsToDollars))).toBe(centsToDollars(sum))
    }),
  )
})
