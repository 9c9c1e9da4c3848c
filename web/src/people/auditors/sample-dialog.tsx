import { auditorEndpoints as endpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import { mostInSample, sampleBody } from '@check-requests/domain/people/auditors/fields.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { z } from 'zod'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useDownload } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = z
  .object({ ...sampleBody.shape, count: z.string().trim().transform(Number).pipe(sampleBody.shape.count) })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The end date must be on or after the start date.' })

/** Draws a random sample of checks and saves it with their case files. */
export function SampleDialog({ open, onOpenChange }: DialogFor<null>) {
  const today = localToday(new Date())
  const form = useZodForm(schema, {
    seed: '',
    count: String(mostInSample),
    from: addDays(today, -90),
    to: addDays(today, 1),
  })
  const sample = useDownload(endpoints.sample, { name: 'check-sample.zip', failed: 'Couldn’t draw the sample' })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Draw a Sample of Checks"
      description="One archive with a list of the checks and a case file for each"
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(body) => sample.mutate({ body }, { onSuccess: () => onOpenChange(false) })}
      >
        <FormField
          form={form}
          name="seed"
          label="Seed"
          required
          hint="Any text. The same seed, count, and period always select the same checks."
          className="sm:col-span-2"
        >
          {(seed) => <Input {...seed} autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField form={form} name="count" label="Number of Checks" required hint={`Enter at most ${mostInSample}.`}>
          {(count) => <Input {...count} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <div className="grid grid-cols-2 gap-3 sm:col-span-2">
          <FormField form={form} name="from" label="Dated From" required>
            {(from) => <TypedDateInput {...from} />}
          </FormField>
          <FormField form={form} name="to" label="Dated To" required>
            {(to) => <TypedDateInput {...to} />}
          </FormField>
        </div>
        <p className="text-ink-soft sm:col-span-2">
          The audit trail records each sample. The archive takes a second or two per check.
        </p>
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={sample.isPending}>
            Draw Sample
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
