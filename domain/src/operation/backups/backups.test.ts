import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KeepRule, keptCopies, parseInterval, parseKeepRule } from './settings.ts'

const hour = 3_600_000
const day = 24 * hour
const at = (text: string) => Date.parse(`${text}:00Z`)

describe('backup retention', () => {
  const nothing: KeepRule = { last: 0, daily: 0, weekly: 0, monthly: 0 }
  const kept = (rule: Partial<KeepRule>, ...moments: string[]) =>
    [...keptCopies(moments.map(at), { ...nothing, ...rule })].map((moment) =>
      new Date(moment).toISOString().slice(0, 16),
    )

  test('keeps the latest backups', () => {
    expect(kept({ last: 2 }, '2026-11-20T01:00', '2026-11-22T01:00', '2026-11-21T01:00')).toEqual([
      '2026-11-22T01:00',
      '2026-11-21T01:00',
    ])
  })

  test('keeps the newest backup of each recent day that has one', () => {
    const copies = ['2026-11-22T23:59', '2026-11-22T00:00', '2026-11-21T12:00', '2026-11-15T09:00', '2026-11-14T09:00']
    expect(kept({ daily: 3 }, ...copies)).toEqual(['2026-11-22T23:59', '2026-11-21T12:00', '2026-11-15T09:00'])
  })

  test('starts weeks on Monday and months on the first', () => {
    // November 22, 2026, is a Sunday.
    const copies = ['2026-11-23T00:00', '2026-11-22T23:59', '2026-11-16T00:00', '2026-11-15T23:59']
    expect(kept({ weekly: 9 }, ...copies)).toEqual(['2026-11-23T00:00', '2026-11-22T23:59', '2026-11-15T23:59'])
    expect(kept({ monthly: 9 }, '2027-01-01T00:00', '2026-12-31T23:59', '2026-12-01T00:00')).toEqual([
      '2027-01-01T00:00',
      '2026-12-31T23:59',
    ])
  })

  const small = fc.integer({ min: 0, max: 6 })
  const rules = fc.record({ last: fc.integer({ min: 1, max: 6 }), daily: small, weekly: small, monthly: small })
  const start = at('2026-01-01T00:00')
  const schedules = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 200 })

  /** The remaining backups when the rule is applied after each new backup. */
  function* lived(rule: KeepRule, gaps: readonly number[]) {
    let now = start
    let copies: number[] = []
    for (const gap of gaps) {
      now += gap * hour
      copies = [...keptCopies([...copies, now], rule)]
      yield { now, copies }
    }
  }

  test('always keeps the newest backup and keeps the same backups when applied again', () => {
    fc.assert(
      fc.property(rules, schedules, (rule, gaps) => {
        for (const { now, copies } of lived(rule, gaps)) {
          expect(copies).toContain(now)
          expect(keptCopies(copies, rule)).toEqual(new Set(copies))
          expect(copies.length).toBeLessThanOrEqual(rule.last + rule.daily + rule.weekly + rule.monthly)
        }
      }),
    )
  })

  test('keeps the same backups whether applied after each backup or once at the end', () => {
    fc.assert(
      fc.property(rules, schedules, (rule, gaps) => {
        const all: number[] = []
        for (const { now, copies } of lived(rule, gaps)) {
          all.push(now)
          expect(new Set(copies)).toEqual(keptCopies(all, rule))
        }
      }),
    )
  })

  test('keeps a backup for each recent day and week when backups are hourly', () => {
    const rule = { last: 3, daily: 7, weekly: 4, monthly: 0 }
    const hourly = Array.from({ length: 60 * 24 }, () => 1)
    for (const { now, copies } of lived(rule, hourly)) {
      if (now - start < 35 * day) continue
      for (let back = 0; back < 6; back += 1)
        expect(copies.some((copy) => copy > now - (back + 1) * day && copy <= now - back * day)).toBe(true)
      expect(copies.some((copy) => copy < now - 14 * day)).toBe(true)
    }
  })
})

test.each([
  ['last=7,daily=14,weekly=8,monthly=12', { last: 7, daily: 14, weekly: 8, monthly: 12 }],
  [' last=1 ', { last: 1, daily: 0, weekly: 0, monthly: 0 }],
  ['monthly=2, last=3', { last: 3, daily: 0, weekly: 0, monthly: 2 }],
  ['daily=3', 'must keep at least the newest backup, such as last=1'],
  ['last=0', 'must keep at least the newest backup, such as last=1'],
  ['last=1,last=2', 'contains last twice'],
  ['yearly=1,last=1', expect.stringContaining('must look like last=7')],
  ['last=1001', expect.stringContaining('up to 1000')],
  ['', expect.stringContaining('must look like')],
])('parses the retention rule %s', (text, rule) => {
  expect(parseKeepRule(text)).toEqual(rule)
})

test.each([
  ['5m', 300_000],
  ['6h', 6 * hour],
  ['1d', day],
  ['31d', 31 * day],
  ['4m', expect.stringContaining('from 5m to 31d')],
  ['32d', expect.stringContaining('from 5m to 31d')],
  ['daily', expect.stringContaining('must look like')],
  ['6', expect.stringContaining('must look like')],
])('parses the interval %s', (text, milliseconds) => {
  expect(parseInterval(text)).toEqual(milliseconds)
})
