import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'

/** Chooses the dealer group that a screen is about; nothing for those who have but one. */
export function GroupSelect({
  chosen,
  groups,
  choose,
}: Pick<ReturnType<typeof useChosenGroup>, 'chosen' | 'groups' | 'choose'>) {
  if (!chosen || groups.length === 0) return null
  return (
    <NativeSelect
      aria-label="Dealer Group"
      options={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.id}
      onChange={choose}
    />
  )
}

const shape = { group: textValue() }

/** The dealer group that the screen is about: one's own, or for a super admin the one that the address names. */
export function useChosenGroup() {
  const { access_level } = usePerson()
  const list = useDealerGroups()
  const [{ group }, change] = useUrlState(shape)
  const groups = list.data ?? []
  const chosen = groups.find(({ id }) => String(id) === group) ?? groups[0]
  return {
    list,
    chosen,
    /** The groups to choose from; none for those who have but one. */
    groups: access_level === accessLevels.superAdmin && groups.length > 1 ? groups : [],
    choose: (id: number) => change({ group: String(id) }),
  }
}
