import { journalEndpoints } from '@check-requests/domain/journal/endpoints.ts'
import type { JournalReply } from '@check-requests/domain/journal/fields.ts'
import { journalFile } from '@check-requests/domain/journal/file.ts'
import { type JournalTemplate, usualTemplate } from '@check-requests/domain/journal/template.ts'
import { useState } from 'react'
import { setUpNotices } from '#journal/api.ts'
import { TemplateColumns } from '#journal/template-columns.tsx'
import { amountFormOptions, dateFormOptions, delimiterOptions, sampleLines } from '#journal/template-words.ts'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormFailure } from '#ui/form.tsx'
import { FormDialogFooter } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface TemplateFormProps {
  journal: JournalReply
  onChange(): void
  onSaved(): void
  onCancel(): void
}

/** Sets the journal up: when it begins, and how its files are written, with a sample that follows each change. */
export function TemplateForm({ journal, onChange, onSaved, onCancel }: TemplateFormProps) {
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
        hint="Checks that were issued before are in no export. The day is fixed by the first export."
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
        <Field label="Between Columns">
          <NativeSelect
            options={delimiterOptions}
            value={template.delimiter}
            onChange={(delimiter) => change({ delimiter })}
          />
        </Field>
        <Field label="Dates">
          <NativeSelect
            options={dateFormOptions}
            value={template.date_form}
            onChange={(date_form) => change({ date_form })}
          />
        </Field>
        <Field label="Amounts">
          <NativeSelect
            options={amountFormOptions}
            value={template.amount_form}
            onChange={(amount_form) => change({ amount_form })}
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Account of the Checks"
          hint="With one, each check has a line for it on the other side, so that debits and credits add up."
          error={save.error?.fields?.['template.checks_account']}
        >
          <Input
            autoComplete="off"
            value={template.checks_account ?? ''}
            onChange={({ target }) => change({ checks_account: target.value.trim() || null })}
          />
        </Field>
        <Field
          label="Account without Lines"
          hint="Where amounts go whose requests have no accounting lines. Empty leaves the account out."
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
        label="Begin files with the headers"
        checked={template.has_header}
        onChange={(has_header) => change({ has_header })}
      />
      <figure className="grid grid-cols-1 gap-2">
        <figcaption className="font-medium">Sample: a check that is issued, and later void</figcaption>
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
