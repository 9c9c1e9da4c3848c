import { listActivePeople } from '../../../access/accounts/queries/people.ts'
import { wasNotified } from '../../../notices/inbox/queries/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services } from '../../../services.ts'
import type { ChainState, Verdict } from '../../../trail/commands/verify.ts'

const mostNamed = 3
const system = { userId: null, name: 'System' }

/**
 * Verifies the whole audit trail. If it finds problems, notifies super admins once a day for as long as the problems
 * last, and throws an error that lists the problems.
 */
export async function verifyDaily(services: Services): Promise<void> {
  const verdict = await services.verifications.run(null)
  const findings = findingsIn(verdict)
  if (findings.length === 0) return
  const more = findings.length > mostNamed ? ` More problems: ${findings.length - mostNamed}.` : ''
  const text = `${findings.slice(0, mostNamed).join(' ')}${more}`
  await tellSuperAdmins(services, text)
  throw new Error(text)
}

function findingsIn({ chains, mismatches }: Verdict): string[] {
  const broken = chains.filter(({ intact }) => !intact)
  return [...broken.map(brokenInWords), ...mismatches]
}

function brokenInWords({ name, broken_at }: ChainState): string {
  return `The chain of ${name} is broken${broken_at === null ? '' : ` at entry ${broken_at}`}.`
}

async function tellSuperAdmins(services: Services, text: string): Promise<void> {
  const { read } = services.database
  const key = `trail-broken/${moment(services.clock()).slice(0, 10)}`
  if (await wasNotified(read, key)) return
  const admins = await listActivePeople(read, null)
  const news = {
    event: 'trail-broken',
    key,
    actor: system,
    dealerGroupId: null,
    text,
  } as const
  await commit(services, undefined, async (unit) => {
    await unit.tell(
      admins.map(({ userId }) => userId),
      news,
    )
  })
}
