import { findRole } from '@check-requests/domain/access/roles.ts'
import type { ListedName } from '@check-requests/domain/approvals/conditions.ts'
import type { TitleReply } from '@check-requests/domain/approvals/replies.ts'
import type { Dealership, Department, Purpose } from '@check-requests/domain/organization/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useMemo } from 'react'
import { useApprovalTitles } from '#approvals/api.ts'
import type { Kind, NameOf } from '#approvals/policy-words.ts'
import { useDealerships, useDepartments, usePurposes } from '#organization/api.ts'
import { useUsers } from '#people/users/api.ts'
import type { Option } from '#ui/form/option.ts'

/** The options for a dealer group's policy, and the names of everything it refers to. */
export interface PolicyChoices {
  readonly options: Readonly<Record<Kind, readonly Option<number>[]>>
  readonly nameOf: NameOf
}

/** Returns undefined until everything has loaded. Users are fetched only for a policy, because there may be many. */
export function usePolicyChoices(groupId: number, hasPolicy: boolean): PolicyChoices | undefined {
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const purposes = usePurposes().data
  const titles = useApprovalTitles().data
  const users = useUsers(hasPolicy).data
  return useMemo(() => {
    if (!dealerships || !departments || !purposes || !titles || (hasPolicy && !users)) return undefined
    return choicesOf(groupId, { dealerships, departments, purposes, titles, users: users ?? [] })
  }, [groupId, hasPolicy, dealerships, departments, purposes, titles, users])
}

interface Lists {
  readonly dealerships: readonly Dealership[]
  readonly departments: readonly Department[]
  readonly purposes: readonly Purpose[]
  readonly titles: readonly TitleReply[]
  readonly users: readonly User[]
}

function choicesOf(groupId: number, lists: Lists): PolicyChoices {
  const isOwn = (row: { dealer_group_id: number }) => row.dealer_group_id === groupId
  const dealerships = lists.dealerships.filter(isOwn).map(named)
  const purposes = lists.purposes.map(({ payment_for, ...purpose }) => ({ ...named(purpose), group: payment_for }))
  const departments = lists.departments
    .filter(isOwn)
    .map(({ id, name, dealership_name }) => named({ id, name: `${name}, ${dealership_name}` }))
  const people = (users: readonly User[]) =>
    users.map(({ id, first_name, last_name }) => named({ id, name: `${first_name} ${last_name}` }))
  const listed: Readonly<Record<ListedName, readonly Option<number>[]>> = {
    dealership: dealerships,
    department: departments,
    purpose: purposes,
  }
  const all = { ...listed, person: people(lists.users), title: lists.titles.filter(isOwn).map(named) }
  const offered = {
    ...listed,
    person: people(lists.users.filter((user) => canApprove(user, groupId))),
    title: lists.titles.filter((title) => isOwn(title) && title.is_active).map(named),
  }
  const names = new Map(
    Object.entries(all).flatMap(([kind, options]) => options.map(({ value, label }) => [`${kind} ${value}`, label])),
  )
  return { options: offered, nameOf: (kind, id) => names.get(`${kind} ${id}`) ?? gone[kind] }
}

/** The text shown instead of the name of a deleted record. */
const gone: Record<Kind, string> = {
  person: 'a deleted user',
  title: 'a deleted title',
  dealership: 'a deleted dealership',
  department: 'a deleted department',
  purpose: 'a deleted purpose',
}

/** Whether a policy of this dealer group can name this user. */
export function canApprove({ active, role_ids, dealer_group_id }: User, groupId: number): boolean {
  const isApprover = role_ids.some((id) => findRole(id)?.name === 'approver')
  return active && isApprover && (dealer_group_id === null || dealer_group_id === groupId)
}

function named({ id, name }: { id: number; name: string }): Option<number> {
  return { value: id, label: markHidden(name) }
}

/** The options of a list, including selected options that are no longer offered, so that users can remove them. */
export function withChosen(
  { options, nameOf }: PolicyChoices,
  kind: Kind,
  chosen: readonly number[],
): readonly Option<number>[] {
  const offered = new Set(options[kind].map(({ value }) => value))
  const missing = chosen.filter((id) => !offered.has(id))
  return [
    ...options[kind],
    ...missing.map((value) => ({ value, label: `${nameOf(kind, value)} (no longer available)` })),
  ]
}
