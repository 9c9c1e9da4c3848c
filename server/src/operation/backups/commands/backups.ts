import type { BackupSettings } from '../../../platform/files/backup-place.ts'
import type { S3Place } from '../../../platform/files/s3-place.ts'
import { Thread } from '../../../platform/threads/thread.ts'
import type { MadeCopy } from './make-copy.ts'

/** What a thread needs to know to copy an installation by itself; the names are those of the settings. */
export interface BackupTask {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl: string | undefined
  readonly macKeyFile: string | undefined
  readonly filesAt: S3Place | undefined
  readonly backups: BackupSettings
}

/** Copies the installation in a thread that has connections of its own, so that nobody has to wait. */
export class Backups {
  readonly #thread: Thread<number, MadeCopy>
  #isStopped = false

  /** `module`: what runs in the thread. */
  constructor({ dataDir, databaseUrl, databaseDirectUrl, macKeyFile, filesAt, backups }: BackupTask, module: URL) {
    const task: BackupTask = { dataDir, databaseUrl, databaseDirectUrl, macKeyFile, filesAt, backups }
    this.#thread = new Thread(module, task)
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Makes a copy as of now, in milliseconds UTC, and removes those that are not kept. */
  async make(now: number): Promise<MadeCopy> {
    if (this.#isStopped) throw new Error('The server is stopping.')
    return this.#thread.ask(now)
  }

  /** Ends what is being copied: the next run removes what it leaves. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#thread.end()
  }
}
