import type { Density, ListName } from '@check-requests/domain/views/fields.ts'
import { useMemo } from 'react'
import { selectColumn } from '#check-requests/bulk/use-request-selection.tsx'
import {
  type ArrangedColumn,
  arrangedColumns,
  layoutOf,
  shownColumns,
  withChoice,
} from '#check-requests/list/arranged-columns.ts'
import { moreColumns, type RequestColumn } from '#check-requests/list/columns.tsx'
import { useKeptViews, useSaveLayout } from '#views/api.ts'

/** The columns of a list as the person has chosen them. `isReady` is false until they are known. */
export function useListColumns(list: ListName, own: readonly RequestColumn[], isSelectable: boolean) {
  const { data, isPending } = useKeptViews()
  const save = useSaveLayout(list)
  const layout = data?.layouts.find((one) => one.list === list)?.layout
  const density = layout?.density ?? 'comfortable'
  const arranged = useMemo(() => arrangedColumns(own, moreColumns, layout), [own, layout])
  // The same array as long as nothing has changed, so that rows do not render again.
  const columns = useMemo(() => {
    const shown = shownColumns(arranged)
    return isSelectable ? [selectColumn, ...shown] : shown
  }, [arranged, isSelectable])
  return {
    isReady: !isPending,
    columns,
    arranged,
    density,
    change: (next: readonly ArrangedColumn[], dense: Density = density) => save(layoutOf(next, dense)),
    resize: (key: string, width: number) => save(layoutOf(withChoice(arranged, key, { width }), density)),
    reset: () => save({ columns: [], density: 'comfortable' }),
  }
}

export type ListColumns = ReturnType<typeof useListColumns>
