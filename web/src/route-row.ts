import type { Action } from '@check-requests/domain/access/permissions.ts'
import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { Grouping } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { lazyScreen } from '#platform/lazy-screen.ts'

/** Names only: the sidebar maps them to icons, which are not needed before the login. */
// biome-ignore format: names, side by side
export type MenuIcon =
  | 'dashboard' | 'new' | 'sent-back' | 'rejected' | 'pending' | 'processing' | 'completed' | 'print-checks' | 'sign-checks'
  | 'positive-pay' | 'clearing' | 'list' | 'users' | 'dealerships' | 'departments' | 'approvals' | 'payees' | 'bank-accounts' | 'audit' | 'jobs' | 'settings'

/** One screen: its path, who can open it, its title, and where the sidebar offers it. */
export interface RouteRow {
  readonly path: string
  readonly screen: ReturnType<typeof lazyScreen>
  /** Roles that can open it; absent: any. */
  readonly roles?: readonly RoleName[]
  /** A permission that they need as well. */
  readonly needs?: Action
  /** Auditors open it whatever their role is. */
  readonly forAuditors?: true
  /** Offered only where the dealer group has a list of payees. */
  readonly ofPayeeList?: true
  /** Offered only where the dealer group has a bank account. */
  readonly ofBankAccounts?: true
  /** Title of the browser tab, when the sidebar has none for the role. */
  readonly title: string
  /** The sidebar's entry for each role that has one. */
  readonly menu?: Partial<Record<RoleName, string>>
  /** The heading under which the sidebar offers it, below the entries of the specification (F2). */
  readonly under?: 'Checks' | 'Bank' | 'Setup'
  readonly icon?: MenuIcon
  /** The list that it shows, for saved views. */
  readonly list?: ListName
  /** The letter that opens it after `g`. */
  readonly key?: string
  /** The requests that the sidebar counts beside it. */
  readonly counts?: Grouping
}
