/** What somebody has done in a request that bars the same person from a later step (E9). */
export const handParts = ['raised', 'edited', 'approved'] as const
export type HandPart = (typeof handParts)[number]

/** A person who had a hand in a request, and in which part. */
export interface Hand {
  readonly userId: number
  readonly part: HandPart
}

/** Stored fields that say what is paid, to whom, for what and how: whoever edits one has a hand in the request (E9). */
export const handFields = [
  'amount_cents',
  'payee_type',
  'payee_sub_type',
  'payee_name_1',
  'payee_name_2',
  'payee_join',
  'memo_line',
  'purpose_id',
  'purpose_other',
  'vin_last_digits',
  'po_purchase_no',
  'invoice_number',
  'stock_number',
  'deal_number',
  'repair_order',
  'cleared_payment',
  'good_through',
  'per_diem_cents',
  'accounting',
  'delivery_method_id',
  'delivery_method_other',
  'mailing_method',
  'mailing_address',
] as const

/** Did this person have a hand in one of these parts? */
export function hadHandIn(hands: readonly Hand[], userId: number, parts: readonly HandPart[]): boolean {
  return hands.some((hand) => hand.userId === userId && parts.includes(hand.part))
}
