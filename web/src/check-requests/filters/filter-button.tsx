import { ListFilter as FilterMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CheckRequestList } from '#check-requests/api.ts'
import { filterNames } from '#check-requests/filters/filter-values.ts'
import type { ListState } from '#check-requests/list/list-state.ts'
import { MenuOpener } from '#ui/menu-opener.tsx'

const loadMenu = () => import('#check-requests/filters/filter-menu.tsx')
const FilterMenu = lazy(async () => ({ default: (await loadMenu()).FilterMenu }))

/** Opens the menu of filters. The menu and what the filters in use say are loaded when there is need of them. */
export function FilterButton({ state, rows }: { state: ListState; rows: CheckRequestList['rows'] }) {
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
