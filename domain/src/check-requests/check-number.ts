/** A check number without leading zeros: `104`, `0104` and `000104` are one number (A16). Empty for zero. */
export function significantDigits(checkNumber: string): string {
  return checkNumber.replace(/^0+/, '')
}
