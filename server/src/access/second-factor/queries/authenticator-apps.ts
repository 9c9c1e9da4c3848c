import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { AuthenticatorAppTable } from '../tables.ts'

export type AppRow = Selectable<AuthenticatorAppTable>
type State = AuthenticatorAppTable['state']

/** Somebody's authenticator app. */
export async function findApp(db: Db, userId: number, state: State): Promise<AppRow | undefined> {
  const apps = db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId)
  return apps.where('state', '=', state).executeTakeFirst()
}

/** Every app there is, for a change of the key that seals them. */
export async function listEveryApp(db: Db): Promise<AppRow[]> {
  return db.selectFrom('authenticator_apps').selectAll().orderBy('user_id').orderBy('state').execute()
}

/** Stores an app in place of the one that somebody has in this state. */
export async function saveApp(trx: Tx, app: Insertable<AuthenticatorAppTable>): Promise<void> {
  const { user_id, state, ...values } = app
  await trx
    .insertInto('authenticator_apps')
    .values(app)
    .onConflict((conflict) => conflict.columns(['user_id', 'state']).doUpdateSet(values))
    .execute()
}

/** Takes the code of a step of time; false when one of this step or a later one was taken. */
export async function takeStep(trx: Tx, userId: number, step: number): Promise<boolean> {
  const active = trx.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId)
  const { numUpdatedRows } = await active.where('state', '=', 'active').where('last_step', '<', step).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes somebody's app; false when they have none in this state. */
export async function deleteApp(trx: Tx, userId: number, state: State): Promise<boolean> {
  const own = trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).where('state', '=', state)
  return (await own.executeTakeFirst()).numDeletedRows === 1n
}
