/** The most digits of a check number. */
export const longestCheckNumber = 12

/**
 * The check number that follows this one, with as many digits: `000104` after `000103`. Undefined where it would have
 * more than `longestCheckNumber`.
 */
export function checkNumberAfter(checkNumber: string): string | undefined {
  const next = String(Number(checkNumber) + 1).padStart(checkNumber.length, '0')
  return next.length > longestCheckNumber ? undefined : next
}

/** A check number without leading zeros: `104`, `0104` and `000104` are one number (A16). Empty for zero. */
export function significantDigits(checkNumber: string): string {
  return checkNumber.replace(/^0+/, '')
}
