import { describe, expect, test } from 'vitest'
import { statuses } from '../../check-requests/lifecycle.ts'
import { checkOut, dayOfEvent, dayOfIssue, isTaken, journalEvents } from './events.ts'

describe('outstanding checks', () => {
  // Handwritten: the statuses at which a check with a number is outstanding.
  const outAt = new Set(['printed', 'signed', 'ready', 'closed'])
  test.each(statuses.map(({ name }) => name))(
    'reports whether the check of a request at status %s is outstanding',
    (status) => {
      expect(checkOut({ status, checkNumber: '1001' })).toBe(outAt.has(status) ? '1001' : undefined)
      expect(checkOut({ status, checkNumber: null })).toBeUndefined()
    },
  )
})

describe('journal events of a change', () => {
  const [printed, signed] = [
    { status: 'printed', checkNumber: null },
    { status: 'signed', checkNumber: '1001' },
  ] as const

  test('records an issue when the number is entered', () => {
    expect(journalEvents(printed, signed)).toEqual([{ kind: 'issue', checkNumber: '1001' }])
  })
  test('records nothing while the same check is outstanding', () => {
    expect(journalEvents(signed, { ...signed, status: 'closed' })).toEqual([])
  })
  test('records nothing without a check', () => {
    expect(journalEvents(undefined, { status: 'request', checkNumber: null })).toEqual([])
    expect(journalEvents({ status: 'approved', checkNumber: null }, printed)).toEqual([])
  })
  test('records a void when the request goes back with or without its number', () => {
    const voided = [{ kind: 'void', checkNumber: '1001' }]
    expect(journalEvents(signed, { status: 'approved', checkNumber: null })).toEqual(voided)
    expect(journalEvents(signed, { status: 'rejected', checkNumber: '1001' })).toEqual(voided)
  })
  test('records a void and then an issue when another check replaces it', () => {
    expect(journalEvents(signed, { ...signed, checkNumber: '1002' })).toEqual([
      { kind: 'void', checkNumber: '1001' },
      { kind: 'issue', checkNumber: '1002' },
    ])
  })
})

test.each([
  ['2026-11-23', null, undefined, '2026-11-23'],
  ['2026-10-31', '2026-10-31', undefined, '2026-11-01'],
  ['2026-11-01', '2026-10-31', undefined, '2026-11-01'],
  ['2026-11-23', '2026-10-31', '2026-11-24', '2026-11-24'],
  ['2026-12-01', '2026-10-31', '2026-10-02', '2026-12-01'],
] as const)(
  'dates an event on %s, with the journal closed through %s and the check issued on %s, as $3',
  (today, closed, issuedOn, expected) => {
    expect(dayOfEvent(today, closed, issuedOn)).toBe(expected)
  },
)

test.each([
  ['2026-11-26', null, '2026-11-26'],
  ['2026-10-02', null, '2026-10-02'],
  ['2026-11-26', '2026-10-31', '2026-11-26'],
  ['2026-10-31', '2026-10-31', '2026-11-01'],
] as const)('issues a check dated %s, with the journal closed through %s, on %s', (date, closed, expected) => {
  expect(dayOfIssue(date, closed)).toBe(expected)
})

test.each([
  ['2026-11-23', '2026-11-23', false, true],
  ['2026-11-24', '2026-11-23', false, false],
  ['2026-11-23', '2026-11-01', false, true],
  ['2026-11-23', '2026-10-31', false, false],
  ['2026-11-23', '2026-11-23', true, false],
] as const)(
  'includes an event in an export of Nov 1 to 23 (event on %s, check issued on %s, exported before: %s; expected: %s)',
  (day, issuedOn, exported, expected) => {
    expect(isTaken({ day, issuedOn, exported }, '2026-11-01', '2026-11-23')).toBe(expected)
  },
)
