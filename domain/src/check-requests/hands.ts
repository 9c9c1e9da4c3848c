/** What somebody has done in a request that bars the same person from a later step (E9). */
export const handParts = ['raised', 'edited', 'approved'] as const
export type HandPart = (typeof handParts)[number]

/** A person who had a hand in a request, and in which part. */
export interface Hand {
  readonly userId: number
  readonly part: HandPart
}

/** Whom separation of duties bars from a step, by the parts they had, and the sentence that says so (D1, E9). */
export const separations = {
  decision: {
    parts: ['raised', 'edited'],
    sentence:
      'You raised this request or edited what is paid, to whom or how, so somebody else has to decide on it (separation of duties).',
  },
  printing: {
    parts: ['raised'],
    sentence: 'You raised this request, so somebody else has to print its check (separation of duties).',
  },
  signing: {
    parts: ['approved'],
    sentence: 'You approved this request, so somebody else has to sign its check (separation of duties).',
  },
} as const satisfies Record<string, { parts: readonly HandPart[]; sentence: string }>
export type Separation = keyof typeof separations

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

/** The people who had a hand in one of these parts. */
export function barredByParts(hands: readonly Hand[], parts: readonly HandPart[]): number[] {
  return hands.filter(({ part }) => parts.includes(part)).map(({ userId }) => userId)
}

/** The people whom separation of duties bars from a step. */
export function barredFrom(separation: Separation, hands: readonly Hand[]): number[] {
  return barredByParts(hands, separations[separation].parts)
}
