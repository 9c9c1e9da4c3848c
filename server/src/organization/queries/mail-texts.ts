import type { Db } from '../../tables.ts'

const mostListed = 20

/** What the mails of dealer groups end with, by name: the first twenty that have a text. */
export async function listMailTexts(db: Db): Promise<{ name: string; text: string }[]> {
  const rows = await db
    .selectFrom('dealer_groups')
    .select(['name', 'mail_text'])
    .where('mail_text', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(mostListed)
    .execute()
  return rows.map(({ name, mail_text }) => ({ name, text: mail_text ?? '' }))
}

/** What the mails of a dealer group end with. */
export async function findMailText(db: Db, groupId: number | null): Promise<string | null> {
  if (groupId === null) return null
  const group = db.selectFrom('dealer_groups').select('mail_text').where('id', '=', groupId)
  return (await group.executeTakeFirst())?.mail_text ?? null
}
