import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifiedNeeds } from '../../payees/rules.ts'
import { runs } from '../../testing/random.ts'
import {
  loosenedFactors,
  loosenedNeeds,
  loosenedRequirements,
  loosenedSettings,
  loosenedTemplate,
  strictestFactors,
  strictestNeeds,
  strictestRequirements,
} from './loosening.ts'

const purposes = new Map([
  [1, 'Parts'],
  [2, 'Rent'],
])
const purpose = fc.constantFrom(1, 2, 3)
const byPurpose = { selector: ({ purpose_id }: { purpose_id: number }) => purpose_id }
const needs = fc.uniqueArray(
  fc.record({ purpose_id: purpose, verified_needed: fc.constantFrom(...verifiedNeeds) }),
  byPurpose,
)
const requirement = fc.record({
  item: fc.constantFrom('vin' as const, 'po-number' as const),
  level: fc.constantFrom('must' as const, 'warn' as const),
})
const demands = fc.uniqueArray(
  fc.record({ purpose_id: purpose, demands: fc.uniqueArray(requirement, { selector: ({ item }) => item }) }),
  byPurpose,
)
const factors = fc.record({
  roleIds: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4)),
  from: fc.constantFrom(null, '2026-11-20', '2026-12-01'),
  approveAbove: fc.constant(null),
})

test('combines two settings into one that is at least as strict as each', () => {
  fc.assert(
    fc.property(needs, needs, (one, other) => {
      const strictest = strictestNeeds(one, other)
      expect([...loosenedNeeds(one, strictest, purposes), ...loosenedNeeds(other, strictest, purposes)]).toEqual([])
    }),
    runs({ gate: 300, nightly: 10_000 }),
  )
  fc.assert(
    fc.property(demands, demands, (one, other) => {
      const strictest = strictestRequirements(one, other)
      expect([
        ...loosenedRequirements(one, strictest, purposes),
        ...loosenedRequirements(other, strictest, purposes),
      ]).toEqual([])
    }),
    runs({ gate: 300, nightly: 10_000 }),
  )
  fc.assert(
    fc.property(factors, factors, (one, other) => {
      const strictest = { ...strictestFactors(one, other), approveAbove: null }
      expect([...loosenedFactors(one, strictest), ...loosenedFactors(other, strictest)]).toEqual([])
    }),
    runs({ gate: 300, nightly: 10_000 }),
  )
})

test('reports loosened controls but not tightened ones', () => {
  const on = { custody: 1, payee_list: 1, idle_hours: 8 }
  expect(loosenedSettings(on, { custody: 0, idle_hours: 24 }).map(({ says }) => says)).toEqual([
    'Check custody: off',
    'Idle limit: 24 hours instead of 8',
  ])
  expect(loosenedSettings({ custody: 0, idle_hours: 24 }, on)).toEqual([])
  const must = [{ purpose_id: 1, demands: [{ item: 'po-number' as const, level: 'must' as const }] }]
  const warn = [{ purpose_id: 1, demands: [{ item: 'po-number' as const, level: 'warn' as const }] }]
  expect(loosenedRequirements(must, warn, purposes)).toMatchObject([
    { says: expect.stringMatching(/ for Parts: warning only$/) },
  ])
  expect(loosenedRequirements(must, [], purposes)).toMatchObject([
    { says: expect.stringMatching(/ for Parts: no longer required$/) },
  ])
  expect(loosenedRequirements(warn, must, purposes)).toEqual([])
  const early = [{ purpose_id: 2, verified_needed: 'before approval' as const }]
  expect(loosenedNeeds(early, [], purposes)).toMatchObject([
    { says: 'Verified payee for Rent: not required instead of required before approval' },
  ])
  expect(loosenedTemplate(null, 'new')).toMatchObject([{ says: 'Positive-pay template: chosen' }])
  expect(loosenedTemplate(null, null)).toEqual([])
  expect(loosenedTemplate('old', 'old')).toEqual([])
  expect(loosenedTemplate('old', 'new')).toMatchObject([{ says: 'Positive-pay template: replaced' }])
  expect(loosenedTemplate('old', null)).toMatchObject([{ says: 'Positive-pay template: removed' }])
})
