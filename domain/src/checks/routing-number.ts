const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/**
 * Why a text isn't a routing number for ordinary business checks, as a sentence; undefined when it is. Only ABA
 * numbers of Federal Reserve districts are accepted (first two digits 01 to 12, and 21 to 32 for thrift institutions);
 * government checks, electronic identifiers, and traveler's checks have others.
 */
export function whyNotRoutingNumber(text: string): string | undefined {
  if (!/^\d*$/.test(text)) return 'A routing number can have only digits. Check for letters, such as O instead of 0.'
  if (text.length !== 9) return `A routing number has nine digits, but this one has ${text.length}.`
  const district = Number(text.slice(0, 2))
  if (!(district >= 1 && district <= 12) && !(district >= 21 && district <= 32))
    return `Routing numbers for business checks can’t begin with ${text.slice(0, 2)}. Copy the number from a check for this account.`
  if (weightedSum(text) % 10 !== 0)
    return 'The check digit of this routing number is wrong. Compare each digit with a check for this account.'
  return undefined
}

/** The parts of a fraction such as `55-2/212`, without leading zeros. */
export interface RoutingFraction {
  /**
   * The historical number of the city (1 to 49) or state (50 to 99), which can't be derived from the routing number.
   */
  readonly prefix: number
  /** Digits 5 to 8 of the routing number. */
  readonly institution: number
  /** Digits 1 to 4 of the routing number. */
  readonly district: number
}

/** Parses a fraction; undefined if it doesn't have the form `55-2/212`. */
export function parseFraction(text: string): RoutingFraction | undefined {
  const match = /^([1-9]\d?)-([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)
  if (!match) return undefined
  return { prefix: Number(match[1]), institution: Number(match[2]), district: Number(match[3]) }
}

/** The routing number for a fraction: its parts padded to four digits each, and the check digit. */
export function routingNumberOf({ institution, district }: RoutingFraction): string {
  const eight = `${String(district).padStart(4, '0')}${String(institution).padStart(4, '0')}`
  return `${eight}${(10 - (weightedSum(eight) % 10)) % 10}`
}

/** Why a fraction doesn't match a routing number, as a sentence; undefined when it does. */
export function whyNotFractionOf(routingNumber: string, text: string): string | undefined {
  const fraction = parseFraction(text)
  if (!fraction) return 'Enter a fractional routing number such as 55-2/212, without leading zeros.'
  const meant = routingNumberOf(fraction)
  if (meant === routingNumber) return undefined
  return `The fraction ${text} is for the routing number ${meant}, not ${routingNumber}. Copy the fraction from a check for this account.`
}

function weightedSum(digits: string): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * (weights[index] ?? 0), 0)
}
