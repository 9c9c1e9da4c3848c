import { findRole } from '@check-requests/domain/access/roles.ts'
import { isFound, type SettingRow, settingRows } from '@check-requests/domain/organization/setting-rows.ts'
import { may } from '#access/sessions/permissions.ts'
import { isOffered, mayOpen, titleFor, type Visitor } from '#layout/offered-screens.ts'
import { paths } from '#paths.ts'
import { type Theme, themes } from '#platform/interface-settings.ts'
import type { RouteRow } from '#route-row.ts'
import { routes } from '#routes.tsx'

/** Other words by which people look for a screen or an action, by path or by action. */
export const paletteWords: Readonly<Record<string, string>> = {
  '/dashboard': 'home start overview waiting',
  '/check-requests-sendback': 'returned corrections fix sent back',
  '/check-requests-reject': 'declined refused denied',
  '/check-requests-pending': 'approve decide reject decisions queue inbox',
  '/check-requests-processing': 'payable accounts payable issue hold',
  '/check-requests-completed': 'closed paid done finished history',
  '/check-requests': 'search find list invoices withdraw duplicate copy hold',
  '/recurring-requests': 'rent repeat monthly subscriptions floor-plan',
  '/admin-users': 'people employees staff accounts add invite logins roles',
  '/admin-dealerships': 'stores locations rooftops groups delivery methods purposes',
  '/admin-departments': 'teams dept service body shop',
  '/settings': 'options preferences configuration',
  '/my-settings': 'options preferences profile',
  '/inbox': 'notices notifications messages',
  '/print-checks': 'run numbers printer batch test page',
  '/sign-checks': 'signature signatures',
  '/mail-checks': 'send deliver pickup tracking envelopes hand',
  '/checks': 'void stop lost reissue check number register',
  '/check-reports': 'outstanding stale escheat as of',
  '/reports': 'charts graphs statistics export excel',
  '/admin-bank-accounts': 'wire routing ach signers stock micr banking test page',
  '/positive-pay': 'issue file fraud forgery forged bank upload',
  '/clearing': 'reconcile reconciliation statement exceptions bai2 ofx cleared',
  '/admin-approvals': 'rules limits workflow authority thresholds levels delegations vacation out of office absence',
  '/admin-payees': 'vendors suppliers w9 w-9 1099 tax forms blocked addresses',
  '/admin-journal': 'general ledger gl export posting books month close',
  '/admin-audit': 'log history activity trail who changed',
  '/admin-auditors': 'external cpa read-only access',
  '/admin-jobs': 'backup jobs tasks scheduled background',
  'new-request': 'reimbursement expense refund payoff pay raise create add submit invoice wire drafts duplicate',
  'change-password': 'passphrase login',
  shortcuts: 'keys help hotkeys',
  'log-out': 'sign out exit leave quit',
  'change-theme': 'dark mode light appearance night',
  'switch-role': 'change hat act as',
}

/** How well an entry fits what was typed: 0 is best. Undefined if it doesn't fit. */
function rankOf({ text, words }: { readonly text: string; readonly words: string }, typed: string): number | undefined {
  const sought = typed.trim().toLowerCase()
  if (sought === '') return 0
  if (!isFound({ text, words }, sought)) return undefined
  const label = text.toLowerCase()
  if (label.startsWith(sought)) return 0
  const wordsOf = (from: string) => from.toLowerCase().split(/\s+/)
  const beginsOne = (from: string) =>
    sought.split(/\s+/).every((part) => wordsOf(from).some((word) => word.startsWith(part)))
  if (beginsOne(label)) return 1
  return beginsOne(words) ? 2 : 3
}

/** The entries that fit, best first. Entries that fit equally keep their order. */
export function bestOf<Entry extends { readonly text: string; readonly words: string }>(
  entries: readonly Entry[],
  typed: string,
): { readonly entry: Entry; readonly rank: number }[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, typed)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
}

/** A screen in the palette. `words`: other words by which people look for it. */
export interface PageEntry {
  readonly row: RouteRow
  readonly text: string
  readonly words: string
}

export interface SettingEntry {
  readonly row: SettingRow
  readonly text: string
  readonly words: string
}

/** An action of the palette. */
export type ActionEntry = { readonly text: string } & (
  | { readonly does: 'new-request' | 'change-password' | 'shortcuts' | 'log-out' }
  | { readonly does: 'switch-role'; readonly roleId: number }
  | { readonly does: 'change-theme'; readonly theme: Theme }
)

/**
 * The screens that this user can open, except screens that need a request and screens that the palette offers as
 * actions.
 */
export function pagesFor(visitor: Visitor): PageEntry[] {
  const isPage = (row: RouteRow) => row.menu !== undefined && row.path !== paths.newCheckRequest
  return routes
    .filter((row) => isPage(row) && isOffered(row, visitor))
    .map((row) => ({ row, text: titleFor(row, visitor), words: paletteWords[row.path] ?? '' }))
}

/** The pages that the palette offers only once something is typed: they are a click away on every screen. */
const typedPages = [paths.inbox, paths.mySettings, paths.checkReports] as readonly string[]

/** The screens in the palette once something is typed. */
export function typedPagesFor(visitor: Visitor): PageEntry[] {
  const others = routes.filter((row) => typedPages.includes(row.path) && isOffered(row, visitor))
  return [
    ...pagesFor(visitor),
    ...others.map((row) => ({ row, text: row.title ?? '', words: paletteWords[row.path] ?? '' })),
  ]
}

/** The settings that this user has. The palette offers them once something is typed. */
export function settingsFor(visitor: Visitor): SettingEntry[] {
  const screens = { settings: paths.settings, 'my-settings': paths.mySettings }
  const rows: readonly SettingRow[] = settingRows
  return rows
    .filter(({ screen, needs, role }) => {
      const isOpen = routes.some((row) => row.path === screens[screen] && mayOpen(row, visitor))
      return isOpen && (needs === undefined || may(visitor, needs)) && (role === undefined || role === visitor.role)
    })
    .map((row) => ({ row, text: row.palette ?? row.text, words: `${row.words} ${row.description ?? ''}` }))
}

const themeTexts: Record<Theme, string> = {
  system: 'Use System Theme',
  light: 'Use Light Theme',
  dark: 'Use Dark Theme',
}

/** The user's actions available anywhere, in their current role and theme. */
export function actionsFor(
  visitor: Visitor & { roleId: number; all_roles: readonly number[] },
  theme: Theme,
): ActionEntry[] {
  const creates = may(visitor, 'check-requests.create')
  const others = visitor.all_roles.filter((id) => id !== visitor.roleId).flatMap((id) => findRole(id) ?? [])
  return [
    ...(creates ? [{ text: 'New Request', does: 'new-request' } as const] : []),
    ...others.map(({ id, label }) => ({ text: `Switch Role to ${label}`, does: 'switch-role', roleId: id }) as const),
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({ text: themeTexts[other], does: 'change-theme', theme: other }) as const),
    { text: 'Change Password', does: 'change-password' },
    { text: 'Keyboard Shortcuts', does: 'shortcuts' },
    { text: 'Log Out', does: 'log-out' },
  ]
}

/** An action with the other words by which people look for it. */
export function withWords(action: ActionEntry): ActionEntry & { readonly words: string } {
  return { ...action, words: paletteWords[action.does] ?? '' }
}
