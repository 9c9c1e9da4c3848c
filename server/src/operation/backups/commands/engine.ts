import type { Db } from '../../../tables.ts'

/** How the databases of one kind are copied, and how a copy is opened. */
export interface Engine {
  /** What the names of its copies end with. */
  readonly suffix: 'db' | 'dump'
  /** Lets something read the database that is copied. */
  whileLive<Found>(work: (db: Db) => Promise<Found>): Promise<Found>
  /** Writes all that the database holds at one moment to a file, while others write; done when it is on disk. */
  copy(target: string): Promise<void>
  /** Opens a copy by itself. Throws when it is damaged. */
  whileOpen<Found>(copy: string, work: (db: Db) => Promise<Found>): Promise<Found>
}
