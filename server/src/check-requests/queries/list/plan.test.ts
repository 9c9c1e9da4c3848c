import { describe, expect, test } from 'vitest'
import {
  chooseFilteredPlan,
  choosePlan,
  chooseQueuePlan,
  type FilteredPlan,
  type FilteredSizes,
  type Plan,
  prefersWay,
  type Sizes,
  takesLong,
} from './plan.ts'

/** A list of two thirds of a million requests, in the default order without a search. */
const large: Sizes = {
  selected: 660_000,
  all: 1_000_000,
  page: 51,
  letters: 0,
  sort: 'newest',
  isCleared: false,
}

const rows: [question: string, sizes: Partial<Sizes>, plan: Plan][] = [
  ['the newest requests', {}, 'walk-arrival'],
  ['the oldest requests', { sort: 'oldest' }, 'walk-arrival'],
  ['the newest of few requests', { selected: 40 }, 'walk-arrival'],
  ['the newest requests when there are none', { selected: 0, all: 0 }, 'walk-arrival'],

  ['all requests by amount', { sort: 'amount-high' }, 'walk-order'],
  ['all requests by priority', { sort: 'priority' }, 'walk-order'],
  ['all requests by due date', { sort: 'due' }, 'walk-order'],
  ['all requests by completion', { sort: 'completed' }, 'walk-order'],
  [
    '7,142 of a million requests by amount (51.01 expected per scan)',
    { sort: 'amount-low', selected: 7142 },
    'walk-order',
  ],
  [
    '7,141 of a million requests by amount (50.99 expected per scan)',
    { sort: 'amount-low', selected: 7141 },
    'sort-selection',
  ],
  ['all of 51 requests by amount', { sort: 'amount-high', selected: 51, all: 51 }, 'sort-selection'],
  ['all of 52 requests by amount', { sort: 'amount-high', selected: 52, all: 52 }, 'walk-order'],
  ['requests by amount when there are none', { sort: 'amount-high', selected: 0, all: 0 }, 'sort-selection'],
  ['all requests by waiting time', { sort: 'waiting' }, 'walk-order'],
  ['few requests by waiting time', { sort: 'waiting', selected: 5000 }, 'sort-selection'],

  ['requests cleared within 30 days', { selected: 5001, isCleared: true }, 'sort-selection'],
  [
    'requests cleared within 30 days, by amount',
    { selected: 5001, isCleared: true, sort: 'amount-high' },
    'sort-selection',
  ],

  ['a word', { letters: 8 }, 'match-arrival'],
  ['a word, oldest first', { letters: 8, sort: 'oldest' }, 'match-arrival'],
  ['three letters', { letters: 3 }, 'match-arrival'],
  ['two letters', { letters: 2 }, 'read-newest'],
  ['two letters among 5,001 requests', { letters: 2, selected: 5001 }, 'read-newest'],
  ['two letters among 5,000 requests', { letters: 2, selected: 5000 }, 'read-selection'],
  ['a word among 5,001 of a million requests', { letters: 8, selected: 5001 }, 'match-arrival'],
  ['a word among 5,000 of a million requests', { letters: 8, selected: 5000 }, 'read-selection'],
  ['a word among 5,000 of 490,000 requests', { letters: 8, selected: 5000, all: 490_000 }, 'match-arrival'],
  ['a word when there are no requests', { letters: 8, selected: 0, all: 0 }, 'read-selection'],

  ['a word by amount', { letters: 8, sort: 'amount-high' }, 'match-order'],
  [
    'a word by due date among a twentieth of all requests',
    { letters: 8, sort: 'due', selected: 50_000 },
    'read-newest',
  ],
  [
    'a word by due date among just over a twentieth of all requests',
    { letters: 8, sort: 'due', selected: 50_001 },
    'match-order',
  ],
  [
    'a word by due date among all of 500 requests',
    { letters: 8, sort: 'due', selected: 500, all: 500 },
    'read-selection',
  ],
  ['a word by due date among all of 501 requests', { letters: 8, sort: 'due', selected: 501, all: 501 }, 'match-order'],
  ['two letters by amount', { letters: 2, sort: 'amount-high' }, 'read-newest'],

  [
    'a word among many requests cleared within 30 days',
    { letters: 8, selected: 5001, isCleared: true },
    'match-arrival',
  ],
  [
    'a word among few requests cleared within 30 days',
    { letters: 8, selected: 5000, isCleared: true },
    'read-selection',
  ],
  [
    'a word among many requests cleared within 30 days, oldest first',
    { letters: 8, selected: 5001, isCleared: true, sort: 'oldest' },
    'read-newest',
  ],
]

describe('choosePlan', () => {
  test.each(rows)('chooses the list plan for %s', (_, sizes, plan) => {
    expect(choosePlan({ ...large, ...sizes })).toBe(plan)
  })
})

const unnarrowed: FilteredSizes = { selected: 660_000, onWay: 5001, letters: 0 }
const filtered: [question: string, sizes: Partial<FilteredSizes>, plan: FilteredPlan][] = [
  ['a filter with most requests', {}, 'walk'],
  ['a filter with 5,000 requests', { onWay: 5000 }, 'read-way'],
  ['a filter with no requests', { onWay: 0 }, 'read-way'],
  ['a filter with 300 requests in a selection of 200', { onWay: 300, selected: 200 }, 'read-selection'],
  ['a filter with most requests in a selection of 5,000', { selected: 5000 }, 'read-selection'],
  ['a filter with 200 requests in a selection of 300', { onWay: 200, selected: 300 }, 'read-way'],
  ['a filter with most requests, and a word', { letters: 3 }, 'match-newest'],
  ['a filter with most requests, and two letters', { letters: 2 }, 'walk'],
  ['a filter with 5,000 requests, and a word', { letters: 8, onWay: 5000 }, 'read-way'],
  ['a filter without an index', { onWay: Number.POSITIVE_INFINITY }, 'walk'],
]

describe('chooseFilteredPlan', () => {
  test.each(filtered)('chooses the filtered plan for %s', (_, sizes, plan) => {
    expect(chooseFilteredPlan({ ...unnarrowed, ...sizes })).toBe(plan)
  })
})

test.each([
  ['a whole dealer group', 660_000, true],
  ['a quarter of a dealer group', 165_000, true],
  ['one request less than a quarter', 164_999, false],
  ['a dealership', 6000, false],
])(
  'scans the filter’s index instead of searching %s with %i of 660,000 requests (expected: %s)',
  (_, selected, prefers) => {
    expect(prefersWay(selected, 660_000)).toBe(prefers)
  },
)

test.each([
  [500, 'text', false],
  [501, 'text', true],
  [4000, 'row', false],
  [4001, 'row', true],
  [111, 'match', false],
  [112, 'match', true],
] as const)('classifies examining %i requests at the %s cost as too slow (expected: %s)', (examined, cost, isLong) => {
  expect(takesLong(examined, cost)).toBe(isLong)
})

test.each([
  ['few requests among many', { waiting: 500, passed: 150_000 }, 'read-way'],
  ['few requests among few', { waiting: 500, passed: 500 }, 'read-way'],
  ['most requests in scope', { waiting: 140_000, passed: 150_000 }, 'walk'],
  [
    'a fiftieth of many requests, where a scan skips 2,500 requests per page',
    { waiting: 3000, passed: 150_000 },
    'walk',
  ],
  ['less than a fiftieth of many requests', { waiting: 2700, passed: 150_000 }, 'read-way'],
  ['more requests than the read limit', { waiting: 5001, passed: 10_000_000 }, 'walk'],
] as const)('chooses the plan for an approver queue with %s', (_, sizes, plan) => {
  expect(chooseQueuePlan({ ...sizes, page: 51 })).toBe(plan)
})
