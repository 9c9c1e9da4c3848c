import { createContext, type MouseEvent, useContext } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import type { Selection } from '#ui/use-selection.ts'

const SelectionContext = createContext<Selection<unknown> | undefined>(undefined)

/** Provides the selection to the checkboxes below, which follow it without their rows rendering again. */
export const SelectionProvider = SelectionContext

// Wide enough for a finger without making the column wider.
const boxClass = '-mx-1 min-w-6 justify-center print:hidden'

/** The checkbox of a row. With Shift it selects all rows from the one clicked before. */
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
