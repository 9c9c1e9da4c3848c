import { filterChoices, type StatusId, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type ListSort, type ListView, listedStatuses } from '@check-requests/domain/check-requests/list/views.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import { ListFilter as FilterMark, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { type CheckRequestList, useSummary } from '#check-requests/api.ts'
import { filterNames, type ListState } from '#check-requests/list/list-state.ts'
import { counted } from '#platform/counted.ts'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'
import { SearchField } from '#ui/form/search-field.tsx'
import { MenuOpener } from '#ui/overlay/menu-opener.tsx'

export const sortOptions: readonly Option<ListSort>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'amount-high', label: 'Highest amount' },
  { value: 'amount-low', label: 'Lowest amount' },
  { value: 'priority', label: 'Highest priority' },
  { value: 'due', label: 'Earliest due date' },
  { value: 'waiting', label: 'Longest waiting' },
  { value: 'completed', label: 'Recently completed' },
]

/** The pause in typing before the search starts, in milliseconds. */
const searchDelay = 50

export const withinOptions: readonly Option<0 | 30 | 90>[] = [
  { value: 0, label: 'All Time' },
  { value: 30, label: 'Last 30 Days' },
  { value: 90, label: 'Last 90 Days' },
]

/** Names of the views that dashboard cards link to. */
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
  /** The screen's own filter in addition to the search. */
  control?: ListFilterControl | undefined
  /** The statuses offered by the screen. */
  tabs?: readonly StatusTab[] | undefined
  /** The fixed view of the screen. */
  queue?: ListView | undefined
}

/** Search, filters, and sort order of a list. */
export function ListToolbar({ state, rows, placeholder, control, tabs = [], queue }: ListToolbarProps) {
  const { filter, change } = state
  const statusOptions = useStatusOptions(control)
  const isOption = statusOptions.some(({ value }) => value === filter.status)
  const isOffered = isOption || tabs.some(({ status }) => status === filter.status)
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <SearchField
          label="Search Check Requests"
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

/** The sort orders that apply to requests of the view. */
function sortsOf(view: ListView): Option<ListSort>[] {
  return sortOptions.filter(({ value }) => listedStatuses(view, 0, value).length > 0)
}

/** The statuses of R152 for the user's role, with the labels that the filter uses. */
function useStatusOptions(control: ListFilterControl | undefined): Option<StatusId | 0>[] {
  const { role } = usePerson()
  if (control !== 'status') return []
  const choices = filterChoices(role).map(({ id, filter }) => ({ value: id, label: filter }))
  return [{ value: 0, label: 'All Statuses' }, ...choices]
}

/** A filter set by a link that no control on the screen shows. */
function Narrowing({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <Button variant="secondary" aria-label={`Remove filter ${name}`} onClick={onRemove}>
      {name}
      <X aria-hidden className="size-4" />
    </Button>
  )
}

const loadMenu = () => import('#check-requests/filters/filter-menu.tsx')
const FilterMenu = lazy(async () => ({ default: (await loadMenu()).FilterMenu }))

/** Opens the filter menu. The menu and the labels of active filters are loaded on demand. */
function FilterButton({ state, rows }: { state: ListState; rows: CheckRequestList['rows'] }) {
  const [asked, setAsked] = useState(false)
  const inUse = filterNames.some((name) => state.filters[name] !== '')
  const button = (
    <MenuOpener variant="secondary" load={loadMenu} onOpen={() => setAsked(true)}>
      <FilterMark aria-hidden className="size-4" />
      Filter
    </MenuOpener>
  )
  if (!asked && !inUse) return button
  return (
    <Suspense fallback={button}>
      <FilterMenu state={state} rows={rows} openAtOnce={asked} />
    </Suspense>
  )
}

/** A tab for part of a list, by status id; 0 is the whole list. */
export interface StatusTab {
  readonly status: StatusId | 0
  readonly text: string
  /** Set if the tab shows the number of its requests because they need an action. */
  readonly counted?: true
}

/** Tabs for parts of a list. */
export function StatusTabs({ tabs, state }: { tabs: readonly StatusTab[]; state: ListState }) {
  const { data } = useSummary()
  return (
    <fieldset className="flex flex-wrap gap-1 px-4 pb-3 sm:px-5">
      <legend className="sr-only">Filter by status</legend>
      {tabs.map(({ status, text, counted }) => {
        const count = counted && data?.counts[status]
        const isCurrent = state.filter.status === status
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            className={clsx(
              'min-h-8 rounded-md px-3 font-medium hover:bg-sunken pointer-coarse:min-h-11',
              isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-soft',
            )}
            onClick={() => state.change({ status })}
          >
            {text}
            {count !== undefined && ` (${count.toLocaleString('en-US')})`}
          </button>
        )
      })}
    </fieldset>
  )
}

/**
 * The number of requests found (R053) and their total amount, announced to screen readers when a search changes them.
 * Blank until loaded.
 */
export function FoundText({ page }: { page: CheckRequestList['first'] }) {
  if (!page) return <span role="status">&nbsp;</span>
  return (
    <span role="status">
      <span>
        {page.total_is_lower_bound && 'More than '}
        {counted(page.total, 'check request')} found
      </span>
      {!!page.sum && (
        <>
          <span aria-hidden> · </span>
          <span className="tabular-nums">{formatDollars(page.sum)}</span>
        </>
      )}
      {page.newest_only && (
        <span className="block">
          Only the newest requests were searched. To find others, use longer words or more filters.
        </span>
      )}
    </span>
  )
}
