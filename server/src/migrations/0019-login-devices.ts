import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** The devices on which somebody has logged in before; of the secret only the SHA-256 (E2). Closed to callers. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table login_devices (
      device_hash text not null,
      user_id ${int} not null references users (id),
      last_login_at text not null,
      primary key (device_hash, user_id)
    ) ${strict}`,
    'create index login_devices_user on login_devices (user_id, last_login_at)',
  ])
}
