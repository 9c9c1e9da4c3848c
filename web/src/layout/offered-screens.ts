import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { type RouteRow, routes } from '#routes.tsx'
import type { Person } from '#sessions/session-state.ts'

export type Visitor = Pick<Person, 'role' | 'access_level'>

/** Can somebody in this role and at this access level open this screen? */
export function mayOpen({ roles, needs }: RouteRow, { role, access_level }: Visitor): boolean {
  const isAllowed = needs === undefined || mayDo({ role, level: access_level }, needs)
  return isAllowed && (roles?.includes(role) ?? true)
}

/** Screens that the sidebar offers, in order. */
export function menuFor(visitor: Visitor): { row: RouteRow; text: string }[] {
  return routes.flatMap((row) => {
    const text = row.menu?.[visitor.role]
    return text && mayOpen(row, visitor) ? [{ row, text }] : []
  })
}

/** The title of the browser tab on this screen. */
export function titleFor({ menu, title }: RouteRow, { role }: Visitor): string {
  return menu?.[role] ?? title
}
