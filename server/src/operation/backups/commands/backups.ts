import type { BackupSettings } from '../../../platform/files/backup-place.ts'
import type { S3Place } from '../../../platform/files/s3-place.ts'
import { Thread } from '../../../platform/threads/thread.ts'
import type { MadeCopy } from './make-copy.ts'

/** The settings for a backup thread, under the names used in the configuration. */
export interface BackupTask {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl: string | undefined
  readonly macKeyFile: string | undefined
  readonly filesAt: S3Place | undefined
  readonly backups: BackupSettings
}

/** Backs up the installation in a thread with its own connections, so that requests don't have to wait. */
export class Backups {
  readonly #thread: Thread<number, MadeCopy>
  #isStopped = false

  /** `module` is the code that runs in the thread. */
  constructor({ dataDir, databaseUrl, databaseDirectUrl, macKeyFile, filesAt, backups }: BackupTask, module: URL) {
    const task: BackupTask = { dataDir, databaseUrl, databaseDirectUrl, macKeyFile, filesAt, backups }
    this.#thread = new Thread(module, task)
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Makes a backup, and removes the backups that the retention rule doesn't keep. `now` is in milliseconds UTC. */
  async make(now: number): Promise<MadeCopy> {
    if (this.#isStopped) throw new Error('The server is stopping.')
    return this.#thread.ask(now)
  }

  /** Stops a backup in progress. The next run removes leftovers from the stopped backup. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#thread.end()
  }
}
