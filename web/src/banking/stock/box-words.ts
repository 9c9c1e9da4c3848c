import type { StockBoxReply } from '@check-requests/domain/banking/stock/fields.ts'

export const stateWords: Record<StockBoxReply['state'], string> = {
  'in use': 'In use',
  counted: 'Counted',
  received: 'To be counted',
  ended: 'Ended',
}

type NamedBox = Pick<StockBoxReply, 'place' | 'first_number' | 'last_number'>

/** What a box is called: where it is, and its numbers. */
export function boxName({ place, first_number, last_number }: NamedBox): string {
  return last_number === null ? `${place}, from ${first_number} on` : `${place}, ${first_number} to ${last_number}`
}

/** What is left in a box. */
export function leftInWords({
  state,
  left,
  next_number,
}: Pick<StockBoxReply, 'state' | 'left' | 'next_number'>): string {
  if (state === 'ended') return 'No more checks are taken from this box.'
  if (left === null) return `The next number is ${next_number}. Receive a box to have its checks counted.`
  if (left === 0) return 'No check is left.'
  return `${left === 1 ? '1 check is' : `${left} checks are`} left; the next number is ${next_number}.`
}

/** Who has it, and who has received and counted it. */
export function boxStory({
  holder,
  received_by,
  counted_by,
}: Pick<StockBoxReply, 'holder' | 'received_by' | 'counted_by'>) {
  return [
    holder && `Kept by ${holder.name}.`,
    received_by && `Received by ${received_by.name}.`,
    counted_by && `Counted by ${counted_by.name}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
