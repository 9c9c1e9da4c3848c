import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'

/** The list's only element, which a form chooses by itself. */
export function onlyOne<One>(all: readonly One[] | undefined): One | undefined {
  return all?.length === 1 ? all[0] : undefined
}

/** The id of the user's own dealer group or, if there is only one, of that one, which forms choose by themselves. */
export function useUsualGroup(): number | null {
  const { dealer_group_id: own } = usePerson()
  const only = onlyOne(useDealerGroups().data)
  return own ?? only?.id ?? null
}
