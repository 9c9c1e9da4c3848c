import { speaksPostgres } from '../../platform/json-sql.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditRow } from './read.ts'

/** What people edit, by its name in the trail, with the table that holds it and its version. */
const tables = {
  'dealer-group': 'dealer_groups',
  dealership: 'dealerships',
  department: 'departments',
  purpose: 'purposes',
  'delivery-method': 'delivery_methods',
  user: 'users',
  'approval-title': 'approval_titles',
  payee: 'payees',
  'ledger-account': 'ledger_accounts',
  'bank-account': 'bank_accounts',
  'print-run': 'print_runs',
  'positive-pay-file': 'positive_pay_files',
  'clearing-file': 'clearing_files',
  'check-exception': 'check_exceptions',
  check: 'checks',
  auditor: 'auditors',
  'identity-provider': 'identity_providers',
} as const

export type VersionedEntity = keyof typeof tables

/** The version of a row. On PostgreSQL the row stays locked, so that nobody changes it before this transaction ends. */
export async function lockVersion(trx: Tx, entity: VersionedEntity, id: number): Promise<number | undefined> {
  const query = trx.selectFrom(tables[entity]).select('version').where('id', '=', id)
  const row = await (speaksPostgres(trx) ? query.forUpdate() : query).executeTakeFirst()
  return row?.version
}

/** The newest link about a record. */
export function latestLink(db: Db, entity: VersionedEntity, id: number): Promise<AuditRow | undefined> {
  const links = db.selectFrom('audit_entries').selectAll().where('entity', '=', entity).where('entity_id', '=', id)
  return links.orderBy('at', 'desc').orderBy('seq', 'desc').limit(1).executeTakeFirst()
}
