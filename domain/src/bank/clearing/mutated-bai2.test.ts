import fc from 'fast-check'
import { expect, test } from 'vitest'
import { own, registered } from '../../testing/bank-files.ts'
import { runs } from '../../testing/random.ts'
import { matchClearedLines } from './match.ts'
import { readClearingFile } from './read-file.ts'

interface Check {
  readonly number: number
  readonly cents: number
}

interface Listed {
  /** Null for a check without a serial number. */
  readonly number: number | null
  readonly cents: number
  readonly isBack: boolean
}

/** Checks that are paid several times, taken back, or listed without a serial number. */
const anyListed: fc.Arbitrary<Listed> = fc.record({
  number: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(1001, 1002, 1003, 1004, 9001) }, fc.constant(null)),
  cents: fc.constantFrom(100_000, 30_000, 7725, 48_000),
  isBack: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
})

const endings = ['', 'CHECK PAID', 'SERIAL 77', 'PAID 11/26']
const firstReferences = [70_000_001, 9_000_001, 500_101, 52_001]

/** A BAI2 file whose bank references look like check numbers, with an interim statement of the first payments or none. */
function fileOf(
  listed: readonly Listed[],
  { reference, ending, interim }: Record<'reference' | 'ending' | 'interim', number>,
) {
  const details = listed.map(
    ({ number, cents, isBack }, at) =>
      `16,${isBack ? 395 : 475},${cents},0,${(firstReferences[reference] ?? 0) + at},${number ?? ''},${endings[ending]}/`,
  )
  const group = (lines: readonly string[], mark: string) => [
    `02,ME,021200025,1,261126,,USD,${mark}/`,
    `03,${own},USD/`,
    ...lines,
    '49,,/',
    '98,,,/',
  ]
  const before = interim > 0 ? group(details.slice(0, interim), '1') : []
  return ['01,021200025,ME,261126,0829,1,,,2/', ...before, ...group(details, '2'), '99,,,/']
}

/** The payments of the final statement, line by line. */
function readListed(lines: readonly string[]): Listed[] {
  return lines.slice(lines.findLastIndex((line) => line.startsWith('02'))).flatMap((line) => {
    const [, code, cents, number] = /^16,(475|395),(\d+),0,\d+,(\d*),/.exec(line) ?? []
    return code ? [{ number: number ? Number(number) : null, cents: Number(cents), isBack: code === '395' }] : []
  })
}

/** The ways in which payments are damaged that no control total reveals. */
const changes: Readonly<Record<string, (lines: readonly string[], at: number, other: number) => string[]>> = {
  'without a line': (lines, at) => lines.toSpliced(at, 1),
  'with a repeated line': (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  'with two lines exchanged': (lines, at, other) => lines.with(at, lines[other] ?? '').with(other, lines[at] ?? ''),
  'with a blank line': (lines, at) => lines.toSpliced(at, 0, ''),
  unchanged: (lines) => [...lines],
}

test('blames no check by a bank reference, whatever is paid twice, taken back, or has no serial number', () => {
  fc.assert(
    fc.property(
      fc.array(anyListed, { minLength: 1, maxLength: 8 }),
      fc.record({
        reference: fc.nat({ max: firstReferences.length - 1 }),
        ending: fc.nat({ max: endings.length - 1 }),
        interim: fc.nat({ max: 3 }),
      }),
      fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(), fc.nat()),
      (listed, how, [change, one, two]) => {
        // A payment that only the interim statement has is one of the bank’s.
        fc.pre(change !== 'without a line' || how.interim === 0)
        const whole = fileOf(listed, how)
        // Damage in the interim statement would make it tell something else than the final one.
        const first = whole.findLastIndex((line) => line.startsWith('02')) + 2
        const at = (place: number) => first + (place % listed.length)
        const lines = changes[change]?.(whole, at(one), at(two)) ?? whole
        const stated = readListed(lines)
        const serials = stated.filter(({ number, isBack }) => number !== null && !isBack)
        fc.pre(serials.length * 4 >= stated.filter(({ isBack }) => !isBack).length && serials.length > 0)
        // The only number of all checks with several amounts is that of a store.
        const amounts = new Set(serials.map(({ cents }) => cents))
        fc.pre(new Set(serials.map(({ number }) => number)).size > 1 || amounts.size === 1)
        const file = readClearingFile(lines.join('\n'), { accountNumber: own })
        expect(file.problems).toEqual([])
        const match = matchClearedLines(file.lines, { checks: registered, firstNumber: 1001, seen: new Set() })
        const isOne = (check: Check, isBack: boolean) => (all: Listed) =>
          all.number === check.number && all.cents === check.cents && all.isBack === isBack
        const isPaid = (check: Check) =>
          stated.filter(isOne(check, false)).length > stated.filter(isOne(check, true)).length
        const due = registered.map(({ number, amountCents: cents }) => ({ number, cents })).filter(isPaid)
        expect(match.matched.map(({ check }) => check.number).toSorted()).toEqual(due.map(({ number }) => number))
        for (const { line, kind } of match.exceptions) {
          const { number, amountCents: cents } = line
          const isBack = kind === 'taken back by the bank'
          expect(stated.some((all) => all.number === number && all.cents === cents && all.isBack === isBack)).toBe(true)
        }
        const backs = match.exceptions.filter(({ kind }) => kind === 'taken back by the bank')
        expect(backs.length).toBe(stated.filter(({ isBack }) => isBack).length)
      },
    ),
    runs({ gate: 400, nightly: 10_000 }),
  )
})
