import type { Density, ListLayout } from '@check-requests/domain/check-requests/views/fields.ts'
import type { RequestColumn } from '#check-requests/list/columns.tsx'

/** A possible column of a list with the user's settings. */
export interface ArrangedColumn {
  readonly column: RequestColumn
  readonly isShown: boolean
  /** True if the user has chosen whether the column is shown. */
  readonly isChosen: boolean
  /** The width chosen by the user, in pixels. */
  readonly width: number | undefined
  /** True if the column can't be hidden. */
  readonly isFixed: boolean
}

// These columns identify the request or contain its actions.
const fixed = new Set(['number', 'payee', 'amount', 'status', 'actions'])

// Columns chosen by the user are dropped after all others.
const last = 100

/**
 * The columns of a list in the user's order: the list's default columns and those in `more`. A column missing from the
 * saved layout follows its predecessor in the default order. Unknown columns are ignored.
 */
export function arrangedColumns(
  own: readonly RequestColumn[],
  more: readonly RequestColumn[],
  layout: ListLayout | undefined,
): ArrangedColumn[] {
  const ownKeys = new Set(own.map(({ key }) => key))
  const others = more.filter(({ key }) => !ownKeys.has(key))
  const acts = own.findIndex(({ key }) => key === 'actions')
  const inOrder = own.toSpliced(acts < 0 ? own.length : acts, 0, ...others)
  const all = new Map(inOrder.map((column) => [column.key, column]))
  const choices = new Map(layout?.columns.map((choice) => [choice.key, choice]))
  const keys = [...choices.keys()].filter((key) => all.has(key))
  let previous = -1
  for (const key of all.keys()) {
    if (!choices.has(key)) keys.splice(previous + 1, 0, key)
    previous = keys.indexOf(key)
  }
  return keys.flatMap((key) => {
    const column = all.get(key)
    if (!column) return []
    const { shown, width } = choices.get(key) ?? {}
    const isFixed = fixed.has(key) && ownKeys.has(key)
    // A column of ours that is newer than the saved layout doesn't change what the user sees.
    const isNewer = column.isExtra === true && !choices.has(key) && choices.size > 0
    const isShown = isFixed || (shown ?? (ownKeys.has(key) && !isNewer))
    return { column, isShown, isChosen: shown !== undefined, width, isFixed }
  })
}

/** The columns to show if there is room. */
export function shownColumns(arranged: readonly ArrangedColumn[]): RequestColumn[] {
  return arranged
    .filter(({ isShown }) => isShown)
    .map(({ column, width, isChosen }) => ({
      ...column,
      chosenWidth: width,
      ...(isChosen && { isExtra: false }),
      givesWay: column.givesWay !== undefined && isChosen ? last + column.givesWay : column.givesWay,
    }))
}

/** The layout to save. */
export function layoutOf(arranged: readonly ArrangedColumn[], density: Density): ListLayout {
  const columns = arranged.map(({ column, isShown, isChosen, width }) => ({
    key: column.key,
    ...(isChosen && { shown: isShown }),
    ...(width !== undefined && { width }),
  }))
  return { columns, density }
}

/** The columns after a change to the settings of one column. */
export function withChoice(
  arranged: readonly ArrangedColumn[],
  key: string,
  choice: Partial<Pick<ArrangedColumn, 'isShown' | 'isChosen' | 'width'>>,
): ArrangedColumn[] {
  return arranged.map((one) => (one.column.key === key ? { ...one, ...choice } : one))
}

/** The columns after one column is moved to another position, counted from 0. */
export function moved(arranged: readonly ArrangedColumn[], key: string, to: number): ArrangedColumn[] {
  const one = arranged.find(({ column }) => column.key === key)
  if (!one) return [...arranged]
  return arranged.filter((other) => other !== one).toSpliced(to, 0, one)
}
