import { recoveryCodesMade } from '@check-requests/domain/access/second-factor/rules.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import { type Random, sha256 } from '../../../platform/random.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { demandFreshProof } from '../../sessions/commands/fresh-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { replaceRecoveryCodes } from '../queries/recovery-codes.ts'
import { waysOf } from '../queries/ways.ts'
import { tellOwner } from './take-back.ts'

const characters = 16
// Crockford's base 32: nothing in it looks like something else.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten new recovery codes in place of those that the caller has; they are shown this once. */
export async function renewRecoveryCodes(services: Services, caller: Caller): Promise<string[]> {
  demandFreshProof(caller, services.clock())
  return commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    if ((await waysOf(trx, caller.userId)).length === 0)
      throw new Failure('CONFLICT', 'Recovery codes go with a passkey or an authenticator app. Add one first.')
    await tellOwner(unit, caller, 'factor-added', 'Ten new recovery codes')
    const event = { action: 'user.renew-recovery-codes', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return giveRecoveryCodes(services, unit, caller.userId)
  })
}

/** Makes and stores recovery codes, as `xxxx-xxxx-xxxx-xxxx`: 80 bits each, so that a plain hash is enough. */
export async function giveRecoveryCodes({ random }: Services, { trx }: Unit, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesMade }, () => newCode(random))
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  )
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}

/** What is stored of a recovery code, which is given without hyphens. */
export function hashRecoveryCode(userId: number, code: string): string {
  return sha256(`recovery code\n${userId}\n${code}`)
}

function newCode(random: Random): string {
  return Array.from(random(characters), (byte) => alphabet[byte % alphabet.length]).join('')
}
