import { expect, test } from 'vitest'
import { statusNamed, transitions } from '../check-requests/lifecycle.ts'
import {
  type CheckActName,
  type CheckState,
  checkActs,
  checkStates,
  livingStates,
  refusalAt,
  stateAfter,
  takesBack,
} from './lifecycle.ts'

// Handwritten from checks.md, Records and Register: for each state, the state after each act.
const byHand = `
          release   print    spoil    sign    issue   clear    un-clear  void    stop     reserve   open
reserved  released  printed  spoiled  -       -       -        -         -       -        -         issued
released  -         -        -        -       -       -        -         -       -        reserved  -
printed   -         -        -        signed  -       -        -         voided  stopped  -         -
signed    -         -        -        -       issued  -        -         voided  stopped  -         -
issued    -         -        -        -       -       cleared  -         voided  stopped  -         -
cleared   -         -        -        -       -       -        issued    -       -        -         -
spoiled   -         -        -        -       -       -        -         -       -        -         -
voided    -         -        -        -       -       -        -         -       -        -         -
stopped   -         -        -        -       -       -        -         -       -        -         -
`
const [head = [], ...rows] = byHand
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))

test('allows exactly the acts in the handwritten table', () => {
  expect(rows.map(([state]) => state)).toEqual([...checkStates])
  expect([...head].sort()).toEqual(Object.keys(checkActs).sort())
  for (const [state, ...outcomes] of rows)
    for (const [index, outcome] of outcomes.entries()) {
      const act = head[index] as CheckActName
      const refusal = refusalAt(act, { number: 1001, state: state as CheckState })
      expect([state, act, refusal === undefined ? stateAfter(act) : '-']).toEqual([state, act, outcome])
    }
})

test('names the state and the remedy in a refusal, and doesn’t change paid checks', () => {
  expect(refusalAt('sign', { number: 1001, state: 'reserved' })).toBe(
    'Check 1001 is in an open print run now. Only a check that is printed can be signed.',
  )
  for (const act of ['void', 'stop'] as const)
    expect(refusalAt(act, { number: 1001, state: 'cleared' })).toMatch(/^The bank has paid check 1001/)
})

test('allows no act in a final state, and treats no outstanding or cleared check as final', () => {
  const ends = checkStates.filter((state) =>
    Object.values(checkActs).every(({ from }) => !from.some((one) => one === state)),
  )
  expect(ends).toEqual(['spoiled', 'voided', 'stopped'])
  expect(livingStates.filter((state) => ends.includes(state))).toEqual([])
})

test('moves requests back only by voiding and stopping with transitions that the request table doesn’t contain', () => {
  const pairs = takesBack.from.flatMap((from) =>
    takesBack.to.map((to) => `${statusNamed(from).id} ${statusNamed(to).id}`),
  )
  expect(pairs).toEqual(['4 3', '4 8', '5 3', '5 8', '6 3', '6 8', '7 3', '7 8'])
  const plain = transitions.map(({ from, to }) => `${statusNamed(from).id} ${statusNamed(to).id}`)
  expect(pairs.filter((pair) => plain.includes(pair))).toEqual([])
})

test('moves requests forward by printing, signing, and handover with transitions in the request table', () => {
  const ways = Object.values(checkActs).flatMap((act) =>
    'request' in act && typeof act.request !== 'string' ? [act.request] : [],
  )
  expect(ways).toHaveLength(3)
  for (const [from, to] of ways)
    expect(transitions.some((row) => row.from === from && row.to === to && row.byCheck !== undefined)).toBe(true)
})
