import type { JournalColumn } from '@check-requests/domain/journal/template.ts'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { fieldOptions, usualHeader } from '#journal/template-words.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface TemplateColumnsProps {
  columns: readonly JournalColumn[]
  onChange(columns: readonly JournalColumn[]): void
}

/** The columns of the files in their order: what each holds, and what stands above it. */
export function TemplateColumns({ columns, onChange }: TemplateColumnsProps) {
  const replace = (index: number, ...by: readonly JournalColumn[]) => onChange(columns.toSpliced(index, 1, ...by))
  const moveUp = (index: number, column: JournalColumn) =>
    onChange(columns.toSpliced(index, 1).toSpliced(index - 1, 0, column))
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 font-medium">Columns</legend>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two can be the same
        <div key={index} className="flex flex-wrap items-center gap-2">
          <ColumnFields column={column} number={index + 1} onChange={(changed) => replace(index, changed)} />
          <Button
            size="icon"
            variant="ghost"
            aria-label={`Move column ${index + 1} forward`}
            disabled={index === 0}
            onClick={() => moveUp(index, column)}
          >
            <ArrowUp aria-hidden className="size-4" />
          </Button>
          <Button size="icon" variant="ghost" aria-label={`Remove column ${index + 1}`} onClick={() => replace(index)}>
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onChange([...columns, { field: 'memo', header: usualHeader('memo') }])}
      >
        <Plus aria-hidden className="size-4" />
        Add Column
      </Button>
    </fieldset>
  )
}

interface ColumnFieldsProps {
  column: JournalColumn
  number: number
  onChange(column: JournalColumn): void
}

function ColumnFields({ column, number, onChange }: ColumnFieldsProps) {
  const { field, header, text } = column
  return (
    <>
      <NativeSelect
        small
        aria-label={`What column ${number} holds`}
        options={fieldOptions}
        value={field}
        onChange={(chosen) => onChange({ field: chosen, header: usualHeader(chosen) })}
      />
      <Input
        className="min-w-32 flex-1"
        aria-label={`Header of column ${number}`}
        autoComplete="off"
        value={header}
        onChange={(event) => onChange({ ...column, header: event.target.value })}
      />
      {field === 'text' && (
        <Input
          className="min-w-32 flex-1"
          aria-label={`Text in each line of column ${number}`}
          placeholder="Such as an account"
          autoComplete="off"
          value={text ?? ''}
          onChange={(event) => onChange({ ...column, text: event.target.value })}
        />
      )}
    </>
  )
}
