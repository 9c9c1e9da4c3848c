/**
 * Which copies of an installation are kept: the newest ones, and of each of the last days, weeks and months that have a
 * copy the newest one. Days, weeks (from Monday) and months are those of UTC.
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

/** Reads `last=7,daily=14,weekly=8,monthly=12`; what is left out is 0. A text says what is wrong with it. */
export function parseKeepRule(text: string): KeepRule | string {
  const rule = { last: 0, daily: 0, weekly: 0, monthly: 0 }
  const named = new Set<string>()
  for (const written of text.split(',')) {
    const [, kind, count] = part.exec(written.trim()) ?? []
    if (!kind || Number(count) > mostOfAKind) return `must be like ${example}, each up to ${mostOfAKind}`
    if (named.has(kind)) return `names ${kind} twice`
    named.add(kind)
    rule[kind as keyof KeepRule] = Number(count)
  }
  return rule.last > 0 ? rule : 'must keep at least the last copy: last=1'
}

/** Those of these moments, in milliseconds UTC, whose copies are kept. */
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

// The first Monday of this count of days is the 5th of January 1970.
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

/** How long after one copy the next is made: reads `30m`, `6h` or `1d` as milliseconds; a text says what is wrong. */
export function parseInterval(text: string): number | string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? []
  const milliseconds = Number(count) * units[unit as keyof typeof units]
  return milliseconds >= shortest && milliseconds <= longest
    ? milliseconds
    : 'must be like 30m, 6h or 1d, from 5m to 31d'
}
