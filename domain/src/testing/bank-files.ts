import type { RegisterCheck } from '../bank/clearing/findings.ts'
import { matchClearedLines } from '../bank/clearing/match.ts'
import { clearingProfile } from '../bank/clearing/profile.ts'
import { readClearingFile } from '../bank/clearing/read-file.ts'

/** The number of the account whose lines are read. */
export const own = '83920174655'
const numbers = [
  [1001, 100_000, 'Harbor Glass'],
  [1002, 30_000, 'Coast Towing'],
  [1003, 7725, 'City of Verona'],
  [1004, 48_000, 'Lakeside Paint'],
] as const
/** The account's checks, all mailed on November 26. */
export const registered = numbers.map(
  ([number, amountCents, payee]): RegisterCheck => ({
    number,
    amountCents,
    payee,
    state: 'issued',
    secondPayeeLine: null,
    checkDate: '2026-11-26',
    issuedOn: '2026-11-26',
    clearedOn: null,
    stoppedUntil: null,
  }),
)

/** What a file says about the account's checks 1001 to 1004, in one text for each part that isn't empty. */
export function said(text: string, { profile = {}, bankNames = [] as string[] } = {}) {
  const parsed = clearingProfile.parse(profile)
  const options = { accountNumber: own, bankNames, profile: parsed, timeZone: 'America/New_York' }
  const file = readClearingFile(text, options)
  const match = matchClearedLines(file.lines, {
    checks: registered,
    firstNumber: 1001,
    seen: new Set(),
    today: '2026-11-27',
  })
  const others = file.others.reduce((sum, { lines }) => sum + lines, 0)
  return [
    ...(file.problems.length > 0 ? [`refused: ${file.problems[0]?.message}`] : []),
    ...match.matched.map(({ check }) => `${check.number}`),
    ...match.exceptions.map(({ line, kind }) => `${line.number} ${kind}`),
    ...(match.notOurs.length > 0 ? [`not ours: ${match.notOurs.length}`] : []),
    ...(file.skipped > 0 ? [`left out: ${file.skipped}`] : []),
    ...(others > 0 ? [`of others: ${others}`] : []),
  ]
}

export const back = 'taken back by the bank'
