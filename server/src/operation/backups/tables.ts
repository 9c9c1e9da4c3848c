import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An attempt of the server to back itself up. It belongs to the installation. */
export interface BackupTable {
  id: Generated<number>
  started_at: Moment
  ended_at: Moment
  /** Names the verified copy; null when none was made. */
  name: string | null
  /** Of the copy of the database; null when none was made. */
  bytes: number | null
  check_requests: number | null
  documents: number | null
  /** Why no copy was made, or what is wrong with the documents of this one. */
  error: string | null
}

export interface BackupTables {
  backups: BackupTable
}
