import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClearingCsv } from './csv.ts'
import type { RegisterCheck } from './findings.ts'
import type { ClearedLine } from './lines.ts'
import { matchClearedLines } from './match.ts'
import { clearingCsvMapping } from './profile.ts'

const line = (more: Partial<ClearedLine> = {}): ClearedLine => ({
  number: 1234,
  amountCents: 123456,
  date: '2026-11-20',
  payee: null,
  reference: null,
  line: 2,
  fingerprint: 'one',
  ...more,
})
const check = (more: Partial<RegisterCheck> = {}): RegisterCheck => ({
  number: 1234,
  state: 'issued',
  amountCents: 123456,
  payee: 'Acme Parts, Inc.',
  secondPayeeLine: null,
  issuedOn: '2026-11-18',
  clearedOn: null,
  stoppedUntil: null,
  ...more,
})
const match = (lines: readonly ClearedLine[], checks: readonly RegisterCheck[], seen: readonly string[] = []) =>
  matchClearedLines(lines, { checks, firstNumber: 1000, seen: new Set(seen) })
const foundIn = (one: Partial<ClearedLine>, other: Partial<RegisterCheck>) => {
  const { exceptions } = match([line(one)], [check(other)])
  return exceptions.map(({ kind, sentence }) => `${kind}: ${sentence}`)
}

test('matches a payment with a check issued for the same number and amount', () => {
  expect(match([line()], [check({ number: 1 }), check()])).toEqual({
    matched: [{ line: line(), check: check() }],
    exceptions: [],
    takenBack: [],
    repeated: [],
    notOurs: [],
  })
})

test('marks a line from an earlier file as repeated, whatever the check’s state', () => {
  const { repeated, matched, exceptions } = match(
    [line(), line({ fingerprint: 'two', number: 1235 })],
    [check({ state: 'cleared', clearedOn: '2026-11-20' }), check({ number: 1235 })],
    ['one'],
  )
  expect([repeated.length, matched.length, exceptions.length]).toEqual([1, 1, 0])
})

describe('exceptions', () => {
  test.each([
    [
      { number: null },
      {},
      'unknown number: The bank paid a check without a number. Ask the bank for a picture of the check.',
    ],
    [
      { number: 999 },
      {},
      'unknown number: Check 999 is from before this register. If it is yours, enter it as an outstanding check. If not, tell the bank today.',
    ],
    [
      { number: 1000 },
      {},
      'out of sequence: Check 1000 was never used on this account. It might be a forgery. Tell the bank today.',
    ],
    [
      { amountCents: 923456 },
      {},
      'amount differs: The bank paid $9,234.56 for check 1234, which is for $1,234.56. Ask the bank for a picture of the check.',
    ],
    [
      { payee: 'ACNE PARTS INC' },
      {},
      'payee differs: The bank read “ACNE PARTS INC” on check 1234, which is made out to “Acme Parts, Inc.”. Ask the bank for a picture of the check.',
    ],
    [
      {},
      { state: 'cleared', clearedOn: '2026-11-20' },
      'cleared twice: Check 1234 was already paid on Nov 20, 2026. This might be the same payment from another file.',
    ],
    [
      {},
      { state: 'cleared', clearedOn: '2026-11-19' },
      'cleared twice: Check 1234 was already paid on Nov 19, 2026. Tell the bank today.',
    ],
    [
      {},
      { state: 'voided' },
      'voided or stopped but paid: Check 1234 was voided, but the bank paid it. Tell the bank today.',
    ],
    [
      {},
      { state: 'spoiled' },
      'voided or stopped but paid: Check 1234 was spoiled in printing, but the bank paid it. It might be a forgery. Tell the bank today.',
    ],
    [
      {},
      { state: 'stopped', stoppedUntil: '2026-11-20' },
      'voided or stopped but paid: Check 1234 was stopped, but the bank paid it anyway. Tell the bank today. The bank owes you the amount.',
    ],
    [
      {},
      { state: 'stopped', stoppedUntil: '2026-11-19' },
      'voided or stopped but paid: Check 1234 was stopped until Nov 19, 2026, and the bank paid it after that. Settle the payment with the payee.',
    ],
    [
      {},
      { state: 'released', issuedOn: null },
      'out of sequence: Check 1234 was released before it was printed. It might be a forgery. Tell the bank today.',
    ],
    ...(['reserved', 'printed', 'signed'] as const).map(
      (state) =>
        [
          {},
          { state, issuedOn: null },
          'paid before it was issued: Check 1234 hasn’t been handed over yet, but the bank has paid it. Find the paper check now.',
        ] as const,
    ),
    [
      { date: '2026-11-17' },
      {},
      'paid before it was issued: Check 1234 was handed over on Nov 18, 2026 but was paid earlier, on Nov 17, 2026.',
    ],
  ] as const)('reports an exception for the payment %o against the check %o', (one, other, sentence) => {
    expect(foundIn(one, other)).toEqual([sentence])
  })

  test('classifies an exception by its most serious finding and mentions every finding', () => {
    expect(foundIn({ amountCents: 1, payee: 'SOMEBODY' }, { state: 'voided' })).toEqual([
      expect.stringMatching(
        /^voided or stopped but paid: .* voided.* The bank paid \$0\.01 .* The bank read “SOMEBODY”/,
      ),
    ])
  })

  test('reports an unknown number if the register is empty', () => {
    const { exceptions } = matchClearedLines([line()], { checks: [], firstNumber: null, seen: new Set() })
    expect(exceptions).toMatchObject([{ kind: 'unknown number', check: null }])
  })
})

test('accepts a payment on the day the check was handed over', () => {
  expect(foundIn({ date: '2026-11-18' }, {})).toEqual([])
})

test('reports a payment and its reversal in one file once, with both lines and all findings', () => {
  const back = line({ line: 3, is: 'reversal' })
  const { matched, exceptions, takenBack } = match([line(), back], [check({ state: 'voided' })])
  expect([matched, takenBack.map((one) => one.line)]).toEqual([[], [2]])
  expect(exceptions).toMatchObject([
    {
      line: { line: 3 },
      kind: 'taken back by the bank',
      sentence: expect.stringMatching(/reversed its payment of check 1234.* is on line 2 of this file\. .*voided/),
    },
  ])
})

describe('payee comparison', () => {
  test.each([
    ['ACME PARTS INC', 'Acme Parts, Inc.', null],
    ['RENEE DUBOIS', 'Renée Dubois', null],
    ['ACME PARTS INC', 'Acme Parts, Inc.', 'AND Bo'],
    ['FORD MOTOR CREDIT COMP', 'Ford Motor Credit Company LLC', null],
    ['ANN LEE AND BO LEE', 'Ann Lee', 'AND Bo Lee'],
  ])('accepts the bank’s payee %s as %s', (byBank, payee, secondPayeeLine) => {
    expect(foundIn({ payee: byBank }, { payee, secondPayeeLine })).toEqual([])
  })

  test.each([
    ['ACME', 'Acme Parts, Inc.'],
    ['ACME PARTS INC OF NOWHERE', 'Acme Parts, Inc.'],
    ['', '株式会社'],
    ['???', '株式会社'],
  ])('doesn’t accept the bank’s payee %s as %s', (byBank, payee) => {
    expect(foundIn({ payee: byBank }, { payee })).toHaveLength(1)
  })
})

describe('repeated payments of a check in one file', () => {
  const kinds = (lines: readonly ClearedLine[]) => {
    const { matched, exceptions } = match(lines, [check()])
    return {
      matched: matched.map((one) => one.line.line),
      exceptions: exceptions.map((one) => [one.line.line, one.kind]),
    }
  }

  test('matches the check only once', () => {
    expect(kinds([line(), line({ line: 3 }), line({ line: 4 })])).toEqual({
      matched: [2],
      exceptions: [
        [3, 'cleared twice'],
        [4, 'cleared twice'],
      ],
    })
  })

  test('matches the correct line even from an altered copy', () => {
    expect(kinds([line({ amountCents: 9 }), line({ line: 3 })])).toEqual({
      matched: [3],
      exceptions: [[2, 'cleared twice']],
    })
  })

  test('matches no line if none is correct', () => {
    expect(kinds([line({ amountCents: 9 }), line({ amountCents: 8, line: 3 })])).toEqual({
      matched: [],
      exceptions: [
        [2, 'amount differs'],
        [3, 'cleared twice'],
      ],
    })
  })

  test('names both lines in the exception', () => {
    expect(match([line(), line({ line: 3 })], [check()]).exceptions[0]?.sentence).toBe(
      'Check 1234 is paid on line 2 of this file and again on line 3. Tell the bank today.',
    )
  })
})

test('finds nothing new in a repeated file and only the new lines in a longer one', () => {
  const columns = { has_names: false, number: 1, amount: 2, date: 3 }
  const forms = { amount_form: 'cents', date_form: 'YYYYMMDD', checks: 'all' }
  const mapping = clearingCsvMapping.parse({ ...columns, ...forms })
  const linesOf = (rows: readonly string[]) =>
    readClearingCsv(rows.join('\n'), mapping, { accountNumber: '83920174655' }).lines
  const anyRow = fc.constantFrom('1,5,20261120', '2,5,20261120', '1,6,20261120', ',5,20261121')
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1 }), fc.array(anyRow), (first, more) => {
      const seen = new Set(linesOf(first).map(({ fingerprint }) => fingerprint))
      const { matched, exceptions, repeated } = matchClearedLines(linesOf([...first, ...more]), {
        checks: [check({ number: 1, amountCents: 5 })],
        firstNumber: 1,
        seen,
      })
      expect(repeated).toHaveLength(first.length)
      expect(matched.length + exceptions.length).toBe(more.length)
      expect(matched.length).toBeLessThanOrEqual(1)
    }),
  )
})
