import type { OwnSecondFactor, PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { moment } from '../../platform/clock.ts'
import type { AppRow, PasskeyRow } from './queries/factors.ts'

/** A passkey as its owner knows it. */
export function presentPasskey(row: PasskeyRow): PasskeyReply {
  return {
    id: row.id,
    name: row.name,
    added_at: row.added_at,
    last_used_at: row.last_used_at,
    synced: row.synced === 1,
  }
}

/** All that somebody has as a second factor. `provedUntil`: in milliseconds. */
export function presentOwnSecondFactor(has: {
  passkeys: readonly PasskeyRow[]
  app: AppRow | undefined
  recoveryCodesLeft: number
  provedUntil: number | undefined
}): OwnSecondFactor {
  return {
    passkeys: has.passkeys.map(presentPasskey),
    codes: has.app ? { added_at: has.app.added_at } : null,
    recovery_codes_left: has.recoveryCodesLeft,
    proved_until: has.provedUntil === undefined ? null : moment(has.provedUntil),
  }
}
