import type { Action } from '@check-requests/domain/access/permissions.ts'
import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { WaitingKind } from '@check-requests/domain/dashboard/waiting.ts'
import type { lazyScreen } from '#platform/lazy-screen.ts'

/** A screen: its path, who can open it, its title, and its place in the sidebar. */
export interface RouteRow {
  readonly path: string
  readonly screen: ReturnType<typeof lazyScreen>
  /** Roles that can open the screen; undefined for all. */
  readonly roles?: readonly RoleName[]
  /** An additional required permission. */
  readonly needs?: Action
  /** True if auditors can open the screen in any role. */
  readonly forAuditors?: true
  /** True if the screen is offered only when the dealer group has a payee list. */
  readonly ofPayeeList?: true
  /** True if the screen is offered only when the dealer group has a bank account. */
  readonly ofBankAccounts?: true
  /** The browser tab's title, if it isn't the sidebar entry. Entries below headings are shorter than their titles. */
  readonly title?: string
  /** The sidebar entry of each role that has one. */
  readonly menu?: Partial<Record<RoleName, string>>
  /** The sidebar heading under which the entry appears, below the entries of the specification (F2). */
  readonly under?: 'Checks' | 'Bank' | 'Setup'
  /** The list on the screen, which can have saved views. */
  readonly list?: ListName
  /** The key that opens the screen after `g`. */
  readonly key?: string
  /** What is counted next to the sidebar entry while it waits for the user. */
  readonly counts?: readonly WaitingKind[]
}
