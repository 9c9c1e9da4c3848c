import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  amountForms,
  dateOptions,
  detailsOf,
  type EditedColumn,
  type EditedLine,
  frameSources,
  type Messages,
  newColumn,
  newLine,
  pads,
  type Source,
  sides,
  sourceLabel,
  tooLong,
} from '#bank/positive-pay/edited-template.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

interface ColumnListProps {
  /** The line that the columns belong to: 'each check'. */
  of: string
  columns: readonly EditedColumn[]
  sources: readonly { value: Source; label: string }[]
  path: string
  messages: Messages
  onChange(columns: readonly EditedColumn[]): void
}

/** The columns of a line in order. */
export function ColumnList({ of, columns, onChange, ...rest }: ColumnListProps) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  function move(index: number, by: -1 | 1) {
    const focused = document.activeElement
    const column = columns[index]
    if (column) onChange(columns.toSpliced(index, 1).toSpliced(index + by, 0, column))
    // Moving an element in the document makes it lose the focus.
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
              refusal={place.index === 0 ? 'This is already the first column.' : undefined}
              onClick={() => onMove(-1)}
            />
            <RowAction
              small
              icon={ArrowDown}
              label={`Move ${name} down`}
              refusal={place.index === place.count - 1 ? 'This is already the last column.' : undefined}
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

interface ColumnFieldsProps {
  column: EditedColumn
  sources: readonly { value: Source; label: string }[]
  path: string
  messages: Messages
  onChange(column: EditedColumn): void
}

/** A column's content and its position in the line. */
function ColumnFields({ column, sources, path, messages, onChange }: ColumnFieldsProps) {
  const change = (more: Partial<EditedColumn>) => onChange({ ...column, ...more })
  return (
    <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,6fr)] items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,2fr)_5rem_6rem_7rem_minmax(0,2fr)]">
      <Field label="Content" error={messages[`${path}.source`]} className="col-span-3 sm:col-span-1">
        <NativeSelect
          className="w-full"
          options={sources}
          value={column.source}
          onChange={(source) => change({ source })}
        />
      </Field>
      <Field label="Length" error={messages[`${path}.length`]}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={column.length}
          onChange={({ target }) => change({ length: target.value })}
        />
      </Field>
      <Field label="Alignment">
        <NativeSelect className="w-full" options={sides} value={column.align} onChange={(align) => change({ align })} />
      </Field>
      <Field label="Filler" error={messages[`${path}.pad`]}>
        <NativeSelect className="w-full" options={pads} value={column.pad} onChange={(pad) => change({ pad })} />
      </Field>
      <Details column={column} path={path} messages={messages} onChange={onChange} />
    </div>
  )
}

function Details({ column, path, messages, onChange }: Omit<ColumnFieldsProps, 'sources'>) {
  const details = detailsOf(column.source)
  const change = (more: Partial<EditedColumn>) => onChange({ ...column, ...more })
  const word = (field: 'text' | 'issue' | 'void', label: string) => (
    <Field label={label} error={messages[`${path}.${field}`]}>
      <Input
        autoComplete="off"
        maxLength={100}
        value={column[field]}
        onChange={({ target }) => change({ [field]: target.value })}
      />
    </Field>
  )
  if (details.length === 0) return null
  return (
    <div className="col-span-3 grid grid-cols-2 gap-3 sm:col-span-4 lg:col-span-1">
      {details.includes('text') && word('text', 'Text')}
      {details.includes('issue') && word('issue', 'Text for an Issue')}
      {details.includes('void') && word('void', 'Text for a Void')}
      {details.includes('date_form') && (
        <Field label="Date Format" className="col-span-2">
          <NativeSelect
            className="w-full"
            options={dateOptions}
            value={column.date_form}
            onChange={(date_form) => change({ date_form })}
          />
        </Field>
      )}
      {details.includes('amount_form') && (
        <Field label="Amount Format" className="col-span-2">
          <NativeSelect
            className="w-full"
            options={amountForms}
            value={column.amount_form}
            onChange={(amount_form) => change({ amount_form })}
          />
        </Field>
      )}
      {details.includes('too_long') && (
        <Field label="If the Name Is Too Long" className="col-span-2">
          <NativeSelect
            className="w-full"
            options={tooLong}
            value={column.too_long}
            onChange={(too_long) => change({ too_long })}
          />
        </Field>
      )}
    </div>
  )
}

interface FrameLinesProps {
  part: 'header' | 'trailer'
  /** The place of the lines in the template; empty for those of the file of issues. */
  path: string
  lines: readonly EditedLine[]
  messages: Messages
  onChange(lines: readonly EditedLine[]): void
}

const mostLines = 3
const titles = { header: 'Header Lines', trailer: 'Trailer Lines' } as const
const voidTitles = { header: 'Header Lines of the Void File', trailer: 'Trailer Lines of the Void File' } as const

/** The lines before or after the checks; most banks want none. */
export function FrameLines({ part, path, lines, messages, onChange }: FrameLinesProps) {
  const title = path === '' ? titles[part] : voidTitles[part]
  const of = path === '' ? `the ${part}` : `the void file’s ${part}`
  return (
    <section className="grid gap-3" aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {lines.length === 0 && <p className="text-ink-soft">No lines.</p>}
      {lines.map((line, index) => (
        <div key={line.key} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex items-center justify-between gap-2">
            <h4 className="font-medium">{`Line ${index + 1}`}</h4>
            <RowAction
              small
              icon={Trash2}
              danger
              label={`Remove line ${index + 1} of ${of}`}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            />
          </div>
          <ColumnList
            of={`line ${index + 1} of ${of}`}
            columns={line.columns}
            sources={frameSources}
            path={`${path}${part}.${index}`}
            messages={messages}
            onChange={(columns) => onChange(lines.with(index, { ...line, columns }))}
          />
        </div>
      ))}
      {lines.length < mostLines && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange([...lines, newLine()])}>
            <Plus aria-hidden className="size-4" />
            {part === 'header' ? 'Add Header Line' : 'Add Trailer Line'}
          </Button>
        </div>
      )}
    </section>
  )
}
