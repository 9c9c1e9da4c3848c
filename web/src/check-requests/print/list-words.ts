import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { filterFields, isInUse } from '#check-requests/filters/filter-fields.ts'
import type { FilterName } from '#check-requests/filters/filter-values.ts'
import { filterWords } from '#check-requests/filters/filter-words.ts'
import type { ListState } from '#check-requests/list/list-state.ts'
import { viewNames, withinOptions } from '#check-requests/list/list-toolbar.tsx'
import type { Option } from '#ui/option.ts'

type Narrowed = Pick<ListState, 'filter' | 'filters'>

/**
 * Everything that narrows a list, in words: `Status: Approved · Overdue · Search: “glass”`. `isQueue`: the screen itself
 * names the view.
 */
export function listWords(
  { filter, filters }: Narrowed,
  isQueue: boolean,
  optionsOf: (name: FilterName) => readonly Option<string>[],
): string {
  const used = filterFields.filter((field) => isInUse(field, filters))
  const parts = [
    !isQueue && filter.view !== 'all' && viewNames[filter.view],
    filter.status !== 0 && `Status: ${statusOf(filter.status).badge}`,
    filter.within !== 0 && `Completed: ${withinOptions.find(({ value }) => value === filter.within)?.label}`,
    ...used.map((field) => filterWords(field, filters, optionsOf(field.names[0]))),
    filter.search !== '' && `Search: “${filter.search}”`,
  ]
  return parts.filter(Boolean).join(' · ')
}
