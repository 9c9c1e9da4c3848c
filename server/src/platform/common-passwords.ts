import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Is this password, in lowercase, among the 49,000 that attackers try first? */
export function isCommonPassword(folded: string): boolean {
  return common.has(folded)
}
