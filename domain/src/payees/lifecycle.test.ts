import { expect, test } from 'vitest'
import { type PayeeAct, type PayeeState, payeeActsAt, refusalAt, stateAfter, stateAfterChange } from './lifecycle.ts'

// Handwritten: the new state after each act in each state; a dash if it is refused.
const table = `
          verify    block    unblock  change
new       verified  blocked  -        new
verified  -         blocked  -        new
blocked   -         -        new      blocked
`

const acts: readonly PayeeAct[] = ['verify', 'block', 'unblock']

test('moves each state by each act as in the handwritten table', () => {
  const [, ...lines] = table.trim().split('\n')
  expect(lines.length).toBe(3)
  for (const line of lines) {
    const [state, ...expected] = line.split(/\s+/) as [PayeeState, ...string[]]
    const found = acts.map((act) => (refusalAt(act, { name: 'A', state }) ? '-' : stateAfter(act)))
    expect([...found, stateAfterChange(state)], state).toEqual(expected)
    expect(payeeActsAt(state), state).toEqual(acts.filter((_, index) => expected[index] !== '-'))
  }
})

test('names the payee, its state, and the requirement in a refusal', () => {
  expect(refusalAt('block', { name: 'Harbor Paint', state: 'blocked' })).toBe(
    'Harbor Paint is blocked now. Only a payee that is new or verified can be blocked.',
  )
})
