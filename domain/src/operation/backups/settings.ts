/**
 * The retention rule for backups: the newest ones, and the newest backup of each recent day, week, and month that has a
 * backup. Days, weeks (from Monday), and months are in UTC.
 */
export interface KeepRule {
  readonly last: number
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

export const defaultKeepRule: KeepRule = { last: 7, daily: 14, weekly: 8, monthly: 12 }

const example = 'last=7,daily=14,weekly=8,monthly=12'
const day = 86_400_000
const mostOfAKind = 1000
const part = /^(last|daily|weekly|monthly)=(\d{1,4})$/

/** Parses `last=7,daily=14,weekly=8,monthly=12`; omitted values are 0. Returns a sentence if the text is invalid. */
export function parseKeepRule(text: string): KeepRule | string {
  const rule = { last: 0, daily: 0, weekly: 0, monthly: 0 }
  const named = new Set<string>()
  for (const written of text.split(',')) {
    const [, kind, count] = part.exec(written.trim()) ?? []
    if (!kind || Number(count) > mostOfAKind) return `must look like ${example}, with numbers up to ${mostOfAKind}`
    if (named.has(kind)) return `contains ${kind} twice`
    named.add(kind)
    rule[kind as keyof KeepRule] = Number(count)
  }
  return rule.last > 0 ? rule : 'must keep at least the newest backup, such as last=1'
}

/** The times, in milliseconds UTC, of the backups to keep. */
export function keptCopies(moments: readonly number[], { last, daily, weekly, monthly }: KeepRule): Set<number> {
  const newestFirst = [...new Set(moments)].sort((one, other) => other - one)
  return new Set([
    ...newestFirst.slice(0, last),
    ...newestOfEach(newestFirst, dayOf, daily),
    ...newestOfEach(newestFirst, weekOf, weekly),
    ...newestOfEach(newestFirst, monthOf, monthly),
  ])
}

function newestOfEach(newestFirst: readonly number[], periodOf: (moment: number) => number, count: number): number[] {
  const newest = new Map<number, number>()
  for (const moment of newestFirst) if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), moment)
  return [...newest.values()].slice(0, count)
}

function dayOf(moment: number): number {
  return Math.floor(moment / day)
}

// Day 4 since the epoch is Monday, January 5, 1970.
function weekOf(moment: number): number {
  return Math.floor((dayOf(moment) + 3) / 7)
}

function monthOf(moment: number): number {
  const date = new Date(moment)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

const minute = 60_000
const units = { m: minute, h: 60 * minute, d: 24 * 60 * minute } as const
const shortest = 5 * minute
const longest = 31 * units.d

/** Parses a backup interval of `30m`, `6h`, or `1d` into milliseconds; returns a sentence if it is invalid. */
export function parseInterval(text: string): number | string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? []
  const milliseconds = Number(count) * units[unit as keyof typeof units]
  return milliseconds >= shortest && milliseconds <= longest
    ? milliseconds
    : 'must look like 30m, 6h, or 1d, from 5m to 31d'
}
