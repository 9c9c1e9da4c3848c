import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../../users/queries/people.ts'
import type { PasskeyRow } from '../queries/passkeys.ts'

/** A passkey counted backward: there may be a copy of it. The trail says so; that it is refused is the caller's part. */
export async function notePossibleCopy(services: Services, passkey: PasskeyRow, counter: number): Promise<void> {
  const person = await findPerson(services.database.read, passkey.user_id)
  if (!person) return
  await commit(services, undefined, async ({ audit }) => {
    audit({
      actor: { userId: person.userId, name: person.name, roleId: null, sessionId: null },
      chain: person.scope.dealerGroupId,
      action: 'user.passkey-counted-backward',
      entity: 'user',
      entityId: person.userId,
      before: { passkey: passkey.name, counter: passkey.counter },
      after: { counter },
    })
  })
}
