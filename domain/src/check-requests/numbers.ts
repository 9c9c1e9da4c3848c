/** The maximum number of digits in a check number. */
export const longestCheckNumber = 12

/**
 * The check number after this one, with at least as many digits: `000104` after `000103`. Undefined if the number would
 * have more than `longestCheckNumber` digits.
 */
export function checkNumberAfter(checkNumber: string): string | undefined {
  const next = String(Number(checkNumber) + 1).padStart(checkNumber.length, '0')
  return next.length > longestCheckNumber ? undefined : next
}

/** A check number without leading zeros: `104`, `0104`, and `000104` are the same number (A16). Empty for zero. */
export function significantDigits(checkNumber: string): string {
  return checkNumber.replace(/^0+/, '')
}

/** The codes at the beginning of a request number; empty codes are omitted (A7, R161). */
export interface NumberParts {
  readonly groupCode: string
  readonly dealershipCode: string | null
  readonly departmentCode: string | null
}

/** The displayed number: `NWG-TOY-SVC-000127`. `counter` counts from 1 per dealer group (A7). */
export function formatRequestNumber(parts: NumberParts, counter: number): string {
  const codes = [parts.groupCode, parts.dealershipCode, parts.departmentCode].filter((code) => code !== null)
  return [...codes, String(counter).padStart(6, '0')].join('-')
}
