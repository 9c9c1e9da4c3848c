import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ExceptionReply } from '@check-requests/domain/bank/files/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { z } from 'zod'
import { resolveNotices } from '#bank/clearing/api.ts'
import { kindInWords, paymentInWords } from '#bank/clearing/clearing-words.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Records the outcome of an exception and, if the bank paid this check, whether the payment stands. */
export function ResolveDialog({ subject: exception, open, onOpenChange }: DialogFor<ExceptionReply>) {
  const { id, version, number, sentence, may_stand: mayStand } = exception
  const [schema] = useState(() => outcomeForm(mayStand))
  const form = useZodForm(schema, noOutcome)
  const resolve = useWriteWithNotices(bankFileEndpoints.resolveException, resolveNotices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={number === null ? 'Resolve the Payment Without a Number' : `Resolve the Exception of Check ${number}`}
      size="md"
      dirty={form.formState.isDirty && !resolve.isSuccess}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => resolve.mutate({ params: { id }, body: { ...body, version } })}
      >
        <p className="wrap-anywhere">{markHidden(sentence)}</p>
        <Facts exception={exception} />
        {mayStand && (
          <FormField form={form} name="outcome" label="What becomes of the check" required group>
            {(field) => (
              <RadioGroup<Outcome>
                {...field}
                value={field.value ?? null}
                options={[
                  { value: 'stands', label: `${paymentInWords(exception)} stands: it clears the check` },
                  { value: 'outstanding', label: 'The bank takes the payment back: the check stays outstanding' },
                ]}
                stacked
              />
            )}
          </FormField>
        )}
        <FormField
          form={form}
          name="note"
          label="What came out of it"
          hint="For future readers: what the bank said and what was done."
          required
        >
          {(field) => <Textarea {...field} maxLength={500} />}
        </FormField>
        <FormFailure failure={resolve.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={resolve.isPending}>
            Resolve
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function Facts({ exception: { kind, amount, paid_on, payee, check } }: { exception: ExceptionReply }) {
  return (
    <DescriptionList
      items={[
        { label: 'Wrong', value: kindInWords(kind).words },
        { label: 'Paid', value: formatDate(paid_on) },
        { label: 'The bank paid', value: formatDollars(amount) },
        { label: 'The register has', value: check ? formatDollars(check.amount) : 'No such check' },
        ...(payee === null ? [] : [{ label: 'The bank read', value: markHidden(payee) }]),
        ...(check ? [{ label: 'Payee', value: markHidden(check.payee_name) }] : []),
      ]}
    />
  )
}

const outcomes = ['stands', 'outstanding'] as const
type Outcome = (typeof outcomes)[number]

const noOutcome = { outcome: null, note: '' }

/** The outcome as typed; if the payment can stand, the user has to decide whether it does. */
export function outcomeForm(mayStand: boolean) {
  return z
    .object({
      outcome: z.enum(outcomes).nullable(),
      note: z.string().trim().min(1, { error: 'Say what came out of it' }).max(500),
    })
    .superRefine(({ outcome }, context) => {
      if (mayStand && outcome === null)
        context.addIssue({ code: 'custom', path: ['outcome'], message: 'Say whether the payment stands' })
    })
    .transform(({ outcome, note }) => (outcome === 'stands' ? { note, bank_stands: true } : { note }))
}
