import fc from 'fast-check'
import { expect, test } from 'vitest'
import { own, registered } from '../../testing/bank-files.ts'
import { runs } from '../../testing/random.ts'
import { matchClearedLines } from './match.ts'
import { readClearingFile } from './read-file.ts'

interface Payment {
  readonly number: number
  readonly cents: number
}

/** Payments with right and wrong amounts, and with numbers that the register doesn't have. */
const anyPayment: fc.Arbitrary<Payment> = fc.record({
  number: fc.constantFrom(1001, 1002, 1003, 1004, 1005, 9001),
  cents: fc.constantFrom(100_000, 30_000, 7725, 48_000, 12_345),
})
const anyPayments = fc.uniqueArray(anyPayment, { minLength: 1, maxLength: 5, selector: ({ number }) => number })

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** How each format tells payments, with a line for each payment. */
const writers = {
  BAI2: (payments: readonly Payment[]) => {
    const total = payments.reduce((sum, { cents }) => sum + cents, 0)
    return [
      '01,021200025,ME,261126,0829,1,,,2/',
      '02,ME,021200025,1,261126,,USD,2/',
      `03,${own},USD/`,
      ...payments.map(({ number, cents }) => `16,475,${cents},Z,R${number},${number},CHECK PAID/`),
      `49,${total},${payments.length + 2}/`,
      `98,${total},1,${payments.length + 4}/`,
      `99,${total},1,${payments.length + 6}/`,
    ]
  },
  OFX: (payments: readonly Payment[]) => [
    `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${own}</BANKACCTFROM><BANKTRANLIST>`,
    ...payments.map(
      ({ number, cents }) =>
        `<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261126<TRNAMT>-${dollars(cents)}<FITID>F${number}<CHECKNUM>${number}</STMTTRN>`,
    ),
    '</BANKTRANLIST></STMTRS></OFX>',
  ],
  CSV: (payments: readonly Payment[]) => [
    'Date,Check Number,Description,Amount,Balance',
    ...payments.map(({ number, cents }) => `11/26/2026,${number},CHECK,-${dollars(cents)},5000.00`),
    '11/26/2026,,DEPOSIT,812.00,5812.00',
  ],
}
type Format = keyof typeof writers

/** Finds payments line by line, without knowing anything else about a format. */
const smallReaders: Readonly<Record<Format, RegExp>> = {
  BAI2: /^16,475,(?<cents>\d+),Z,R\d+,(?<number>\d+),CHECK PAID\/$/,
  OFX: /^<STMTTRN>.*<TRNAMT>-(?<dollars>[\d.]+)<FITID>F\d+<CHECKNUM>(?<number>\d+)<\/STMTTRN>$/,
  CSV: /^11\/26\/2026[,;|\t](?<number>\d+)[,;|\t]CHECK[,;|\t]-(?<dollars>[\d.]+)[,;|\t]5000\.00$/,
}

function readSmall(format: Format, lines: readonly string[]): Payment[] {
  const all = lines.flatMap((line) => {
    const { number, cents, dollars: amount } = smallReaders[format].exec(line)?.groups ?? {}
    return number === undefined
      ? []
      : [{ number: Number(number), cents: Math.round(Number(cents ?? Number(amount) * 100)) }]
  })
  // The same FITID is the same payment.
  const isFirst = ({ number }: Payment, at: number) => all.findIndex((one) => one.number === number) === at
  return format === 'OFX' ? all.filter(isFirst) : all
}

type Change = (lines: readonly string[], at: number, other: number) => string[]

/** The ways in which files are damaged on their way. */
const changes: Readonly<Record<string, Change>> = {
  'cut off': (lines, at) => lines.slice(0, at),
  'without a line': (lines, at) => lines.toSpliced(at, 1),
  'with a repeated line': (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  'with two lines exchanged': (lines, at, other) => lines.with(at, lines[other] ?? '').with(other, lines[at] ?? ''),
  'with a blank line': (lines, at) => lines.toSpliced(at, 0, ''),
  'with another separator': (lines) => lines.map((line) => line.replaceAll(',', ';')),
  'with a line of letters': (lines, at) => lines.toSpliced(at, 0, 'PAGE 2 OF REPORT'),
  unchanged: (lines) => [...lines],
}

test('reads a damaged file as a small reader does, or refuses it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Format>('BAI2', 'OFX', 'CSV'),
      anyPayments,
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(), fc.nat()), { minLength: 1, maxLength: 2 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (format, payments, damage, end) => {
        const lines = damage.reduce<readonly string[]>(
          (all, [how, at, other]) =>
            all.length === 0 ? all : (changes[how]?.(all, at % all.length, other % all.length) ?? all),
          writers[format](payments),
        )
        const file = readClearingFile(lines.join(end), { accountNumber: own })
        const known = new Map(registered.map((check) => [check.number, check.amountCents]))
        const match = matchClearedLines(file.lines, { checks: registered, firstNumber: 1001, seen: new Set() })
        if (file.problems.length > 0) return
        const stated = readSmall(format, lines)
        const isPaid = ({ number, cents }: Payment) => known.get(number) === cents
        const cleared = match.matched.map(({ check }) => check.number)
        expect(cleared.toSorted()).toEqual([...new Set(stated.filter(isPaid).map(({ number }) => number))].toSorted())
        for (const { kind, line } of match.exceptions) {
          const all = stated.filter(({ number }) => number === line.number)
          const isBlamed = all.some((payment) => payment.cents === line.amountCents)
          const isRight = all.length > 1 || !all.every(isPaid)
          expect({ kind, number: line.number, isBlamed, isRight }).toMatchObject({ isBlamed: true, isRight: true })
        }
      },
    ),
    runs({ gate: 300, nightly: 10_000 }),
  )
})
