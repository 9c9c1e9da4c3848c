import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * An access token. `user_id`: its owner, or the account of a program. A program's account counts as deleted from the
 * beginning, so it can't sign in, hold roles, or get notices; it only gives its name to what the program does.
 */
export interface AccessTokenTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  user_id: number
  kind: 'person' | 'program'
  name: string
  token_hash: string
  hint: string
  /** Names of scopes, with commas. */
  scopes: string
  role_id: RoleId
  /** Ids with commas. Null if the token isn't limited to dealerships. */
  dealership_ids: string | null
  /** Networks with commas. Null for all. */
  networks: string | null
  state: 'waiting' | 'active' | 'ended'
  /** Null if a program doesn't manage users; 0 if new users and roles wait for a second person, 1 if they don't. */
  manages_people: number | null
  expires_at: Moment
  /** The user who has seen the secret. */
  created_by_id: number
  created_by_name: string
  created_at: Moment
  last_used_at: Moment | null
  last_network: string | null
}

export interface TokenTables {
  access_tokens: AccessTokenTable
}
