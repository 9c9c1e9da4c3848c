import { createContext, type MouseEvent, useContext } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import type { Selection } from '#ui/use-selection.ts'

const SelectionContext = createContext<Selection<unknown> | undefined>(undefined)

/** Gives the boxes below what they show; they follow it without the rows around them being drawn anew. */
export const SelectionProvider = SelectionContext

// Wide enough for a finger without making the column wider.
const boxClass = '-mx-1 min-w-6 justify-center print:hidden'

/** The box of a row. With Shift it takes all rows from the one that was clicked before. */
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

// A click with Shift would mark the text of all rows on the way; without it the box has to be told to take the focus.
function keepTextUnmarked(event: MouseEvent<HTMLInputElement>) {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** The box for all rows that are meant. */
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
