let common: ReadonlySet<string> | undefined

/**
 * Tells whether a password, in lowercase, is among the 49,000 that attackers try first. The list takes five megabytes
 * and is loaded for the first password that somebody sets.
 */
export async function commonPasswords(): Promise<(folded: string) => boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  common ??= new Set(dictionary['passwords-common'])
  const known = common
  return (folded) => known.has(folded)
}
