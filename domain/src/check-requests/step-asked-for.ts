import { type CheckStep, inRun, refusalByCheck } from './by-check.ts'

const steps = ['run', 'signing', 'hand-over'] as const satisfies CheckStep[]
const drawn = { draws: true, exists: true, isInRun: false }

/** What a sentence of `refusalByCheck` asks for instead; undefined for any other sentence. */
export function stepAskedFor(sentence: string): CheckStep | undefined {
  return sentence === inRun ? 'run' : steps.find((step) => refusalByCheck(step, drawn) === sentence)
}
