import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A session. Its secret is stored only as SHA-256. The `previous_…` columns keep the secret from before a role switch
 * for 30 s.
 */
export interface SessionTable {
  id: string
  kind: 'web' | 'api'
  token_hash: string
  previous_token_hash: string | null
  previous_until: Moment | null
  user_id: number
  active_role: RoleId
  authenticated_at: Moment
  last_human_at: Moment
  expires_at: Moment
  /** The program and the network address that opened the session; null in sessions from before these were stored. */
  agent: string | null
  network: string | null
  /** When the user last proved a second factor in the session. */
  proved_at: Moment | null
  /** 1 if an identity provider verified the user. */
  by_provider: Generated<number>
  /** The provider and its own id for the session; null in sessions from before these were stored. */
  identity_provider_id: number | null
  provider_session: string | null
}

/** Failed logins of an account or a network, counted before the password is verified. */
export interface LoginThrottleTable {
  key: string
  failures: number
  since: Moment
  blocked_until: Moment
}

/** A device on which someone has logged in before. Its secret is stored only as SHA-256. */
export interface LoginDeviceTable {
  device_hash: string
  user_id: number
  last_login_at: Moment
}

/**
 * Wrong passwords by account, network, and day. Attempts at unknown accounts are counted together, with a null account.
 */
export interface FailedLoginTable {
  id: Generated<number>
  user_id: number | null
  network: string
  day: string
  attempts: number
  first_at: Moment
  last_at: Moment
}

/** An emailed link with which a user chooses their own password. */
export interface PasswordLinkTable {
  user_id: number
  asked_at: Moment
  /** When to email the link next; null after the email was sent or its address was refused. */
  due_at: Moment | null
  attempts: Generated<number>
  /** The code that identifies the link; null if no link has been sent. */
  code: string | null
  expires_at: Moment | null
  /** 'mailed' or 'shown' (to an admin, who passed it on) for a new user's invitation; null for other links. */
  invitation: 'mailed' | 'shown' | null
}

/** The set-up of the installation, in one row; the code itself is derived from `expires_at` and the trail key. */
export interface SetUpTable {
  id: number
  expires_at: Moment
  /** The network that entered the code; null until someone has. */
  network: string | null
  /** When the first user was added; null before. */
  done_at: Moment | null
}

export interface SessionTables {
  sessions: SessionTable
  login_throttles: LoginThrottleTable
  login_devices: LoginDeviceTable
  failed_logins: FailedLoginTable
  password_links: PasswordLinkTable
  set_up: SetUpTable
}
