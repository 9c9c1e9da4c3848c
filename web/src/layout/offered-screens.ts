import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { may } from '#access/sessions/permissions.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { useApi } from '#platform/api-context.tsx'
import type { RouteRow } from '#route-row.ts'
import { routes } from '#routes.tsx'

export type Visitor = Pick<Person, 'role' | 'access_level' | 'payee_list' | 'bank_accounts' | 'audits'>

/** Whether a user with this role and access level can open this screen. */
export function mayOpen(
  { roles, needs, forAuditors }: RouteRow,
  visitor: Omit<Visitor, 'payee_list' | 'bank_accounts'>,
): boolean {
  const isAllowed = needs === undefined || may(visitor, needs)
  return isAllowed && ((visitor.audits && forAuditors) || (roles?.includes(visitor.role) ?? true))
}

/** Whether this screen is offered to a user who can open it. */
export function isOffered(row: RouteRow, visitor: Visitor): boolean {
  // Super admins belong to no group and see the features that any group uses (F2).
  if (visitor.access_level === accessLevels.superAdmin) return mayOpen(row, visitor)
  if (row.ofPayeeList && visitor.payee_list !== true) return false
  if (row.ofBankAccounts && visitor.bank_accounts !== true) return false
  return mayOpen(row, visitor)
}

export interface MenuEntry {
  readonly row: RouteRow
  readonly text: string
  /** The lists whose saved views are shown below the entry. */
  readonly lists: readonly ListName[]
}

/**
 * The screens in the sidebar, in order. Saved Views for a list that isn't in the sidebar appear below the entry for all
 * requests.
 */
export function menuFor(visitor: Visitor): MenuEntry[] {
  const open = routes.filter((row) => isOffered(row, visitor))
  const listsOf = (rows: readonly RouteRow[]) => rows.flatMap(({ list }) => list ?? [])
  const others = listsOf(open.filter(({ menu }) => !menu?.[visitor.role]))
  return open.flatMap((row) => {
    const text = row.menu?.[visitor.role] ?? (row.forAuditors ? row.menu?.admin : undefined)
    return text ? [{ row, text, lists: [...listsOf([row]), ...(row.list === 'all' ? others : [])] }] : []
  })
}

/** The browser tab's title on this screen. */
export function titleFor({ menu, title, under }: RouteRow, { role }: Visitor): string {
  const [first = ''] = Object.values(menu ?? {})
  return (under && title) || (menu?.[role] ?? title ?? first)
}

/**
 * The user, and whether their dealer group currently has a payee list. The session says so initially. Later, this is
 * refetched only after changes to the organization.
 */
export function useVisitor(person: Person): Person {
  const api = useApi()
  const id = person.dealer_group_id
  const { data } = useQuery({
    queryKey: ['organisation', 'payee-settings', id, 'for-menu'],
    queryFn: async ({ signal }) => {
      const { hasPayeeList } = await import('#payees/has-payee-list.ts')
      return hasPayeeList(api, id ?? 0, signal)
    },
    enabled: id !== null,
    initialData: person.payee_list === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { payee_list: _, ...rest } = person
  return data && id !== null ? { ...rest, payee_list: true } : rest
}

/** The data that the button passes to the palette. */
export interface PaletteProps {
  label: string
  words: string
  onWordsChange(words: string): void
  /** Called when the text field has the focus. */
  onReady(): void
  onClose(): void
}
