import { centsToDollars, formatDollars } from '../values/money.ts'
import type { AccountPerson } from './rules.ts'

/** Who signs the checks of an account. Amounts in cents; null for no limit, and for never two. */
interface Signing {
  readonly people: readonly Pick<AccountPerson, 'rights' | 'mostToSign'>[]
  readonly twoSignersAbove: number | null
  readonly limitPerCheck: number | null
}

/**
 * A warning for each range of amounts that too few of an account's signers can sign (J2). An account that names no signers
 * has none, because the roles decide who signs.
 */
export function signingGaps({ people, twoSignersAbove, limitPerCheck }: Signing): string[] {
  const signers = people.filter(({ rights }) => rights.includes('sign'))
  const [most, next = 0] = signers.map((one) => one.mostToSign ?? Number.POSITIVE_INFINITY).sort((a, b) => b - a)
  if (most === undefined) return []
  const top = limitPerCheck ?? Number.POSITIVE_INFINITY
  const alone = Math.min(top, twoSignersAbove ?? top)
  const dollars = (cents: number) => formatDollars(centsToDollars(cents))
  const gaps: string[] = []
  if (signers.length === 1)
    gaps.push('Only one person can sign. If that person printed a check or raised its request, nobody can sign it.')
  if (most < alone) gaps.push(`Nobody can sign checks above ${dollars(most)}.`)
  else if (alone < top && next < top)
    gaps.push(
      `Checks above ${dollars(Math.max(alone, next))} need two signers, but fewer than two people can sign them.`,
    )
  return gaps
}
