import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A passkey: the public key of a key pair. Bytes are base64url. */
export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: string
  /** The transports by which browsers reach the authenticator, such as `internal,hybrid`. */
  transports: string
  name: string
  /** The signature counter; 0 in authenticators without one. */
  counter: number
  synced: 0 | 1
  added_at: Moment
  last_used_at: Moment | null
}

/**
 * The encrypted secret shared with a user's authenticator app. The state is `begun` until the app's first code is
 * entered.
 */
export interface AuthenticatorAppTable {
  user_id: number
  state: 'begun' | 'active'
  sealed_secret: string
  /** The time step of the last accepted code. */
  last_step: Generated<number>
  added_at: Moment
}

/** An unused recovery code, stored only as its SHA-256. */
export interface RecoveryCodeTable {
  user_id: number
  code_hash: string
}

/** An answered passkey challenge, stored until the challenge expires so that it can't be answered again. */
export interface AnsweredChallengeTable {
  challenge_hash: string
  user_id: number
  expires_at: Moment
}

/** A factor change that can be undone. `before` contains the earlier passkeys and authenticator app as JSON. */
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
