import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import type { JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { journalFile } from '@check-requests/domain/books/journal/file.ts'
import {
  type JournalColumn,
  type JournalTemplate,
  usualTemplate,
} from '@check-requests/domain/books/journal/template.ts'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { setUpNotices } from '#books/journal/api.ts'
import {
  amountFormOptions,
  dateFormOptions,
  delimiterOptions,
  fieldOptions,
  sampleLines,
  usualHeader,
} from '#books/journal/template-words.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The start date and file format of a dealer group's journal. */
export function TemplateDialog({ subject: journal, open, onOpenChange }: DialogFor<JournalReply>) {
  const [dirty, setDirty] = useState(false)
  const close = () => onOpenChange(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={journal.begins_on === null ? 'Set Up Journal' : 'File Format'}
      description="Existing files don’t change."
      size="lg"
      dirty={dirty}
    >
      <TemplateForm journal={journal} onChange={() => setDirty(true)} onSaved={close} onCancel={close} />
    </FormDialog>
  )
}

interface TemplateFormProps {
  journal: JournalReply
  onChange(): void
  onSaved(): void
  onCancel(): void
}

/** Sets up the journal: start date and file format, with a live sample. */
function TemplateForm({ journal, onChange, onSaved, onCancel }: TemplateFormProps) {
  const [beginsOn, setBeginsOn] = useState(journal.begins_on ?? journal.today)
  const [template, setTemplate] = useState<JournalTemplate>(journal.template ?? usualTemplate)
  const save = useWriteWithNotices(journalEndpoints.save, setUpNotices, { onSuccess: onSaved })
  function change(values: Partial<JournalTemplate>) {
    onChange()
    setTemplate({ ...template, ...values })
  }
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { begins_on: beginsOn, template, version: journal.version }
        save.mutate({ params: { id: journal.id }, body })
      }}
    >
      <Field
        label="First Day"
        hint="Checks issued before this day aren’t exported. The day can’t be changed after the first export."
        error={save.error?.fields?.begins_on}
      >
        <TypedDateInput
          value={beginsOn}
          onChange={(day) => {
            onChange()
            setBeginsOn(day)
          }}
        />
      </Field>
      <TemplateColumns columns={template.columns} onChange={(columns) => change({ columns })} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Column Separator">
          <NativeSelect
            options={delimiterOptions}
            value={template.delimiter}
            onChange={(delimiter) => change({ delimiter })}
          />
        </Field>
        <Field label="Date Format">
          <NativeSelect
            options={dateFormOptions}
            value={template.date_form}
            onChange={(date_form) => change({ date_form })}
          />
        </Field>
        <Field label="Amount Format">
          <NativeSelect
            options={amountFormOptions}
            value={template.amount_form}
            onChange={(amount_form) => change({ amount_form })}
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Account for Checks"
          hint="If set, each check gets an offsetting line on this account, so debits and credits balance."
          error={save.error?.fields?.['template.checks_account']}
        >
          <Input
            autoComplete="off"
            value={template.checks_account ?? ''}
            onChange={({ target }) => change({ checks_account: target.value.trim() || null })}
          />
        </Field>
        <Field
          label="Account for Unassigned Amounts"
          hint="For amounts from requests without accounting lines. Leave blank to omit the account."
          error={save.error?.fields?.['template.open_account']}
        >
          <Input
            autoComplete="off"
            value={template.open_account ?? ''}
            onChange={({ target }) => change({ open_account: target.value.trim() || null })}
          />
        </Field>
      </div>
      <Checkbox
        label="Start files with a header row"
        checked={template.has_header}
        onChange={(has_header) => change({ has_header })}
      />
      <figure className="grid grid-cols-1 gap-2">
        <figcaption className="font-medium">Sample: a check that is issued and later voided</figcaption>
        <pre className="whitespace-pre-wrap wrap-anywhere rounded-md bg-sunken p-3 text-sm">
          {journalFile(template, sampleLines)}
        </pre>
      </figure>
      <FormFailure failure={save.error} />
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending} disabled={template.columns.length === 0}>
          Save
        </Button>
      </FormDialogFooter>
    </form>
  )
}

interface TemplateColumnsProps {
  columns: readonly JournalColumn[]
  onChange(columns: readonly JournalColumn[]): void
}

/** The columns of the files in order, with content and header. */
function TemplateColumns({ columns, onChange }: TemplateColumnsProps) {
  const replace = (index: number, ...by: readonly JournalColumn[]) => onChange(columns.toSpliced(index, 1, ...by))
  const moveUp = (index: number, column: JournalColumn) =>
    onChange(columns.toSpliced(index, 1).toSpliced(index - 1, 0, column))
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 font-medium">Columns</legend>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position; two can be equal
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
        aria-label={`Content of column ${number}`}
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
