import type { RegisterCheck } from '../bank/clearing/findings.ts'
import { isLeftOut } from '../bank/clearing/lines.ts'
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

/** The records of a BAI2 file with these details of the account, in cents. */
export function bai2Of(total: number, ...records: readonly string[]): string[] {
  return [
    '01,021200025,ME,261126,0829,1,,,2/',
    '02,ME,021200025,1,261126,,USD,2/',
    `03,${own},USD/`,
    ...records,
    `49,${total},${records.length + 2}/`,
    `98,${total},1,${records.length + 4}/`,
    `99,${total},1,${records.length + 6}/`,
  ]
}

type Others = readonly { readonly id: number; readonly accountNumber: string }[]
type Changes = Readonly<Record<number, Partial<RegisterCheck>>>

/** What a file says about the account's checks 1001 to 1004, in one text for each part that isn't empty. */
export function said(
  text: string | readonly string[],
  { profile = {}, bankNames = [] as string[], others: ours = [] as Others, changes = {} as Changes } = {},
) {
  const parsed = clearingProfile.parse(profile)
  const options = { accountNumber: own, bankNames, others: ours, profile: parsed, timeZone: 'America/New_York' }
  const file = readClearingFile([text].flat().join('\n'), options)
  const match = matchClearedLines(file.lines, {
    checks: registered.map((check) => ({ ...check, ...changes[check.number] })),
    firstNumber: 1001,
    seen: new Set(),
    today: '2026-11-27',
  })
  const found = [...match.matched, ...match.exceptions].filter(({ line }) => isLeftOut(line.is))
  const left = file.skipped - found.length
  const others = file.others.reduce((sum, { lines }) => sum + lines, 0)
  return [
    ...(file.problems.length > 0 ? [`refused: ${file.problems[0]?.message}`] : []),
    ...match.matched.map(({ check }) => `${check.number}`),
    ...match.exceptions.map(({ line, kind }) => `${line.number} ${kind}`),
    ...(match.notOurs.length > 0 ? [`not ours: ${match.notOurs.length}`] : []),
    ...(left > 0 ? [`left out: ${left}`] : []),
    ...(others > 0 ? [`of others: ${others}`] : []),
  ]
}

export const back = 'taken back by the bank'
