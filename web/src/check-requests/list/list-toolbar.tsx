import { filterChoices, type StatusId, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type ListSort, type ListView, listedStatuses } from '@check-requests/domain/check-requests/list-views.ts'
import { X } from 'lucide-react'
import type { CheckRequestList } from '#check-requests/api.ts'
import { FilterButton } from '#check-requests/filters/filter-button.tsx'
import type { ListState } from '#check-requests/list/list-state.ts'
import type { StatusTab } from '#check-requests/list/status-tabs.tsx'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import type { Option } from '#ui/option.ts'
import { SearchField } from '#ui/search-field.tsx'

export const sortOptions: readonly Option<ListSort>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'amount-high', label: 'Highest amount' },
  { value: 'amount-low', label: 'Lowest amount' },
  { value: 'priority', label: 'Most pressing' },
  { value: 'due', label: 'Due first' },
  { value: 'waiting', label: 'Longest waiting' },
  { value: 'completed', label: 'Latest completed' },
]

/** Pause in typing, in milliseconds, after which the search starts. */
const searchDelay = 50

export const withinOptions: readonly Option<0 | 30 | 90>[] = [
  { value: 0, label: 'All Time' },
  { value: 30, label: 'Last 30 Days' },
  { value: 90, label: 'Last 90 Days' },
]

/** Names of the views that the cards of the dashboards link to. */
export const viewNames: Record<ListView, string> = {
  all: 'All',
  pending: 'Pending Approval',
  processing: 'In Process',
  completed: 'Completed',
  sendback: 'SendBack',
  rejected: 'Rejected',
}

export type ListFilterControl = 'status' | 'within'

interface ListToolbarProps {
  state: ListState
  rows: CheckRequestList['rows']
  placeholder: string
  /** The filter that this screen offers besides the search. */
  control?: ListFilterControl | undefined
  /** The statuses that the screen offers by itself. */
  tabs?: readonly StatusTab[] | undefined
  /** The fixed view of the screen. */
  queue?: ListView | undefined
}

/** Search, filters and sort order of a list. */
export function ListToolbar({ state, rows, placeholder, control, tabs = [], queue }: ListToolbarProps) {
  const { filter, change } = state
  const statusOptions = useStatusOptions(control)
  const isOption = statusOptions.some(({ value }) => value === filter.status)
  const isOffered = isOption || tabs.some(({ status }) => status === filter.status)
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <SearchField
          label="Search check requests"
          placeholder={placeholder}
          value={filter.search}
          delay={searchDelay}
          onChange={(search) => change({ search }, { replace: true })}
        />
      </div>
      <FilterButton state={state} rows={rows} />
      {filter.view !== (queue ?? 'all') && (
        <Narrowing name={viewNames[filter.view]} onRemove={() => change({ view: 'all' })} />
      )}
      {filter.status !== 0 && !isOffered && (
        <Narrowing name={statusOf(filter.status).badge} onRemove={() => change({ status: 0 })} />
      )}
      {statusOptions.length > 1 && (
        <NativeSelect
          aria-label="Status"
          options={statusOptions}
          value={isOption ? filter.status : 0}
          onChange={(status) => change({ status })}
        />
      )}
      {control === 'within' && (
        <NativeSelect
          aria-label="Completed"
          options={withinOptions}
          value={filter.within}
          onChange={(within) => change({ within })}
        />
      )}
      <NativeSelect
        aria-label="Sort by"
        options={sortsOf(filter.view)}
        value={filter.sort}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}

/** The sort orders that apply to some request of the view. */
function sortsOf(view: ListView): Option<ListSort>[] {
  return sortOptions.filter(({ value }) => listedStatuses(view, 0, value).length > 0)
}

/** The statuses of R152 for the person's role, in the words of the filter. */
function useStatusOptions(control: ListFilterControl | undefined): Option<StatusId | 0>[] {
  const { role } = usePerson()
  if (control !== 'status') return []
  const choices = filterChoices(role).map(({ id, filter }) => ({ value: id, label: filter }))
  return [{ value: 0, label: 'All Statuses' }, ...choices]
}

/** A filter that came with a link and that no control of the screen shows. */
function Narrowing({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <Button variant="secondary" aria-label={`${name}: show all again`} onClick={onRemove}>
      {name}
      <X aria-hidden className="size-4" />
    </Button>
  )
}
