import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AppDatabase } from '../tables.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const place = sql`dealer_group_id, coalesce(dealership_id, 0) as dealership, coalesce(department_id, 0) as department, status_id`

/** Returns the differences between the stored requests and the audit trail or the stored counters. */
export async function contradictions(database: AppDatabase): Promise<string[]> {
  const { read } = database
  const { chains, mismatches } = await verifyTrail(database, null)
  const counted = await sql`select ${place}, amount from place_counters where amount <> 0 order by 1, 2, 3, 4`.execute(
    read,
  )
  const stored =
    await sql`select ${place}, count(*) as amount from check_requests group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(
      read,
    )
  const broken = chains.filter(({ intact }) => !intact).map(({ name }) => `The chain of ${name} is broken.`)
  const miscounted = isDeepStrictEqual(counted.rows, stored.rows) ? [] : ['The counters differ from the requests.']
  return [...broken, ...mismatches, ...miscounted]
}
