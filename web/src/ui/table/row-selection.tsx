import { createContext, type MouseEvent, useContext, useState } from 'react'
import { Checkbox } from '#ui/form/checkbox.tsx'

const SelectionContext = createContext<Selection<unknown> | undefined>(undefined)

/** Provides the selection to the checkboxes below, which update without rerendering their rows. */
export const SelectionProvider = SelectionContext

// Wide enough for a finger without making the column wider.
const boxClass = '-mx-1 min-w-6 justify-center print:hidden'

/** The checkbox of a row. A Shift-click selects all rows from the previously clicked row to this one. */
export function SelectBox<Row>({ row, name }: { row: Row; name: string }) {
  const selection = useContext(SelectionContext)
  if (!selection) return null
  return (
    <Checkbox
      label={`Select ${name}`}
      hideLabel
      className={boxClass}
      checked={selection.has(row)}
      onMouseDown={keepTextUnmarked}
      onClick={(event) => selection.toggle(row, event.shiftKey)}
    />
  )
}

// A Shift-click would select the text of all rows in between; preventing that also requires focusing the checkbox.
function keepTextUnmarked(event: MouseEvent<HTMLInputElement>) {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** The checkbox for 'select all'. */
export function SelectAllBox({ label, hideLabel }: { label: string; hideLabel?: boolean }) {
  const selection = useContext(SelectionContext)
  if (!selection) return null
  return (
    <Checkbox
      label={label}
      hideLabel={hideLabel}
      className={hideLabel ? boxClass : 'print:hidden'}
      checked={selection.isAll}
      indeterminate={!selection.isAll && selection.rows.length > 0}
      onChange={selection.toggleAll}
    />
  )
}

type Key = string | number

interface SelectionOptions<Row> {
  /** The rows of the list; undefined until the first load has ended. */
  rows: readonly Row[] | undefined
  rowKey(row: Row): Key
  /** Whether 'select all' includes the row; any row can be selected individually. */
  isMeant(row: Row): boolean
  /** The list's filter; the selection is cleared when it changes. */
  about: string
  /** Initially selected rows. */
  initial?: readonly Key[] | undefined
}

/** The rows of a list selected by the user. */
export interface Selection<Row> {
  /** The current data of the selected rows, in the order of the list. */
  readonly rows: readonly Row[]
  /** Whether 'select all' would add nothing. */
  readonly isAll: boolean
  /** The number of selected rows that left the list since the selection last changed. */
  readonly lost: number
  has(row: Row): boolean
  /** Selects or deselects; `range`: all rows from the last toggled one. */
  toggle(row: Row, range?: boolean): void
  toggleAll(): void
  deselect(keys: readonly Key[]): void
  clear(): void
  /** While `held` is true, rows that leave the list aren't counted as lost, because the caller is changing them. */
  hold(held: boolean): void
}

interface State {
  about: string
  keys: ReadonlySet<Key>
  anchor: Key | undefined
  lost: number
  held: boolean
}

/**
 * Keeps a selection in a list that updates itself: new rows don't affect the selection, and rows that leave the list
 * are deselected.
 */
export function useSelection<Row>({ rows, rowKey, isMeant, about, initial }: SelectionOptions<Row>): Selection<Row> {
  const [stored, setStored] = useState<State>(() => ({ ...nothingOf(about), keys: new Set(initial) }))
  const state = withoutLost(stored.about === about ? stored : nothingOf(about), rows?.map(rowKey))
  if (state !== stored) setStored(state)

  const shown = rows ?? []
  const selected = shown.filter((row) => state.keys.has(rowKey(row)))
  const meant = shown.filter(isMeant)
  const isAll = meant.length > 0 && meant.every((row) => state.keys.has(rowKey(row)))

  function change(keys: ReadonlySet<Key>, anchor?: Key) {
    setStored({ ...state, keys, anchor, lost: 0 })
  }

  return {
    rows: selected,
    isAll,
    lost: state.lost,
    has: (row) => state.keys.has(rowKey(row)),
    toggle(row, range = false) {
      const key = rowKey(row)
      const touched = range ? between(shown.map(rowKey), state.anchor ?? key, key) : [key]
      change(state.keys.has(key) ? without(state.keys, touched) : new Set([...state.keys, ...touched]), key)
    },
    toggleAll: () => change(isAll ? new Set() : new Set([...state.keys, ...meant.map(rowKey)])),
    deselect: (keys) => setStored((now) => ({ ...now, keys: without(now.keys, keys) })),
    clear: () => change(new Set()),
    hold: (held) => setStored((now) => ({ ...now, held })),
  }
}

function nothingOf(about: string): State {
  return { about, keys: new Set(), anchor: undefined, lost: 0, held: false }
}

function withoutLost(state: State, present: readonly Key[] | undefined): State {
  if (!present || state.held) return state
  const there = new Set(present)
  const gone = [...state.keys].filter((key) => !there.has(key))
  if (gone.length === 0) return state
  return { ...state, keys: without(state.keys, gone), lost: state.lost + gone.length }
}

function without(keys: ReadonlySet<Key>, gone: readonly Key[]): ReadonlySet<Key> {
  const left = new Set(keys)
  for (const key of gone) left.delete(key)
  return left
}

/** The keys between two keys, inclusive, in either order. If one key has left the list, returns only the other key. */
function between(keys: readonly Key[], from: Key, to: Key): readonly Key[] {
  const end = keys.indexOf(to)
  const start = keys.includes(from) ? keys.indexOf(from) : end
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
