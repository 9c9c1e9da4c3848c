/** A session; of its secret only the SHA-256 is kept. `previous_…`: the secret before a role switch, for 30 s. */
export interface SessionTable {
  id: string
  kind: 'web' | 'api'
  token_hash: string
  previous_token_hash: string | null
  previous_until: string | null
  user_id: number
  active_role: number
  authenticated_at: string
  last_human_at: string
  expires_at: string
}

/** Failed logins of an account or a network, counted before the password is looked at. */
export interface LoginThrottleTable {
  key: string
  failures: number
  since: string
  blocked_until: string
}

export interface SessionTables {
  sessions: SessionTable
  login_throttles: LoginThrottleTable
}
