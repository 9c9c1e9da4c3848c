import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A session; of its secret only the SHA-256 is kept. `previous_…`: the secret before a role switch, for 30 s. */
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
  /** The program and the network that it was opened from; null in sessions from before they were kept. */
  agent: string | null
  network: string | null
  /** When its person last proved who they are with a second factor. */
  proved_at: Moment | null
  /** 1: an identity provider said who it is. */
  by_provider: Generated<number>
  /** Which one, and how it names its own session of the person; null in sessions from before that was kept. */
  identity_provider_id: Generated<number | null>
  provider_session: Generated<string | null>
}

/** Failed logins of an account or a network, counted before the password is looked at. */
export interface LoginThrottleTable {
  key: string
  failures: number
  since: Moment
  blocked_until: Moment
}

/** A device on which somebody has logged in before; of its secret only the SHA-256 is kept. */
export interface LoginDeviceTable {
  device_hash: string
  user_id: number
  last_login_at: Moment
}

/** Wrong passwords by account, network and day; without an account, all that named none together. */
export interface FailedLoginTable {
  id: Generated<number>
  user_id: number | null
  network: string
  day: string
  attempts: number
  first_at: Moment
  last_at: Moment
}

/** A link that is mailed to somebody, by which they choose their own password. */
export interface PasswordLinkTable {
  user_id: number
  asked_at: Moment
  /** When it is tried to mail it; null once it is mailed, or the address was refused. */
  due_at: Moment | null
  attempts: Generated<number>
  /** By which the link is recognized; null while none is on its way. */
  code: string | null
  expires_at: Moment | null
}

export interface SessionTables {
  sessions: SessionTable
  login_throttles: LoginThrottleTable
  login_devices: LoginDeviceTable
  failed_logins: FailedLoginTable
  password_links: PasswordLinkTable
}
