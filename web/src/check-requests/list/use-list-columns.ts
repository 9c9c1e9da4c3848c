import type { Density, ListLayout, ListName } from '@check-requests/domain/views/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { selectColumn } from '#check-requests/bulk/use-request-selection.tsx'
import type { ArrangedColumn } from '#check-requests/list/arranged-columns.ts'
import { moreColumns, type RequestColumn } from '#check-requests/list/columns.tsx'
import { useKeptViews, useSaveLayout } from '#views/api.ts'

/** The columns of a list as the person has chosen them. `isReady` is false until they are known. */
export function useListColumns(list: ListName, own: readonly RequestColumn[], isSelectable: boolean) {
  const { layout, isPending, save } = useLayout(list)
  const arranging = useArranging()
  const density = layout?.density ?? 'comfortable'
  const arranged = useMemo(
    () => arranging.code?.arrangedColumns(own, moreColumns, layout),
    [arranging.code, own, layout],
  )
  // The same array as long as nothing has changed, so that rows do not render again.
  const columns = useMemo(() => {
    const shown = layout && arranged && arranging.code ? arranging.code.shownColumns(arranged) : own
    return isSelectable ? [selectColumn, ...shown] : shown
  }, [arranging.code, own, layout, arranged, isSelectable])
  return {
    isReady: !isPending && !(layout && arranging.isPending),
    columns,
    density,
    /** Absent until columns can be arranged. */
    arrangement: arranging.code && arranged && { ...changes(arranging.code, arranged, density, save), arranged },
  }
}

/** What is kept about a list. A choice shows at once: the cache tells of it only after the event. */
function useLayout(list: ListName) {
  const { data, isPending } = useKeptViews()
  const send = useSaveLayout(list)
  const kept = data?.layouts.find((one) => one.list === list)?.layout
  const [ahead, setAhead] = useState<{ of: ListLayout | undefined; layout: ListLayout }>()
  const save = (layout: ListLayout) => {
    setAhead({ of: kept, layout })
    send(layout)
  }
  return { layout: ahead && ahead.of === kept ? ahead.layout : kept, isPending, save }
}

type Arranging = typeof import('#check-requests/list/arranged-columns.ts')

/** What arranges columns. Loaded beside the rows, because most lists are shown without it. */
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
    reset: () => save({ columns: [], density: 'comfortable' }),
  }
}

/** The columns as they are now, and what changes them. */
export type Arrangement = NonNullable<ReturnType<typeof useListColumns>['arrangement']>
