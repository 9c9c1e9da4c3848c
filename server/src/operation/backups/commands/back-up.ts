import { listActivePeople } from '../../../access/accounts/queries/people.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { propertyOf } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { hasFailedSince, newestBackup, newestCopy, noteAttempt } from '../queries/backups.ts'
import type { MadeCopy } from './make-copy.ts'

const attemptsKeptFor = 400 * 86_400_000
const mostNamed = 5
const system = { userId: null, name: 'System' }

/**
 * Backs up the installation when a backup is due, and records the result. Notifies super admins of a failure once a day
 * for as long as backups fail. Throws the error.
 */
export async function backUp(services: Services): Promise<void> {
  const { backups, config, database, clock } = services
  if (!backups || !config.backups) return
  const begun = clock()
  const newest = await newestCopy(database.read)
  if (newest && begun - Date.parse(newest.started_at) < config.backups.every) return
  const attempt = await backups.make(begun).catch((error: unknown) => ({ error }))
  // A run interrupted by a shutdown continues after the next start.
  if (backups.isStopped) throw new Error('The server is stopping.')
  const problem = problemIn(attempt)
  await note(services, attempt, { begun, problem })
  if (problem !== null) throw new Error(problem)
}

type Attempt = MadeCopy | { readonly error: unknown }

function problemIn(attempt: Attempt): string | null {
  if ('error' in attempt) return String(propertyOf(attempt.error, 'message') ?? attempt.error)
  const { name, findings } = attempt
  if (findings.length === 0) return null
  const more = findings.length > mostNamed ? ` More problems: ${findings.length - mostNamed}.` : ''
  return `Backup ${name} has problems: ${findings.slice(0, mostNamed).join(' ')}${more}`
}

interface Outcome {
  readonly begun: number
  readonly problem: string | null
}

async function note(services: Services, attempt: Attempt, { begun, problem }: Outcome): Promise<void> {
  const { database, clock } = services
  const today = moment(begun).slice(0, 10)
  const isNews = problem !== null && !(await hasFailedSince(database.read, today))
  const admins = isNews ? await listActivePeople(database.read, null) : []
  const news = {
    event: 'backup-failed',
    key: `backup-failed/${today}`,
    actor: system,
    dealerGroupId: null,
    text: `${await newestInWords(database.read)} ${problem}`,
  } as const
  const row = { ...figuresOf(attempt), started_at: moment(begun), ended_at: moment(clock()), error: problem }
  await commit(services, undefined, async (unit) => {
    await noteAttempt(unit.trx, row, moment(begun - attemptsKeptFor))
    await unit.tell(
      admins.map(({ userId }) => userId),
      news,
    )
  })
}

async function newestInWords(read: Db): Promise<string> {
  const newest = await newestBackup(read)
  return newest ? `The newest good backup is ${newest.name}.` : 'There is no backup yet.'
}

function figuresOf(attempt: Attempt) {
  if ('error' in attempt) return { name: null, bytes: null, check_requests: null, documents: null }
  const { bytes = null, check_requests, documents = null } = attempt.manifest
  return { name: attempt.name, bytes, check_requests, documents }
}
