import { ListFilter as FilterMark, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CheckRequestList } from '#check-requests/api.ts'
import { FilterEditor } from '#check-requests/filters/filter-editor.tsx'
import { type FilterField, fieldsOf, filterFields, isInUse, without } from '#check-requests/filters/filter-fields.ts'
import { filterWords } from '#check-requests/filters/filter-words.ts'
import { useFilterOptions } from '#check-requests/filters/use-filter-options.ts'
import type { ListState } from '#check-requests/list/list-state.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

interface FilterMenuProps {
  state: ListState
  rows: CheckRequestList['rows']
  openAtOnce: boolean
}

interface Editing {
  readonly field: FilterField
  readonly anchor: HTMLElement | null
}

/** The menu of filters, a chip for each filter in use, and the editor of the one that is opened. */
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
              Clear filters
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
