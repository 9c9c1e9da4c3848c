import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Command, commands, type Verb, type View } from '../testing/account-lives/commands.ts'
import { byHand } from '../testing/account-lives/ledger-acts.ts'
import { byTheRules } from '../testing/account-lives/office-acts.ts'
import { runs } from '../testing/random.ts'

const lives = runs({ gate: 2000, nightly: 50_000 })

test('allows the same acts as a handwritten ledger and ends with equal numbers and sums in random account histories', () => {
  const done = new Map<Verb, number>()
  fc.assert(
    fc.property(commands, (life: readonly Command[]) => {
      const [office, ledger] = [byTheRules(), byHand()]
      for (const [index, command] of life.entries()) {
        const isDone = office.obey(command)
        const expected = ledger.obey(command)
        if (isDone !== expected) throw new Error(`Command ${index}, ${command.do}: ${isDone}, and not ${expected}`)
        if (isDone) done.set(command.do, (done.get(command.do) ?? 0) + 1)
      }
      const view = office.view()
      expect(view).toEqual(ledger.view())
      expectOneLivingCheckEach(view)
    }),
    lives,
  )
  // Ensures that enough acts succeed for the histories to be a meaningful test.
  for (const [verb, count] of done) expect([verb, count > 0.02 * lives.numRuns]).toEqual([verb, true])
  expect(done.size).toBe(21)
}, 600_000)

/** A request has at most one living check. */
function expectOneLivingCheckEach({ checks, requests }: View): void {
  const living = new Set(['reserved', 'printed', 'signed', 'issued', 'cleared'])
  const payers = [...checks.values()].flatMap(([state, request]) =>
    living.has(state) && request !== null ? [request] : [],
  )
  expect(new Set(payers).size).toBe(payers.length)
  const withoutCheck = requests.flatMap((status, index) => (payers.includes(index) ? [] : [status]))
  expect(withoutCheck.filter((status) => status !== 'approved' && status !== 'rejected')).toEqual([])
}
