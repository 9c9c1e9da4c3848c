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

/** Records the outcome of an exception and, if the bank paid this check, whether to accept the payment. */
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
      title={number === null ? 'Resolve Payment Without a Check Number' : `Resolve Exception for Check ${number}`}
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
          <FormField form={form} name="outcome" label="Effect on the Check" required group>
            {(field) => (
              <RadioGroup<Outcome>
                {...field}
                value={field.value ?? null}
                options={exception.amount < 0 ? outcomesOfReversal : outcomesOfPayment(exception)}
                stacked
              />
            )}
          </FormField>
        )}
        <FormField
          form={form}
          name="note"
          label="Resolution"
          hint="Record what the bank said and what was done."
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
        { label: 'Problem', value: kindInWords(kind).words },
        { label: 'Paid', value: formatDate(paid_on) },
        { label: 'Amount Paid', value: formatDollars(amount) },
        { label: 'Amount in the Register', value: check ? formatDollars(check.amount) : 'No such check' },
        ...(payee === null ? [] : [{ label: 'Payee Read by the Bank', value: markHidden(payee) }]),
        ...(check ? [{ label: 'Payee in the Register', value: markHidden(check.payee_name) }] : []),
      ]}
    />
  )
}

const outcomes = ['stands', 'outstanding'] as const
type Outcome = (typeof outcomes)[number]

interface OutcomeChoice {
  value: Outcome
  label: string
}

const outcomesOfReversal: OutcomeChoice[] = [
  { value: 'stands', label: 'The payment was taken back: the check is outstanding again' },
  { value: 'outstanding', label: 'The check stays cleared' },
]

function outcomesOfPayment(exception: ExceptionReply): OutcomeChoice[] {
  return [
    { value: 'stands', label: `${paymentInWords(exception)} is accepted: the check clears` },
    { value: 'outstanding', label: 'The bank reverses the payment: the check stays outstanding' },
  ]
}

const noOutcome = { outcome: null, note: '' }

/** The outcome as typed. If the payment can be accepted, the user has to decide whether to accept it. */
export function outcomeForm(mayStand: boolean) {
  return z
    .object({
      outcome: z.enum(outcomes).nullable(),
      note: z.string().trim().min(1, { error: 'Enter the resolution.' }).max(500),
    })
    .superRefine(({ outcome }, context) => {
      if (mayStand && outcome === null)
        context.addIssue({ code: 'custom', path: ['outcome'], message: 'Choose the effect on the check.' })
    })
    .transform(({ outcome, note }) => (outcome === 'stands' ? { note, bank_stands: true } : { note }))
}
