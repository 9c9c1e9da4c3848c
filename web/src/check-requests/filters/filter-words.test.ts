import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import { describe, expect, test } from 'vitest'
import { fieldsOf, filterFields, filterWords, isInUse, without } from '#check-requests/filters/filter-fields.ts'
import { type FilterValues, noFilters } from '#check-requests/list/list-state.ts'

function field(label: string) {
  const found = filterFields.find((one) => one.label === label)
  if (!found) throw new Error(`There is no filter ${label}`)
  return found
}

function wordsOf(label: string, values: Partial<FilterValues>, options = dealerships) {
  return filterWords(field(label), { ...noFilters, ...values }, options)
}

const dealerships = [
  { value: '11', label: 'Lakeside Toyota' },
  { value: '12', label: 'Lakeside Ford' },
]

describe('filter chip text', () => {
  test.each([
    ['Dealership', { dealership: '11' }, 'Dealership: Lakeside Toyota'],
    ['Dealership', { dealership: '12,11' }, 'Dealership: Lakeside Ford, Lakeside Toyota'],
    ['Dealership', { dealership: '11,99' }, 'Dealership: Lakeside Toyota, #99'],
    ['Payee', { payee: 'glass' }, 'Payee: glass'],
    ['Overdue', { overdue: 'true' }, 'Overdue'],
    ['Handled by Me', { handled: 'true' }, 'Handled by Me'],
  ])('describes the filter %s with the values %j as “%s”', (label, values, text) => {
    expect(wordsOf(label, values)).toBe(text)
  })

  test.each([
    [{ amount_from: '500' }, 'Amount: from $500.00'],
    [{ amount_to: '1200.5' }, 'Amount: to $1,200.50'],
    [{ amount_from: '500', amount_to: '1200.50' }, 'Amount: $500.00 to $1,200.50'],
    [{ amount_from: '500', amount_to: '500' }, 'Amount: $500.00'],
  ])('describes the amount filter %j as “%s”', (values, text) => {
    expect(wordsOf('Amount', values)).toBe(text)
  })

  test.each([
    ['Due', { due_from: '2026-11-01', due_to: '2026-11-30' }, 'Due: Nov 1, 2026 to Nov 30, 2026'],
    ['Raised', { raised_from: '2026-11-01' }, 'Raised: from Nov 1, 2026'],
    ['Completed', { completed_to: '2026-11-30' }, 'Completed: to Nov 30, 2026'],
    ['Raised', { raised_from: '2026-11-01', raised_to: '2026-11-01' }, 'Raised: Nov 1, 2026'],
  ])('describes the date filter %s with the values %j as “%s”', (label, values, text) => {
    expect(wordsOf(label, values)).toBe(text)
  })

  test('names a time zone that isn’t the user’s own', () => {
    const week = { raised_from: '2026-11-02', raised_to: '2026-11-08', time_zone: 'UTC' }
    expect(wordsOf('Raised', week)).toBe('Raised: Nov 2, 2026 to Nov 8, 2026 (UTC)')
    const local = { ...week, time_zone: 'America/New_York' }
    expect(wordsOf('Raised', local)).toBe('Raised: Nov 2, 2026 to Nov 8, 2026 (New York time)')
  })

  test('omits the time zone for due dates, which don’t depend on one', () => {
    expect(wordsOf('Due', { due_to: '2026-11-30', time_zone: 'UTC' })).toBe('Due: to Nov 30, 2026')
  })
})

describe('active filters', () => {
  test.each([
    ['Amount', { amount_to: '5' }, true],
    ['Amount', { amount_from: '5' }, true],
    ['Amount', { due_to: '2026-11-30' }, false],
    ['Status', { statuses: 'request' }, true],
    ['Status', {}, false],
    ['Raised', { time_zone: 'UTC' }, false],
  ])('recognizes the filter %s with the values %j as active (expected: %s)', (label, values, expected) => {
    expect(isInUse(field(label), { ...noFilters, ...values })).toBe(expected)
  })

  test('clears both ends of a range filter', () => {
    expect(without(field('Due'))).toEqual({ due_from: '', due_to: '' })
  })

  test('clears the single value of a filter', () => {
    expect(without(field('Payee'))).toEqual({ payee: '' })
  })
})

describe('filter menu', () => {
  const labels = (view: ListView) => fieldsOf(view).map(({ label }) => label)

  test('offers every filter except the dashboard’s own in the list of all requests', () => {
    expect(labels('all')).toEqual([
      ...['Status', 'Waiting On', 'Overdue', 'Dealership', 'Department', 'Purpose', 'Requester', 'Payee'],
      ...['Amount', 'Due', 'Raised', 'Completed', 'Priority'],
    ])
  })

  test.each(['pending', 'processing', 'completed', 'sendback', 'rejected'] as const)(
    'doesn’t offer the filter Waiting On in the queue %s',
    (view) => {
      expect(labels(view)).not.toContain('Waiting On')
    },
  )

  test.each([
    ['completed', true],
    ['pending', false],
    ['processing', false],
    ['sendback', false],
    ['rejected', false],
  ] as const)('offers completion periods in the queue %s (expected: %s)', (view, isOffered) => {
    expect(labels(view).includes('Completed')).toBe(isOffered)
  })
})
