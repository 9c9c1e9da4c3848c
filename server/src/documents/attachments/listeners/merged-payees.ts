import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import {
  findCurrentTaxForm,
  giveToPayee,
  isCurrent,
  listAttachments,
  markReplaced,
  ofPayee,
} from '../queries/attachments.ts'

interface Merged {
  readonly mergedId: number
  readonly remainingId: number
}

/**
 * Moves the merged payee's W-9 documents to the remaining payee, whose own W-9 stays current. Returns the names of
 * moved documents that aren't removed.
 */
export async function passTaxForms({ trx, now }: Unit, { mergedId, remainingId }: Merged): Promise<string[]> {
  const documents = await listAttachments(trx, ofPayee(mergedId))
  await beforeChange(trx, 'attachment', ...documents.map(({ id }) => id))
  const current = documents.find(isCurrent)
  if (current && (await findCurrentTaxForm(trx, remainingId))) await markReplaced(trx, current.id, moment(now))
  await giveToPayee(trx, mergedId, remainingId)
  return documents.filter(({ removed_at }) => removed_at === null).map(({ name }) => name)
}
