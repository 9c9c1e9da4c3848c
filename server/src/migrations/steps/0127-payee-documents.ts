import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'

const oneOfTwo = '(check_request_id is null) <> (draft_id is null)'
const oneOfThree = `case when check_request_id is null then 0 else 1 end + case when draft_id is null then 0 else 1 end
  + case when payee_id is null then 0 else 1 end = 1`
const onlyOfPayee = 'check (replaced_at is null or payee_id is not null)'
const reference = 'foreign key (dealer_group_id, payee_id) references payees (dealer_group_id, id)'

/** Lets documents belong to payees, for W-9s. Each payee has at most one W-9 that is neither replaced nor removed. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const columns = [`payee_id ${columnTypes(dialect).int}`, 'replaced_at text']
  if (dialect === 'sqlite')
    await rebuildTable(db, {
      table: 'attachments',
      replace: {
        'removed_by_name text,': `removed_by_name text, ${columns.join(', ')},`,
        [`check (${oneOfTwo})`]: `check (${oneOfThree}), ${onlyOfPayee}, ${reference}`,
      },
    })
  else
    await execute(db, [
      `alter table attachments ${columns.map((column) => `add column ${column}`).join(', ')},
        drop constraint attachments_check, add check (${oneOfThree}), add ${onlyOfPayee}, add ${reference}`,
    ])
  await execute(db, [
    'create index attachments_payee on attachments (payee_id) where payee_id is not null',
    `create unique index attachments_tax_form on attachments (dealer_group_id, payee_id)
      where payee_id is not null and replaced_at is null and removed_at is null`,
  ])
}
