import { filterRanges } from '@check-requests/domain/check-requests/list/views.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { ListFilter as FilterMark, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { CheckRequestList } from '#check-requests/api.ts'
import {
  type FilterField,
  fieldsOf,
  filterFields,
  filterWords,
  isInUse,
  useFilterOptions,
  without,
} from '#check-requests/filters/filter-fields.ts'
import {
  emptyRange,
  type FilterName,
  type FilterValues,
  type ListState,
  partsOf,
} from '#check-requests/list/list-state.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { MoneyInput } from '#platform/money-input.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import type { Option } from '#ui/form/option.ts'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Menu, MenuItem } from '#ui/overlay/menu.tsx'
import { Popover } from '#ui/overlay/popover.tsx'

interface FilterMenuProps {
  state: ListState
  rows: CheckRequestList['rows']
  openAtOnce: boolean
}

interface Editing {
  readonly field: FilterField
  readonly anchor: HTMLElement | null
}

/** The filter menu, a chip for each active filter, and the editor of the filter being edited. */
export function FilterMenu({ state, rows, openAtOnce }: FilterMenuProps) {
  const { filters, filter, change } = state
  const [editing, setEditing] = useState<Editing>()
  const opener = useRef<HTMLButtonElement>(null)
  const optionsOf = useFilterOptions(filter.view, rows)
  const used = filterFields.filter((field) => isInUse(field, filters))
  function choose(field: FilterField) {
    if (field.kind === 'switch') change({ overdue: 'true' })
    else setEditing({ field, anchor: opener.current })
  }
  function remove(field: FilterField) {
    change(without(field))
    opener.current?.focus()
  }
  const trigger = (
    <Button ref={opener} variant="secondary">
      <FilterMark aria-hidden className="size-4" />
      Filter
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} align="start" openAtOnce={openAtOnce}>
        {fieldsOf(filter.view).map((field) => (
          <MenuItem key={field.label} onClick={() => choose(field)}>
            {field.label}
          </MenuItem>
        ))}
      </Menu>
      {used.length > 0 && (
        <ul aria-label="Filters" className="order-last flex basis-full flex-wrap items-center gap-2">
          {used.map((field) => (
            <FilterChip
              key={field.label}
              words={filterWords(field, filters, optionsOf(field.names[0]))}
              onEdit={field.kind === 'switch' ? undefined : (anchor) => setEditing({ field, anchor })}
              onRemove={() => remove(field)}
            />
          ))}
          <li>
            <Button variant="ghost" size="sm" onClick={state.clear}>
              Clear Filters
            </Button>
          </li>
        </ul>
      )}
      {editing && (
        <FilterEditor
          key={editing.field.label}
          field={editing.field}
          anchor={editing.anchor}
          values={filters}
          options={optionsOf(editing.field.names[0])}
          onApply={(values) => change(values)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

interface FilterChipProps {
  words: string
  onEdit: ((anchor: HTMLElement) => void) | undefined
  onRemove(): void
}

function FilterChip({ words, onEdit, onRemove }: FilterChipProps) {
  const text = 'max-w-64 truncate px-2.5 min-h-7 pointer-coarse:min-h-9'
  return (
    <li className="flex max-w-full items-center rounded-md bg-accent-soft text-[0.8125rem] text-ink">
      {onEdit ? (
        <button type="button" title={words} className={text} onClick={(event) => onEdit(event.currentTarget)}>
          {words}
        </button>
      ) : (
        <span className={`${text} inline-flex items-center`}>{words}</span>
      )}
      <button
        type="button"
        aria-label={`Remove filter ${words}`}
        className="grid size-7 place-items-center rounded-md text-ink-soft hover:text-ink pointer-coarse:size-9"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

interface FilterEditorProps {
  field: FilterField
  values: FilterValues
  options: readonly Option<string>[]
  anchor: HTMLElement | null
  onApply(values: Partial<FilterValues>): void
  onClose(): void
}

/** Edits one filter. Enter applies it, Escape discards the change. */
function FilterEditor({ field, values, options, anchor, onApply, onClose }: FilterEditorProps) {
  const [draft, setDraft] = useState<Partial<FilterValues>>(() => pick(field, values))
  const [errors, setErrors] = useState<Partial<Record<FilterName, string>>>({})
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = errorsOf(field, draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    onApply(draft)
    onClose()
  }
  const set = (name: FilterName, value: string) => setDraft({ ...draft, [name]: value })
  return (
    <Popover anchor={anchor} label={`Filter by ${field.label.toLowerCase()}`} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Controls field={field} draft={draft} options={options} errors={errors} onChange={set} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="sm">
            Apply
          </Button>
        </div>
      </form>
    </Popover>
  )
}

interface ControlsProps {
  field: FilterField
  draft: Partial<FilterValues>
  options: readonly Option<string>[]
  errors: Partial<Record<FilterName, string>>
  onChange(name: FilterName, value: string): void
}

function Controls({ field, draft, options, errors, onChange }: ControlsProps) {
  const { kind, label } = field
  const [first] = field.names
  const value = draft[first] ?? ''
  if (kind === 'several')
    return (
      <Field label={label}>
        <MultiSelect options={options} value={partsOf(value)} onChange={(parts) => onChange(first, parts.join())} />
      </Field>
    )
  if (kind === 'one')
    return (
      <Field label={label} group>
        <RadioGroup options={options} value={value} onChange={(chosen) => onChange(first, chosen)} />
      </Field>
    )
  if (kind === 'text')
    return (
      <Field label={label} error={errors[first]} hint="Any part of either payee’s name">
        <Input value={value} maxLength={100} onChange={(event) => onChange(first, event.target.value)} />
      </Field>
    )
  return (
    <div className="grid gap-3">
      {field.names.map(
        (name, index) =>
          name && (
            <Field key={name} label={endLabels[kind === 'days' ? 'days' : 'amounts'][index]} error={errors[name]}>
              {kind === 'days' ? (
                <TypedDateInput value={draft[name] ?? ''} onChange={(date) => onChange(name, date)} />
              ) : (
                <MoneyInput value={draft[name] ?? ''} onChange={(amount) => onChange(name, amount)} />
              )}
            </Field>
          ),
      )}
    </div>
  )
}

const endLabels = { days: ['First Day', 'Last Day'], amounts: ['At Least', 'At Most'] }

/** Why a text is invalid as the end of a range; undefined when it is valid. */
function refusalOf(kind: 'amounts' | 'days', text: string): string | undefined {
  const read =
    kind === 'amounts' ? parseAmount(text) : !isCalendarDate(text) && 'Type a date, such as 12/3, +5, or fri.'
  return typeof read === 'string' ? read : undefined
}

function errorsOf({ kind, names }: FilterField, draft: Partial<FilterValues>): Partial<Record<FilterName, string>> {
  if (kind !== 'amounts' && kind !== 'days') return {}
  const refused = names.flatMap((name) => {
    const refusal = name && draft[name] && refusalOf(kind, draft[name])
    return refusal ? [[name, refusal]] : []
  })
  if (refused.length > 0) return Object.fromEntries(refused)
  const range = filterRanges.find(([from]) => from === names[0])
  const message = range && emptyRange(draft, range)
  return message ? { [range[1]]: message } : {}
}

function pick({ names }: FilterField, values: FilterValues): Partial<FilterValues> {
  return Object.fromEntries(names.map((name) => [name, name && values[name]]))
}
