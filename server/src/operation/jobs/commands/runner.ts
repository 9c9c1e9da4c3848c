import type { Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { firstDueAfter, type JobName, jobs, pauseAfter } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { shortId } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { notFound, propertyOf } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { presentJob } from '../presenter.ts'
import { addJobs, endLease, extendLease, hasten, type JobRow, listJobs, takeLease } from '../queries/jobs.ts'

/** The work of a job. It should end soon once `isStopping` returns true. */
type Work = (isStopping?: () => boolean) => Promise<unknown>

/** The work for each job on this instance. Jobs without work are left to other instances. */
export type Works = { readonly [Name in JobName]: Work | undefined }

/** The time in milliseconds after which a run that hasn't extended its lease loses its job. */
export const leasedFor = 60_000

const looksEvery = 2000
const longestError = 500

/**
 * Runs the jobs that are due. Any number of instances can share a database: a lease makes sure that only one of them
 * runs a job at a time. When an instance is killed, its lease expires and another instance runs the job again, so all
 * work must be repeatable.
 */
export class JobRunner {
  readonly #services: Pick<Services, 'database' | 'clock' | 'random'>
  readonly #works: Works
  readonly #report: (name: JobName, error: unknown) => void
  readonly #running = new Map<JobName, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  /** `report` is called with every failure. */
  constructor(
    services: Pick<Services, 'database' | 'clock' | 'random'>,
    works: Works,
    report: (name: JobName, error: unknown) => void,
  ) {
    this.#services = services
    this.#works = works
    this.#report = report
  }

  /** Starts looking for jobs that are due. */
  async start(): Promise<void> {
    const { database, clock } = this.#services
    const begun = clock()
    const now = moment(begun)
    await database.transact(async (trx) => {
      for (const job of jobs) await addJobs(trx, [job.name], moment(begun + 1000 * firstDueAfter(job)))
      for (const { name, atStart } of jobs) if (atStart) await hasten(trx, name, now)
    })
    this.#timer = setInterval(() => {
      this.#looking = this.runDue().catch(() => {})
    }, looksEvery).unref()
  }

  /** Stops looking, and waits for jobs in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all(this.#running.values())
  }

  /** Runs every due job to completion, except jobs already running on this instance. */
  async runDue(): Promise<void> {
    const now = moment(this.#services.clock())
    const due = (await listJobs(this.#services.database.read)).filter((job) => job.due_at <= now)
    await Promise.all(due.map((job) => this.#begin(job)))
  }

  async #begin(job: JobRow): Promise<void> {
    const work = this.#works[job.name]
    if (!work || this.#isStopped || this.#running.has(job.name)) return
    const run = this.#run(job, work)
    this.#running.set(job.name, run)
    await run.finally(() => this.#running.delete(job.name))
  }

  async #run({ name }: JobRow, work: Work): Promise<void> {
    const { database, clock, random } = this.#services
    const holder = shortId(random)
    const begun = clock()
    const lease = { name, holder, now: moment(begun), until: moment(begun + leasedFor) }
    if (!(await database.transact((trx) => takeLease(trx, lease)))) return
    const [job] = (await listJobs(database.read)).filter((row) => row.name === name)
    const alive = setInterval(() => void this.#extend(name, holder), leasedFor / 3).unref()
    const error = await work(() => this.#isStopped).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    )
    clearInterval(alive)
    if (error) this.#report(name, error.reason)
    const failures = error ? (job?.failures ?? 0) + 1 : 0
    const ended = clock()
    await database.transact((trx) =>
      endLease(trx, lease, {
        due_at: moment(ended + 1000 * (error ? pauseAfter(failures) : restOf(name))),
        ended_at: moment(ended),
        took_ms: ended - begun,
        failures,
        error: error ? inWords(error.reason) : null,
      }),
    )
  }

  // The work continues if the database can't be reached for a while, even though its lease can expire.
  async #extend(name: JobName, holder: string): Promise<void> {
    const until = moment(this.#services.clock() + leasedFor)
    await this.#services.database.transact((trx) => extendLease(trx, { name, holder, until })).catch(() => {})
  }
}

function restOf(name: JobName): number {
  return jobs.find((job) => job.name === name)?.every ?? 0
}

function inWords(reason: unknown): string {
  return String(propertyOf(reason, 'message') ?? reason).slice(0, longestError)
}

/** Makes a job due now. An instance takes it within seconds. */
export function runAgain(services: Services, { repeatable }: Command, name: JobName): Promise<Job> {
  return commit(services, repeatable, async ({ trx, now }) => {
    await hasten(trx, name, moment(now))
    const job = (await listJobs(trx)).find((row) => row.name === name)
    if (!job) throw notFound('job')
    return presentJob(job, moment(now))
  })
}
