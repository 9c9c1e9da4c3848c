/**
 * What somebody did for a check or for its request. `raised`: for themselves or for somebody else, who both count;
 * `settled`: said that the printed check came out right; `asked`: wants it voided.
 */
export const duties = ['raised', 'numbered', 'entered', 'settled', 'signed', 'asked', 'stopped'] as const
export type Duty = (typeof duties)[number]

export interface Did {
  readonly userId: number
  readonly duty: Duty
}

interface Bar {
  readonly by: readonly Duty[]
  /** True where the dealer group can lift the bar with separation of duties (D1). */
  readonly liftable?: true
  readonly sentence: (check: number) => string
}

/** Who cannot do what: to each act on a check, what the same person must not have done before (E9, F8). */
export const bars = {
  settle: [
    {
      by: ['raised'],
      liftable: true,
      sentence: (check) =>
        `You raised the request of check ${check}, so somebody else has to say how it was printed (separation of duties).`,
    },
  ],
  'confirm-entry': [
    { by: ['entered'], sentence: (check) => `You entered check ${check}, so somebody else has to confirm it.` },
    {
      by: ['raised'],
      sentence: (check) => `You raised the request of check ${check}, so somebody else has to confirm it.`,
    },
  ],
  sign: [
    {
      by: ['raised'],
      sentence: (check) => `You raised the request of check ${check}, so somebody else has to sign it.`,
    },
    {
      by: ['numbered', 'entered', 'settled'],
      sentence: (check) => `You printed check ${check}, so somebody else has to sign it.`,
    },
    {
      by: ['signed'],
      sentence: (check) => `You have signed check ${check}. Somebody else has to be its second signer.`,
    },
  ],
  agree: [
    {
      by: ['numbered', 'entered', 'settled', 'signed', 'asked'],
      sentence: (check) => `You printed or signed check ${check} or asked to void it, so somebody else has to agree.`,
    },
  ],
  'accept-file': [
    {
      by: ['numbered', 'entered', 'settled'],
      sentence: (check) =>
        `You printed check ${check}, which is in this file, so somebody else has to record that the bank accepted it.`,
    },
  ],
  'confirm-stop': [
    {
      by: ['numbered', 'entered', 'settled', 'signed', 'stopped'],
      sentence: (check) =>
        `You printed, signed or stopped check ${check}, so somebody else has to enter the bank’s number.`,
    },
  ],
} as const satisfies Record<string, readonly Bar[]>
export type BarredAct = keyof typeof bars

/** Why what this person did before keeps them from an act on a check; undefined when nothing does. */
export function refusalByDuty(
  act: BarredAct,
  userId: number,
  { number, did, isSeparated = true }: { number: number; did: readonly Did[]; isSeparated?: boolean },
): string | undefined {
  const own = new Set(did.filter((one) => one.userId === userId).map(({ duty }) => duty))
  const all: readonly Bar[] = bars[act]
  return all
    .find(({ by, liftable }) => (isSeparated || !liftable) && by.some((duty) => own.has(duty)))
    ?.sentence(number)
}

const signing: Duty = 'signed'

/**
 * True where the bank’s number of a stop, by which the request can be paid again, is not entered by who stopped the
 * check: once somebody has signed it, two valid checks would be on their way.
 */
export function stopTakesTwo(did: readonly Did[]): boolean {
  return did.some(({ duty }) => duty === signing)
}
