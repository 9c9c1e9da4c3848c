import { Failure } from '../../../platform/errors.ts'
import type { Db } from '../../../tables.ts'
import { providerInsteadOfPassword } from '../../identity-providers/queries/passwords.ts'

/**
 * Refuses whoever signs in through an identity provider instead (decision 128). At a login it comes after the right
 * password alone, so that a refusal tells nobody else that the account exists.
 */
export async function demandPasswordCounts(
  db: Db,
  owner: { readonly email: string; readonly dealerGroupId: number | null },
): Promise<void> {
  const provider = await providerInsteadOfPassword(db, owner)
  if (provider !== undefined)
    throw new Failure('FORBIDDEN', `Your dealer group signs in through ${provider}. Sign in there instead.`)
}
