/**
 * What somebody did for a request or its check. `raised`: for themselves or for somebody else, who both count; `settled`:
 * said that the printed check came out right; `asked`: wants it voided; `excepted`: asked for an exception of hand-over;
 * `takes`: is to take the check; `hands over`: is about to hand it to whoever takes it.
 */
export const duties = [
  'raised',
  'edited',
  'approved',
  'numbered',
  'entered',
  'settled',
  'signed',
  'asked',
  'voided',
  'stopped',
  'issued',
  'diverted',
  'excepted',
  'takes',
  'hands over',
] as const
export type Duty = (typeof duties)[number]

export interface Did {
  readonly userId: number
  readonly duty: Duty
}

/** The settings of a dealer group that lift a bar where they are off (D1, checks.md: Hand-over). */
export type DutySetting = 'separation' | 'custody'

export interface Bar {
  readonly by: readonly Duty[]
  /** The setting with which the bar stands; without one it always does. */
  readonly while?: DutySetting
  /** `{check}`: the number of the check. */
  readonly sentence: string
}

/** Who cannot do what with a request: to each act, what the same person must not have done before (D1, E9, F8). */
export const requestBars = {
  decide: [
    {
      by: ['raised', 'edited'],
      while: 'separation',
      sentence:
        'You raised this request or edited what is paid, to whom or how, so someone else has to decide on it (separation of duties).',
    },
  ],
  print: [
    {
      by: ['raised'],
      while: 'separation',
      sentence: 'You raised this request, so someone else has to print its check (separation of duties).',
    },
  ],
  'sign without account': [
    {
      by: ['raised'],
      while: 'separation',
      sentence: 'You raised this request, so someone else has to sign its check (separation of duties).',
    },
    {
      by: ['approved'],
      while: 'separation',
      sentence: 'You approved this request, so someone else has to sign its check (separation of duties).',
    },
  ],
} as const satisfies Record<string, readonly Bar[]>
export type RequestAct = keyof typeof requestBars

/** Which settings are on, and the number of the check, where the act is one on a check. Settings count as on. */
export interface DutyCircumstances extends Partial<Record<DutySetting, boolean>> {
  readonly number?: number
}

/** Why what this person did before keeps them from an act, of which these are the bars; undefined when nothing does. */
export function refusalByDuty(
  bars: readonly Bar[],
  userId: number,
  did: readonly Did[],
  { number, ...settings }: DutyCircumstances = {},
): string | undefined {
  const own = did.filter((one) => one.userId === userId)
  const bar = standing(bars, settings).find(({ by }) => own.some(({ duty }) => by.includes(duty)))
  return bar?.sentence.replace('{check}', String(number))
}

/** The people whom what they did keeps from an act. */
export function barredFrom(bars: readonly Bar[], did: readonly Did[], settings: DutyCircumstances = {}): number[] {
  const duty = barringDuties(bars, settings)
  return [...new Set(did.filter((one) => duty.includes(one.duty)).map(({ userId }) => userId))]
}

/** What keeps somebody from an act who did it before. */
export function barringDuties(bars: readonly Bar[], settings: DutyCircumstances = {}): readonly Duty[] {
  return standing(bars, settings).flatMap(({ by }) => by)
}

/** Those of the barring duties that are kept with the request. */
export function barringParts(bars: readonly Bar[]): readonly HandPart[] {
  const barring = barringDuties(bars)
  return handParts.filter((part) => barring.includes(part))
}

function standing(bars: readonly Bar[], settings: DutyCircumstances): readonly Bar[] {
  return bars.filter((bar) => bar.while === undefined || settings[bar.while] !== false)
}

/** Why a hand that somebody had in a request keeps them from an act on it; undefined when none does. */
export function refusalByHand(
  bars: readonly Bar[],
  userId: number,
  { hands, separationOfDuties }: { readonly hands: readonly Hand[]; readonly separationOfDuties: boolean },
): string | undefined {
  return refusalByDuty(bars, userId, didIn(hands), { separation: separationOfDuties })
}

/** What people did in a request, as duties. */
export function didIn(hands: readonly Hand[]): Did[] {
  return hands.map(({ userId, part }) => ({ userId, duty: part }))
}

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
