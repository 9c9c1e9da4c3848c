import type { useChosenGroup } from '#organization/chosen-group.ts'
import { NativeSelect } from '#ui/native-select.tsx'

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
