import { describe, expect, test } from 'vitest'
import { lateText, leftText, overdueText, waitingText } from '#check-requests/status/waiting.ts'

const now = new Date('2026-11-21T12:00:00')

function hoursBefore(hours: number): string {
  return new Date(now.getTime() - hours * 3_600_000).toISOString()
}

describe('waiting time', () => {
  test.each([
    [0.01, 'just now'],
    [1 / 60, 'waiting 1 minute'],
    [0.99, 'waiting 59 minutes'],
    [1, 'waiting 1 hour'],
    [23.9, 'waiting 23 hours'],
    [24, 'waiting 1 day'],
    [71.9, 'waiting 2 days'],
    [72, 'waiting 3 days'],
  ])('formats a wait of %s hours as "%s"', (hours, text) => {
    expect(waitingText(hoursBefore(hours), now)).toBe(text)
  })
})

describe('overdue mark', () => {
  test.each([
    ['2026-11-22', undefined, undefined],
    ['2026-11-21', undefined, undefined],
    ['2026-11-20', 'Overdue 1 day', '1d late'],
    ['2026-10-22', 'Overdue 30 days', '30d late'],
  ])(
    'marks a request due on %s as “%s” on November 21, with the abbreviation “%s” on a card',
    (due_date, text, short) => {
      expect(overdueText({ status_name: 'approved', due_date }, now)).toBe(text)
      expect(lateText({ status_name: 'approved', due_date }, now)).toBe(short)
    },
  )

  test.each(['closed', 'rejected'] as const)('never marks a %s request as overdue', (status_name) => {
    expect(overdueText({ status_name, due_date: '2026-01-01' }, now)).toBeUndefined()
  })
})

describe('days left of a payoff', () => {
  test.each([
    ['2026-11-24', '3d left'],
    ['2026-11-21', '0d left'],
    ['2026-11-20', undefined],
  ])('shows the days left on November 21 for a payoff good through %s as “%s”', (date, text) => {
    const request = { status_name: 'approved', due_date: date } as const
    expect(leftText({ ...request, good_through: date }, now)).toBe(text)
    expect(leftText({ ...request, good_through: null }, now)).toBeUndefined()
    expect(leftText({ ...request, status_name: 'closed', good_through: date }, now)).toBeUndefined()
  })
})
