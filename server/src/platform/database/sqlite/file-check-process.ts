import { DatabaseSync } from 'node:sqlite'
import { isSqliteDamaged, propertyOf } from '../../errors.ts'

/* Checks every page of the given SQLite file, and writes SQLite's finding: `ok`, or a description of the damage. */
process.stdout.write(findingOf(process.argv[2] ?? ''))

function findingOf(file: string): string {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    return String(database.prepare('pragma quick_check(1)').get()?.quick_check)
  } catch (error) {
    if (isSqliteDamaged(error)) return String(propertyOf(error, 'message'))
    throw error
  }
}
