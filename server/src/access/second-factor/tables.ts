import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A passkey: the public half of a pair of keys; bytes as base64url. */
export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: string
  /** How browsers reach the authenticator, such as `internal,hybrid`. */
  transports: string
  name: string
  /** How often the authenticator has signed; 0 in those that do not count. */
  counter: number
  synced: 0 | 1
  added_at: Moment
  last_used_at: Moment | null
}

/** The sealed secret that somebody's authenticator app shares. `begun`: its first code is still to come. */
export interface AuthenticatorAppTable {
  user_id: number
  state: 'begun' | 'active'
  sealed_secret: string
  /** The step of time of the last code that was taken. */
  last_step: Generated<number>
  added_at: Moment
}

/** A recovery code that was not used yet; only its SHA-256. */
export interface RecoveryCodeTable {
  user_id: number
  code_hash: string
}

/** A challenge that a passkey has answered, until it would have run out: nobody answers it twice. */
export interface AnsweredChallengeTable {
  challenge_hash: string
  user_id: number
  expires_at: Moment
}

/** A change that can be taken back. `before`: the passkeys and the app of before, as JSON. */
export interface FactorChangeTable {
  id: Generated<number>
  user_id: number
  expires_at: Moment
  before: string
}

export interface SecondFactorTables {
  passkeys: PasskeyTable
  authenticator_apps: AuthenticatorAppTable
  recovery_codes: RecoveryCodeTable
  answered_challenges: AnsweredChallengeTable
  factor_changes: FactorChangeTable
}
