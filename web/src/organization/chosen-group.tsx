import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'

/** Selects the screen's dealer group; renders nothing for users with only one. */
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

/** The screen's dealer group: the user's own or, for super admins, the one in the URL. */
export function useChosenGroup() {
  const { access_level } = usePerson()
  const list = useDealerGroups()
  const [{ group }, change] = useUrlState(shape)
  const groups = list.data ?? []
  const chosen = groups.find(({ id }) => String(id) === group) ?? groups[0]
  return {
    list,
    chosen,
    /** The groups to choose from; empty for users with only one. */
    groups: access_level === accessLevels.superAdmin && groups.length > 1 ? groups : [],
    choose: (id: number) => change({ group: String(id) }),
  }
}
