import { findRole } from '@check-requests/domain/access/roles.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useApprovalTitles } from '#approvals/api.ts'
import type { Kind, NameOf } from '#approvals/policy-words.ts'
import { useDealerships, useDepartments, usePurposes } from '#organisation/api.ts'
import type { Option } from '#ui/option.ts'
import { useUsers } from '#users/api.ts'

/** What a policy of a dealer group can name, as choices, and the names of what it names. */
export interface PolicyChoices {
  readonly options: Readonly<Record<Kind, readonly Option<number>[]>>
  readonly nameOf: NameOf
}

/** Undefined until all of it has loaded. */
export function usePolicyChoices(groupId: number): PolicyChoices | undefined {
  const dealerships = useDealerships().data?.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const departments = useDepartments().data?.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const purposes = usePurposes().data
  const titles = useApprovalTitles().data?.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const users = useUsers().data
  if (!dealerships || !departments || !purposes || !titles || !users) return undefined
  const all: Record<Kind, Option<number>[]> = {
    person: users.map(({ id, first_name, last_name }) => option(id, `${first_name} ${last_name}`)),
    title: titles.map(({ id, name }) => option(id, name)),
    dealership: dealerships.map(({ id, name }) => option(id, name)),
    department: departments.map(({ id, name, dealership_name }) => option(id, `${name}, ${dealership_name}`)),
    purpose: purposes.map(({ id, name, payment_for }) => ({ ...option(id, name), group: payment_for })),
  }
  const offered = {
    ...all,
    person: all.person.filter(({ value }) => users.some((user) => user.id === value && canApprove(user, groupId))),
    title: all.title.filter(({ value }) => titles.some(({ id, is_active }) => id === value && is_active)),
  }
  return { options: offered, nameOf: (kind, id) => all[kind].find(({ value }) => value === id)?.label ?? gone[kind] }
}

/** What stands in the place of a name that is not there any more. */
const gone: Record<Kind, string> = {
  person: 'somebody who is gone',
  title: 'a title that is gone',
  dealership: 'a dealership that is gone',
  department: 'a department that is gone',
  purpose: 'a purpose that is gone',
}

/** Can a policy of this dealer group name this person? */
export function canApprove({ active, role_ids, dealer_group_id }: User, groupId: number): boolean {
  const isApprover = role_ids.some((id) => findRole(id)?.name === 'approver')
  return active && isApprover && (dealer_group_id === null || dealer_group_id === groupId)
}

function option(value: number, name: string): Option<number> {
  return { value, label: markHidden(name) }
}

/** The choices of a list, and those of its entries that are offered no more, so that they can be taken away. */
export function withChosen(
  { options, nameOf }: PolicyChoices,
  kind: Kind,
  chosen: readonly number[],
): readonly Option<number>[] {
  const missing = chosen.filter((id) => !options[kind].some(({ value }) => value === id))
  return [...options[kind], ...missing.map((value) => ({ value, label: `${nameOf(kind, value)} (not offered)` }))]
}
