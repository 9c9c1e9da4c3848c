import { findRole } from '@check-requests/domain/access/roles.ts'
import { isOffered, titleFor, type Visitor } from '#layout/offered-screens.ts'
import { paths } from '#paths.ts'
import { type Theme, themes } from '#platform/theme.ts'
import type { RouteRow } from '#route-row.ts'
import { routes } from '#routes.tsx'
import { may } from '#sessions/may.ts'

/** A screen that the palette links to. */
export interface PageEntry {
  readonly row: RouteRow
  readonly text: string
}

/** An action of the palette. */
export type ActionEntry = { readonly text: string } & (
  | { readonly does: 'new-request' | 'change-password' | 'shortcuts' | 'log-out' }
  | { readonly does: 'switch-role'; readonly roleId: number }
  | { readonly does: 'change-theme'; readonly theme: Theme }
)

/** The screens that this person can open, except those that need a request first or are actions here. */
export function pagesFor(visitor: Visitor): PageEntry[] {
  const isPage = (row: RouteRow) => row.menu !== undefined && row.path !== paths.newCheckRequest
  return routes
    .filter((row) => isPage(row) && isOffered(row, visitor))
    .map((row) => ({ row, text: titleFor(row, visitor) }))
}

const themeTexts: Record<Theme, string> = {
  system: 'Use the system’s theme',
  light: 'Use the light theme',
  dark: 'Use the dark theme',
}

/** What this person can do from anywhere, in their current role and with the current theme. */
export function actionsFor(
  visitor: Visitor & { roleId: number; all_roles: readonly number[] },
  theme: Theme,
): ActionEntry[] {
  const creates = may(visitor, 'check-requests.create')
  const others = visitor.all_roles.filter((id) => id !== visitor.roleId).flatMap((id) => findRole(id) ?? [])
  return [
    ...(creates ? [{ text: 'New Request', does: 'new-request' } as const] : []),
    ...others.map(({ id, label }) => ({ text: `Switch role to ${label}`, does: 'switch-role', roleId: id }) as const),
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({ text: themeTexts[other], does: 'change-theme', theme: other }) as const),
    { text: 'Change Password', does: 'change-password' },
    { text: 'Keyboard Shortcuts', does: 'shortcuts' },
    { text: 'Log Out', does: 'log-out' },
  ]
}

/** True when the text contains every word that was typed, in any order. */
export function fits(text: string, typed: string): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
}
