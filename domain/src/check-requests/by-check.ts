/**
 * The check of a request, where its dealership draws on a bank account (E6). `draws`: the next check is printed in a
 * run. `exists`: it has a check of an account, whose life the rest follows. `isInRun`: its number is reserved in a print
 * run that is not settled, or for a check written by hand that nobody has confirmed.
 */
export interface RequestCheck {
  readonly draws: boolean
  readonly exists: boolean
  readonly isInRun: boolean
}

/** Where a bank account is set up: what leads to the status instead of setting it (E6). */
const insteadOf = {
  run: 'This dealership draws on a bank account, so its checks are printed in a print run. Choose Print Checks.',
  signing: 'This check is drawn on a bank account, so its signers confirm their signatures. Choose Sign Checks.',
  'hand-over':
    'This check is drawn on a bank account, so a processor records to whom it is handed over or when it is mailed.',
} as const
export type CheckStep = keyof typeof insteadOf

/** Why a request waits whose number is reserved. */
export const inRun =
  'The number of its check is reserved. Settle its print run first, or have the check that was written by hand confirmed.'

/**
 * Why a transition is made by the check instead, or has to wait for it; undefined when it is not (E6). `step`: what makes
 * the transition where a bank account is set up.
 */
export function refusalByCheck(step: CheckStep | undefined, check: RequestCheck | undefined): string | undefined {
  if (!check) return undefined
  if (check.isInRun) return inRun
  const isByCheck = step === 'run' ? check.draws : check.exists
  return step && isByCheck ? insteadOf[step] : undefined
}
