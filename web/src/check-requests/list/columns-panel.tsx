import { densities } from '@check-requests/domain/check-requests/views/fields.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { type ArrangedColumn, moved, withChoice } from '#check-requests/list/arranged-columns.ts'
import type { Arrangement } from '#check-requests/list/use-list-columns.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Popover } from '#ui/overlay/popover.tsx'

const densityNames = { comfortable: 'Comfortable', dense: 'Dense' } as const
const densityOptions = densities.map((value) => ({ value, label: densityNames[value] }))

interface ColumnsPanelProps {
  list: Arrangement
  anchor: HTMLElement | null
  onClose(): void
}

/** Sets the columns of a list, their order, and the row height. Changes take effect immediately. */
export function ColumnsPanel({ list, anchor, onClose }: ColumnsPanelProps) {
  const order = useOrder(list)
  return (
    <Popover label="Columns" anchor={anchor} onClose={onClose}>
      <ul className="grid" aria-label="Columns">
        {list.arranged.map((one, index) => (
          <ColumnRow
            key={one.column.key}
            one={one}
            index={index}
            count={list.arranged.length}
            order={order}
            onShow={(isShown) => list.change(withChoice(list.arranged, one.column.key, { isShown, isChosen: true }))}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {order.said}
      </p>
      <p className="mt-2 text-xs text-ink-soft">
        {namesOf(list.arranged.filter(({ isFixed }) => isFixed))} are always shown. If there isn’t room for all columns,
        the ones you chose are hidden last.
      </p>
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">Density</legend>
        <RadioGroup
          options={densityOptions}
          value={list.density}
          onChange={(density) => list.change(list.arranged, density)}
        />
      </fieldset>
      <div className="mt-3 flex justify-end">
        <Button variant="secondary" size="sm" onClick={list.reset}>
          Reset
        </Button>
      </div>
    </Popover>
  )
}

function namesOf(fixed: readonly ArrangedColumn[]): string {
  return listWithAnd(fixed.map(({ column }) => column.header))
}

interface ColumnRowProps {
  one: ArrangedColumn
  index: number
  count: number
  order: Order
  onShow(isShown: boolean): void
}

function ColumnRow({ one, index, count, order, onShow }: ColumnRowProps) {
  const { key, header } = one.column
  return (
    <li
      draggable
      className="flex min-h-8 items-center gap-1 rounded-sm hover:bg-sunken"
      onDragStart={(event) => order.lift(event, key)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => order.drop(event, index)}
    >
      <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-ink-soft" />
      <Checkbox
        className="min-w-0 flex-1"
        label={header}
        checked={one.isShown}
        disabled={one.isFixed}
        onChange={onShow}
      />
      {(['up', 'down'] as const).map((way) => {
        const to = index + (way === 'up' ? -1 : 1)
        const Arrow = way === 'up' ? ArrowUp : ArrowDown
        return (
          <Button
            key={way}
            variant="ghost"
            size="small-icon"
            aria-label={`Move ${header} ${way}`}
            aria-disabled={to < 0 || to === count || undefined}
            onClick={({ currentTarget }) => to >= 0 && to < count && order.move(key, to, currentTarget)}
          >
            <Arrow aria-hidden className="size-4" />
          </Button>
        )
      })}
    </li>
  )
}

type Order = ReturnType<typeof useOrder>

/** Moves columns by buttons and by dragging. The pressed button keeps the focus, and the new position is announced. */
function useOrder({ arranged, change }: Arrangement) {
  const [said, setSaid] = useState('')
  const pressed = useRef<HTMLElement>(undefined)
  // A row that moves down is briefly removed from the page, so its button would lose the focus.
  useEffect(() => {
    if (arranged) pressed.current?.focus()
    pressed.current = undefined
  }, [arranged])

  function moveTo(key: string, to: number) {
    const name = arranged.find(({ column }) => column.key === key)?.column.header
    if (name === undefined) return
    change(moved(arranged, key, to))
    setSaid(`${name}: position ${to + 1} of ${arranged.length}`)
  }

  return {
    said,
    move(key: string, to: number, button: HTMLElement) {
      pressed.current = button
      moveTo(key, to)
    },
    lift({ dataTransfer }: DragEvent, key: string) {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', key)
    },
    drop(event: DragEvent, to: number) {
      event.preventDefault()
      moveTo(event.dataTransfer.getData('text/plain'), to)
    },
  }
}
