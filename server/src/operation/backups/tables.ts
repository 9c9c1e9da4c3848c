import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** The server's attempts to back itself up, for the whole installation. */
export interface BackupTable {
  id: Generated<number>
  started_at: Moment
  ended_at: Moment
  /** The name of the verified backup. Null if none was made. */
  name: string | null
  /** The size of the database copy. Null if none was made. */
  bytes: number | null
  check_requests: number | null
  documents: number | null
  /** The reason that no backup was made, or the problems with the backup's documents. */
  error: string | null
}

export interface BackupTables {
  backups: BackupTable
}
