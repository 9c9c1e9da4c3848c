import type { Db } from '../../../tables.ts'

/** How many documents are stored, and how many bytes people have sent with them. */
export async function sumDocuments(db: Db): Promise<{ count: number; bytes: number }> {
  const stored = db.selectFrom('attachments').where('removed_at', 'is', null)
  const { count, bytes } = await stored
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}
