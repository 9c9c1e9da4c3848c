import type { Density, ListLayout, ListName, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { selectColumn } from '#check-requests/bulk/use-request-selection.tsx'
import type { ArrangedColumn } from '#check-requests/list/arranged-columns.ts'
import { moreColumns, type RequestColumn } from '#check-requests/list/columns.tsx'
import { useKeptViews, useSaveLayout } from '#check-requests/views/api.ts'

/** The columns of a list from the user's layout or the open view. `isReady`: false until the columns are known. */
export function useListColumns(
  list: ListName,
  own: readonly RequestColumn[],
  isSelectable: boolean,
  view: SavedView | undefined,
) {
  const { layout, isChanged, isPending, save } = useLayout(list, view)
  const arranging = useArranging()
  const density = layout?.density ?? 'comfortable'
  const arranged = useMemo(
    () => arranging.code?.arrangedColumns(own, moreColumns, layout),
    [arranging.code, own, layout],
  )
  // Returns the same array while nothing changes, so that rows don't render again.
  const columns = useMemo(() => {
    const shown = layout && arranged && arranging.code ? arranging.code.shownColumns(arranged) : own
    return isSelectable ? [selectColumn, ...shown] : shown
  }, [arranging.code, own, layout, arranged, isSelectable])
  return {
    isReady: !isPending && !(layout && arranging.isPending),
    columns,
    density,
    layout: layout ?? plain,
    /** True if the columns differ from the view or, without a view, from the list's defaults. */
    isChanged,
    /** The functions that arrange columns; undefined until their code has loaded. */
    arrangement: arranging.code && arranged && { ...changes(arranging.code, arranged, density, save), arranged },
  }
}

const plain: ListLayout = { columns: [], density: 'comfortable' }

/**
 * The layout of a list. Changes show immediately, before they reach the cache. While a view is open, changes are saved
 * only when the view is updated.
 */
function useLayout(list: ListName, view: SavedView | undefined) {
  const { data, isPending } = useKeptViews()
  const send = useSaveLayout(list)
  const kept = data?.layouts.find((one) => one.list === list)?.layout
  const of = view ?? kept
  const before = view?.layout ?? kept
  const [ahead, setAhead] = useState<{ of: typeof of; layout: ListLayout }>()
  const layout = ahead && ahead.of === of ? ahead.layout : before
  const save = (next: ListLayout) => {
    setAhead({ of, layout: next })
    if (!view) send(next)
  }
  const isChanged = JSON.stringify(layout ?? plain) !== JSON.stringify(view ? (before ?? plain) : plain)
  return { layout, isChanged, isPending, save }
}

type Arranging = typeof import('#check-requests/list/arranged-columns.ts')

/** Loads the code that arranges columns after the rows, because most lists don't need it. */
function useArranging() {
  const { data: code, isPending } = useQuery<Arranging, Error>({
    queryKey: ['arranging'],
    queryFn: () => import('#check-requests/list/arranged-columns.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
  return { code, isPending }
}

function changes(
  { layoutOf, withChoice }: Arranging,
  arranged: readonly ArrangedColumn[],
  density: Density,
  save: (layout: ListLayout) => void,
) {
  return {
    density,
    change: (next: readonly ArrangedColumn[], dense: Density = density) => save(layoutOf(next, dense)),
    resize: (key: string, width: number) => save(layoutOf(withChoice(arranged, key, { width }), density)),
    reset: () => save(plain),
  }
}

/** The current columns, and the functions that change them. */
export type Arrangement = NonNullable<ReturnType<typeof useListColumns>['arrangement']>
