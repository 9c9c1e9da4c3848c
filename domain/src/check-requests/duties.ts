import { textFieldNames } from './text-fields.ts'

/**
 * Acts on a request or its check. `raised`: by the requester or on their behalf, which counts for both users;
 * `settled`: reported that the check printed correctly; `asked`: requested a void; `excepted`: requested a
 * handover exception; `takes`: will receive the check; `hands over`: is about to hand over the check; `undoes`: asked to
 * undo a clearing.
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
  'undoes',
] as const
export type Duty = (typeof duties)[number]

export interface Did {
  readonly userId: number
  readonly duty: Duty
}

/** The dealer group settings that lift a bar when off (D1, checks.md: Handing checks over). */
export type DutySetting = 'separation' | 'custody'

export interface Bar {
  readonly by: readonly Duty[]
  /** The setting that enables the bar. If missing, the bar always applies. */
  readonly while?: DutySetting
  /** The reason shown to barred users. `{check}`: replaced with the check number. */
  readonly sentence: string
}

/** The table of separated duties: for each act, the earlier acts that bar the same user from it (D1, E9, F8). */
export const requestBars = {
  decide: [
    {
      by: ['raised', 'edited'],
      while: 'separation',
      sentence:
        'You raised this request or edited its payment details, so someone else has to decide on it (separation of duties).',
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

/** The dealer group's settings, and the check number if the act is on a check. Missing settings count as on. */
export interface DutyCircumstances extends Partial<Record<DutySetting, boolean>> {
  readonly number?: number
}

/** Why a user's earlier acts bar them from this act; undefined when they don't. */
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

/** The users barred from an act by their earlier acts. */
export function barredFrom(bars: readonly Bar[], did: readonly Did[], settings: DutyCircumstances = {}): number[] {
  const duty = barringDuties(bars, settings)
  return [...new Set(did.filter((one) => duty.includes(one.duty)).map(({ userId }) => userId))]
}

/** The earlier acts that bar a user from an act. */
export function barringDuties(bars: readonly Bar[], settings: DutyCircumstances = {}): readonly Duty[] {
  return standing(bars, settings).flatMap(({ by }) => by)
}

/** The barring duties that are stored with the request. */
export function barringParts(bars: readonly Bar[]): readonly HandPart[] {
  const barring = barringDuties(bars)
  return handParts.filter((part) => barring.includes(part))
}

function standing(bars: readonly Bar[], settings: DutyCircumstances): readonly Bar[] {
  return bars.filter((bar) => bar.while === undefined || settings[bar.while] !== false)
}

/** Why a user's part in a request bars them from an act on it; undefined when it doesn't. */
export function refusalByHand(
  bars: readonly Bar[],
  userId: number,
  { hands, separationOfDuties }: { readonly hands: readonly Hand[]; readonly separationOfDuties: boolean },
): string | undefined {
  return refusalByDuty(bars, userId, didIn(hands), { separation: separationOfDuties })
}

/** The duties of users who took part in a request. */
export function didIn(hands: readonly Hand[]): Did[] {
  return hands.map(({ userId, part }) => ({ userId, duty: part }))
}

/** The parts in a request that bar the same user from a later step (E9). */
export const handParts = ['raised', 'edited', 'approved'] as const
export type HandPart = (typeof handParts)[number]

/** A user who took part in a request, and their part. */
export interface Hand {
  readonly userId: number
  readonly part: HandPart
}

/** Stored fields that define the payment. Users who edit one of them take part in the request (E9). */
export const handFields = /* @__PURE__ */ (() =>
  [
    'amount_cents',
    'payee_type',
    'payee_sub_type',
    'payee_name_1',
    'payee_name_2',
    'payee_join',
    ...textFieldNames,
    'purpose_id',
    'purpose_other',
    'good_through',
    'per_diem_cents',
    'accounting',
    'delivery_method_id',
    'delivery_method_other',
    'mailing_method',
    'mailing_address',
  ] as const)()

/** Whether this user took one of these parts in the request. */
export function hadHandIn(hands: readonly Hand[], userId: number, parts: readonly HandPart[]): boolean {
  return hands.some((hand) => hand.userId === userId && parts.includes(hand.part))
}
