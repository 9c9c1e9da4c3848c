import { sql } from 'kysely'
import type { Db } from '../../tables.ts'
import type { RecordId, RecordKind } from './record-shapes.ts'

const names: Partial<Record<RecordKind, { readonly table: string; readonly column: string }>> = {
  'check-request': { table: 'check_requests', column: 'request_number' },
  attachment: { table: 'attachments', column: 'name' },
  user: { table: 'users', column: 'email' },
  'dealer-group': { table: 'dealer_groups', column: 'name' },
  dealership: { table: 'dealerships', column: 'name' },
  department: { table: 'departments', column: 'name' },
  'approval-title': { table: 'approval_titles', column: 'name' },
  'bank-account': { table: 'bank_accounts', column: 'name' },
  check: { table: 'checks', column: 'number' },
  payee: { table: 'payees', column: 'name' },
  'ledger-account': { table: 'ledger_accounts', column: 'number' },
  purpose: { table: 'purposes', column: 'name' },
  'delivery-method': { table: 'delivery_methods', column: 'name' },
}

/** What people call a record; its id where it has no name, or is gone. */
export async function labelOf(db: Db, kind: RecordKind, id: RecordId): Promise<string> {
  const named = names[kind]
  if (!named) return String(id)
  const query = sql<{
    name: string
  }>`select ${sql.ref(named.column)} as name from ${sql.table(named.table)} where id = ${id}`
  return (await query.execute(db)).rows[0]?.name ?? String(id)
}
