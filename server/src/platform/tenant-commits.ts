import { type Committing, GroupCommit, type Work } from './group-commit.ts'

/**
 * Lets the writes of each tenant share commits on PostgreSQL: they would wait for each other anyway, for the head of
 * their part of the trail, each for the disk as well. Work for all tenants commits alone.
 */
export class TenantCommits<Tables> {
  readonly #transact: Committing<Tables>['transact']
  readonly #running = new Map<number, GroupCommit<Tables>>()

  constructor(transact: Committing<Tables>['transact']) {
    this.#transact = transact
  }

  run<Result>(tenant: number | null, work: Work<Tables, Result>): Promise<Result> {
    if (tenant === null) return this.#transact(work)
    const commits = this.#running.get(tenant) ?? this.#begin(tenant)
    return commits.run(work)
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map((commits) => commits.idle()))
  }

  #begin(tenant: number): GroupCommit<Tables> {
    const commits = new GroupCommit({ transact: this.#transact, failedCommitIsUndone: false })
    this.#running.set(tenant, commits)
    return commits
  }
}
