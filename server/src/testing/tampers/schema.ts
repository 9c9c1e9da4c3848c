import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import type { Tamper } from './tamper.ts'

interface Named {
  readonly name: string
  readonly statement: string
}

/** Removes or changes every trigger, index, policy, and constraint, and adds a trigger. */
export async function schemaChanges(db: Db): Promise<Tamper[]> {
  const { rows } = await (speaksPostgres(db) ? onPostgres : onSqlite).execute(db)
  const added = speaksPostgres(db) ? addedOnPostgres : addedOnSqlite
  return [...rows, added].map(({ name, statement }) => ({
    name,
    tables: [],
    work: async (trx) => {
      for (const one of statement.split('\n;')) await sql.raw(one).execute(trx)
      return { chain: 0 }
    },
  }))
}

const addedOnSqlite: Named = {
  name: 'an added trigger',
  statement: 'create trigger helpful after update on check_requests begin select 1; end',
}

const onSqlite = sql<Named>`select type || ' ' || name || ' dropped' as name, 'drop ' || type || ' ' || name as statement
    from sqlite_schema where type in ('trigger', 'index') and sql is not null
  union all select 'trigger ' || name || ' without effect', 'drop trigger ' || name || char(10) || ';'
      || substr(sql, 1, instr(lower(sql), 'begin') - 1) || 'begin select 1; end'
    from sqlite_schema where type = 'trigger' order by 1`

const addedOnPostgres: Named = {
  name: 'an added trigger',
  statement: `create trigger helpful after update on check_requests for each row
    execute function suppress_redundant_updates_trigger()`,
}

const own = sql`(select oid from pg_namespace where nspname = 'public')`
const table = sql`from pg_class c where c.relnamespace = ${own} and c.relkind = 'r'`

const onPostgres = sql<Named>`select 'trigger ' || tgname || ' dropped' as name,
    format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger join pg_class c on c.oid = tgrelid where c.relnamespace = ${own} and not tgisinternal
  union all select 'trigger ' || tgname || ' disabled', format('alter table %s disable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger join pg_class c on c.oid = tgrelid where c.relnamespace = ${own} and not tgisinternal
  union all select 'policy ' || polname || ' dropped', format('drop policy %I on %s', polname, polrelid::regclass) from pg_policy
  union all select 'isolation of ' || c.relname || ' off', format('alter table %s disable row level security', c.oid::regclass)
    ${table} and c.relrowsecurity
  union all select 'check ' || conname || ' dropped', format('alter table %s drop constraint %I', conrelid::regclass, conname)
    from pg_constraint join pg_class c on c.oid = conrelid where c.relnamespace = ${own} and contype in ('c', 'f')
  union all select 'index ' || c.relname || ' dropped', format('drop index %s', c.oid::regclass) from pg_class c
    where c.relnamespace = ${own} and c.relkind = 'i'
      and not exists (select from pg_constraint where conindid = c.oid) order by 1`
