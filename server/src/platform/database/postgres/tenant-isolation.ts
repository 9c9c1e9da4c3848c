import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { TenantIsolation } from './dialect.ts'

/** Throws unless tenant work runs in the role and for the tenant, and other work as the owner. */
export async function requireTenantIsolation<Tables>(
  { read, offload, transact, forTenant }: Database<Tables>,
  { role, setting }: TenantIsolation,
): Promise<void> {
  const whose = (db: Kysely<Tables>) => tenantAt(db, setting)
  const found = [
    await forTenant(0, () => whose(read)),
    await forTenant(0, () => transact(whose)),
    await forTenant(null, () => whose(read)),
    await forTenant(null, () => transact(whose)),
    await forTenant(0, () => offload(whose)),
    await forTenant(null, () => offload(whose)),
  ]
  const [one, two, all, allWritten, oneElsewhere, allElsewhere] = found
  const isOfOne = [one, two, oneElsewhere].every((whose) => whose === `${role} 0`)
  const isKept = isOfOne && all?.endsWith(' none') && allWritten === all && allElsewhere === all
  if (!isKept) throw new Error(`statements run as ${listWithAnd(found)}`)
}

async function tenantAt<Tables>(db: Kysely<Tables>, setting: string): Promise<string> {
  const query = sql<{ role: string; tenant: string | null; owner: boolean }>`select current_user as role,
    nullif(current_setting(${setting}, true), '') as tenant, current_user = session_user as owner`
  const { rows } = await query.execute(db)
  const { role, tenant, owner } = rows[0] ?? {}
  return `${role} ${owner && tenant === null ? 'none' : tenant}`
}
