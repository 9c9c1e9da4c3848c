import { wrongRights } from '@check-requests/domain/testing/rights-by-hand.ts'
import { wrongTransitions } from '@check-requests/domain/testing/transitions-by-hand.ts'
import { type Figures, figuresOf, type Harness } from '../harness.ts'
import { type Mutant, mutants } from '../support/mutants.ts'

/** A fault that changes nothing, so no test can detect it. */
const harmless: Mutant = { name: 'a mutant that changes nothing', apply: () => () => {} }

export const harness: Harness = {
  prove: async () => survivorsOf([harmless]),
  run: async ({ count }) => survivorsOf(mutants.slice(0, Math.max(count, mutants.length))),
}

/** The changed policies that the handwritten tables don't detect. */
function survivorsOf(tried: readonly Mutant[]): Figures {
  const wrong = [...wrongRights(), ...wrongTransitions()]
  const survivors = tried.filter((mutant) => !isNoticed(mutant)).map(({ name }) => `not detected: ${name}`)
  return figuresOf(tried.length, [...wrong, ...survivors])
}

function isNoticed({ apply }: Mutant): boolean {
  const takeBack = apply()
  try {
    return wrongRights().length > 0 || wrongTransitions().length > 0
  } finally {
    takeBack()
  }
}
