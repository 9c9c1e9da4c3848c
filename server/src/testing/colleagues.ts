import type { AppDatabase } from '../tables.ts'
import { emailOf, type PersonName } from './organization.ts'
import { vouchForAll } from './templates.ts'

/** Adds this many copies of an existing user in that user's primary role, and returns the email addresses. */
export async function addColleagues(database: AppDatabase, of: PersonName, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `${of}-${n}@test.example`)
  await database.transact(async (trx) => {
    const users = trx.selectFrom('users').selectAll().where('email', '=', emailOf(of))
    const { id: _, ...model } = await users.executeTakeFirstOrThrow()
    for (const email of emails) {
      const values = { ...model, email, username: email, first_name: email.split('@')[0] ?? email }
      const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
      await trx.insertInto('user_roles').values({ user_id: id, role_id: model.primary_role }).execute()
    }
  })
  await vouchForAll(database)
  return emails
}
