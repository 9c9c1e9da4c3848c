import fc from 'fast-check'
import { expect, test } from 'vitest'
import { own, registered } from '../../testing/bank-files.ts'
import { runs } from '../../testing/random.ts'
import { isLeftOut } from './lines.ts'
import { matchClearedLines } from './match.ts'
import { decodeClearingFile, readClearingFile } from './read-file.ts'

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

const swap = (line: string, one: number, other: number) => {
  const cells = line.split(',')
  if (cells.length <= Math.max(one, other)) return line
  return cells
    .with(one, cells[other] ?? '')
    .with(other, cells[one] ?? '')
    .join(',')
}
const withNumbers = (lines: readonly string[], change: (digits: string) => string, format: Format) =>
  lines.map((line) => {
    if (format === 'BAI2') return line.replace(/^(16,475,)(\d+)/, (_, code, digits) => `${code}${change(digits)}`)
    if (format === 'OFX') return line.replace(/(<TRNAMT>-)([\d.]+)/, (_, tag, digits) => `${tag}${change(digits)}`)
    return line.replace(/(CHECK,-)([\d.]+)/, (_, text, digits) => `${text}${change(digits)}`)
  })

/** Damage after which single lines still tell payments, but not always those of the bank. */
const deepChanges: Readonly<Record<string, (lines: readonly string[], at: number, format: Format) => string[]>> = {
  'with two columns swapped in every line': (lines, at) => lines.map((line) => swap(line, at % 3, 3)),
  'with two columns swapped in one line': (lines, at) => lines.with(at, swap(lines[at] ?? '', 1, 3)),
  'with a line repeated at the end': (lines, at) => [...lines, lines[at] ?? ''],
  'with every line repeated': (lines) => lines.flatMap((line) => [line, line]),
  'with the sign of one line changed': (lines, at) =>
    lines.with(at, (lines[at] ?? '').replace('CHECK,-', 'CHECK,').replace('<TRNAMT>-', '<TRNAMT>')),
  'with truncated amounts': (lines, _, format) => withNumbers(lines, (digits) => digits.slice(0, -1), format),
  'with one truncated amount': (lines, at, format) =>
    lines.with(at, withNumbers([lines[at] ?? ''], (digits) => digits.slice(0, -2), format)[0] ?? ''),
  'with the first line repeated in the middle': (lines, at) => lines.toSpliced(at, 0, lines[0] ?? ''),
  'with the statement twice': (lines) => [...lines, ...lines],
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytesOf = (text: string, split: (unit: number) => number[]) =>
  Uint8Array.from(text.split('').flatMap((letter) => split(letter.charCodeAt(0))))
const utf16 = (text: string) => bytesOf(text, (unit) => [unit % 256, Math.floor(unit / 256)])

/** The encodings in which banks and editors save files. */
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': utf8,
  'UTF-8 with BOM': (text) => utf8(`\uFEFF${text}`),
  'UTF-16 with BOM': (text) => utf16(`\uFEFF${text}`),
  'UTF-16 without BOM': utf16,
  'big-endian UTF-16': (text) => bytesOf(`\uFEFF${text}`, (unit) => [Math.floor(unit / 256), unit % 256]),
  'Windows-1252': (text) => bytesOf(text.replaceAll('CHECK PAID', 'CHECK \xE9'), (unit) => [unit]),
}

/** Whether a line has both numbers, as cents or as dollars. */
function tells(line: string, { number, cents }: Payment): boolean {
  const written = [...line.matchAll(/\d+(?:\.\d*)?/g)].map(([digits]) => digits)
  const isAmount = (digits: string) => Number(digits) === cents || Math.round(Number(digits) * 100) === cents
  return written.some((digits) => Number(digits) === number) && written.some(isAmount)
}

/** Whether the amounts of a check have lost their signs, although those of most other checks have theirs. */
function isOnlyReversed(lines: readonly string[], number: number): boolean {
  const signed = lines.filter((line) => /CHECK,-|<TRNAMT>-/.test(line))
  const unsigned = lines.filter((line) => !line.includes('-') && /CHECK,\d+\.|<TRNTYPE>CHECK.*<TRNAMT>\d/.test(line))
  const own = lines.filter((line) => line.includes(String(number)))
  return unsigned.length < signed.length && own.length > 0 && own.every((line) => unsigned.includes(line))
}

test('never clears a check by a payment that no line of a badly damaged file tells', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Format>('BAI2', 'OFX', 'CSV'),
      anyPayments,
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(deepChanges)), fc.nat()), { minLength: 1, maxLength: 2 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom(...Object.keys(encodings)),
      (format, payments, damage, end, encoding) => {
        const lines = damage.reduce<readonly string[]>(
          (all, [how, at]) => deepChanges[how]?.(all, at % all.length, format) ?? all,
          writers[format](payments),
        )
        const bytes = encodings[encoding]?.(lines.join(end)) ?? new Uint8Array()
        const file = readClearingFile(decodeClearingFile(bytes), { accountNumber: own })
        if (file.problems.length > 0) return
        const match = matchClearedLines(file.lines, { checks: registered, firstNumber: 1001, seen: new Set() })
        const sent = new Set(payments.map(({ number, cents }) => `${number} ${cents}`))
        for (const { check, line } of match.matched) {
          const { number, amountCents: cents } = check
          expect(line.amountCents).toBe(cents)
          const isStated = lines.some((one) => tells(one, { number, cents }))
          const [isSent, isReversed] = [sent.has(`${number} ${cents}`), isOnlyReversed(lines, number)]
          const facts = { number, isStated, isSent, isReversed }
          expect(facts).toEqual({ number, isStated: true, isSent: true, isReversed: false })
        }
        const cleared = match.matched.map(({ check }) => check.number)
        expect(new Set(cleared).size).toBe(cleared.length)
      },
    ),
    runs({ gate: 400, nightly: 10_000 }),
  )
})

test.each(Object.keys(encodings))('reads an undamaged file in the encoding %s with all line ends', (encoding) => {
  const payments = [
    { number: 1001, cents: 100_000 },
    { number: 1002, cents: 30_000 },
  ]
  for (const format of ['BAI2', 'OFX', 'CSV'] as const)
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = encodings[encoding]?.(writers[format](payments).join(end)) ?? new Uint8Array()
      const { lines, problems } = readClearingFile(decodeClearingFile(bytes), { accountNumber: own })
      expect(problems).toEqual([])
      expect(lines.filter(({ is }) => !isLeftOut(is)).map(({ number, amountCents }) => [number, amountCents])).toEqual([
        [1001, 100_000],
        [1002, 30_000],
      ])
    }
})
