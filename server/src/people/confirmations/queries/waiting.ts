import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../tables.ts'

/** Somebody who acts in a role at a time. */
export interface Acting {
  readonly userId: number
  readonly roleId: RoleId
  readonly now: string
}

type Sql<Value> = Expression<Value | null> | RawBuilder<Value>

/** SQL that is true while a role of somebody is not in force, for the statements that the rule stands in. */
export function roleWaits(userId: Sql<number>, roleId: Sql<number>, now: Sql<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from waiting_roles w
    join account_confirmations c on c.user_id = w.user_id
    left join dealer_groups g on g.id = c.dealer_group_id
    where w.user_id = ${userId} and w.role_id = ${roleId} and c.in_effect = 0
      and (c.effective_at is null or c.effective_at > ${now}) and coalesce(g.account_confirmation, 1) = 1)`
}

/** Is this role not in force? */
export async function isWaiting(db: Db, { userId, roleId, now }: Acting): Promise<boolean> {
  const waits = roleWaits(sql.val(userId), sql.val(roleId), sql.val(now))
  const { rows } = await sql<{ found: number }>`select 1 as found where ${waits}`.execute(db)
  return rows.length > 0
}
