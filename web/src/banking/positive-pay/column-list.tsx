import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { ColumnFields } from '#banking/positive-pay/column-fields.tsx'
import { type EditedColumn, newColumn, type Source } from '#banking/positive-pay/edited-template.ts'
import { sourceLabel } from '#banking/positive-pay/template-words.ts'
import type { Messages } from '#banking/positive-pay/use-template-sample.ts'
import { Button } from '#ui/button.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface ColumnListProps {
  /** What the columns are of: 'each check'. */
  of: string
  columns: readonly EditedColumn[]
  sources: readonly { value: Source; label: string }[]
  path: string
  messages: Messages
  onChange(columns: readonly EditedColumn[]): void
}

/** The columns of a line, in order. */
export function ColumnList({ of, columns, onChange, ...rest }: ColumnListProps) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  function move(index: number, by: -1 | 1) {
    const focused = document.activeElement
    const column = columns[index]
    if (column) onChange(columns.toSpliced(index, 1).toSpliced(index + by, 0, column))
    // What moves in the document loses the focus.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }
  function addColumn() {
    onChange([...columns, newColumn('blank')])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('select')?.focus())
  }
  function remove(index: number) {
    onChange(columns.toSpliced(index, 1))
    requestAnimationFrame(() => add.current?.focus())
  }
  return (
    <div className="grid gap-3">
      <ol ref={list} className="grid gap-3">
        {columns.map((column, index) => (
          <ColumnRow
            key={column.key}
            column={column}
            name={`column ${index + 1} of ${of}`}
            place={{ index, count: columns.length }}
            {...rest}
            onChange={(next) => onChange(columns.with(index, next))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button ref={add} variant="secondary" size="sm" onClick={addColumn}>
          <Plus aria-hidden className="size-4" />
          Add Column
        </Button>
      </div>
    </div>
  )
}

interface ColumnRowProps extends Omit<ColumnListProps, 'of' | 'columns' | 'onChange'> {
  column: EditedColumn
  name: string
  place: { index: number; count: number }
  onChange(column: EditedColumn): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

function ColumnRow({ column, name, place, path, onMove, onRemove, ...fields }: ColumnRowProps) {
  return (
    <li>
      <fieldset className="grid gap-2 rounded-md bg-sunken p-3">
        <legend className="sr-only">{`${sourceLabel(column.source)}, ${name}`}</legend>
        <div className="flex items-center justify-between gap-2">
          <span aria-hidden className="font-medium">
            {place.index + 1}. {sourceLabel(column.source)}
          </span>
          <span className="flex">
            <RowAction
              small
              icon={ArrowUp}
              label={`Move ${name} up`}
              refusal={place.index === 0 ? 'It is the first column.' : undefined}
              onClick={() => onMove(-1)}
            />
            <RowAction
              small
              icon={ArrowDown}
              label={`Move ${name} down`}
              refusal={place.index === place.count - 1 ? 'It is the last column.' : undefined}
              onClick={() => onMove(1)}
            />
            <RowAction small icon={Trash2} danger label={`Remove ${name}`} onClick={onRemove} />
          </span>
        </div>
        <ColumnFields column={column} path={`${path}.${place.index}`} {...fields} />
      </fieldset>
    </li>
  )
}
