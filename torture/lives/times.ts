import { jobEndpoints } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { worksOf } from '../../server/src/scheduled-jobs.ts'
import type { Act } from './act.ts'
import type { Answer, Life } from './life.ts'

const [hour, day] = [3_600_000, 86_400_000]
const done: Answer = { status: 200, text: '' }

/** Advances the clock and then runs the background jobs as a server would. */
async function pass(life: Life, milliseconds: number): Promise<Answer> {
  life.world.clock.advance(milliseconds)
  life.log.push(`it is ${new Date(life.world.clock.read()).toISOString()}`)
  // The audit trail is verified at the end of the history.
  for (const [name, work] of Object.entries(worksOf(life.world.services, undefined)))
    if (work && name !== 'verify-trail') await work().catch((error: Error) => fail(life, name, error))
  return done
}

function fail(life: Life, name: string, error: Error): void {
  life.faults.push(`the job ${name} ends in ${error.stack}`)
}

function toNextMonth(life: Life): number {
  const now = new Date(life.world.clock.read())
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 15) - now.getTime()
}

export const timeActs: readonly Act[] = [
  { name: 'advance hours', weight: 16, take: (life) => pass(life, (1 + life.dice.below(9)) * hour) },
  { name: 'advance days', weight: 10, take: (life) => pass(life, (1 + life.dice.below(6)) * day) },
  { name: 'advance to the next month', weight: 3, take: (life) => pass(life, toNextMonth(life)) },
  { name: 'advance half a year', weight: 1, take: (life) => pass(life, 190 * day) },
  {
    name: 'run a job',
    weight: 1,
    take: async (life) =>
      life.first(await life.supers('admin'), jobEndpoints.runAgain, { body: { name: 'check-approvals' } }),
  },
]
