import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import {
  bankAnswers,
  type Counted,
  differenceOfCounts,
  rowsInWords,
} from '@check-requests/domain/bank/positive-pay/answer.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { answerNotices, usePositivePay } from '#bank/positive-pay/api.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** A positive-pay file. */
export interface AnswerSubject {
  readonly accountId: number
  readonly file: PositivePayReply
}

const options = [
  { value: 'accepted', label: 'The bank accepted the file' },
  { value: 'refused', label: 'The bank refused the file' },
] as const

/**
 * Records the bank's response to a file. Count and total are typed, not prefilled, so that differences between the file
 * and the bank show up.
 */
export function AnswerDialog({ subject: { accountId, file }, open, onOpenChange }: DialogFor<AnswerSubject>) {
  const { id, number, count } = file
  // A download increases the file's version, so the latest one is used.
  const version = usePositivePay(accountId).data?.items.find((one) => one.id === id)?.version ?? file.version
  const [schema] = useState(() => answerForm(file))
  const { acknowledgment } = file
  const form = useZodForm(schema, acknowledgment?.says === 'refused' ? refusedBecause(acknowledgment.text) : noAnswer)
  const [answer, typedCount, typedTotal] = useWatch({ control: form.control, name: ['answer', 'count', 'total'] })
  const write = useWriteWithNotices(bankFileEndpoints.answerPositivePay, answerNotices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const agrees =
    typedCount !== '' &&
    typedTotal !== '' &&
    differenceOfCounts(file, { count: Number(typedCount), total: Number(typedTotal) }) === undefined
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Bank Response to File ${number}`}
      size="md"
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => write.mutate({ params: { id }, body: { ...body, version } })}
      >
        <FormField form={form} name="answer" label="Bank Response" required group>
          {(field) => <RadioGroup {...field} value={field.value ?? null} options={options} stacked />}
        </FormField>
        {answer === 'accepted' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              form={form}
              name="count"
              label="Rows Counted by the Bank"
              hint="Issues and voids, as stated in the bank’s confirmation."
              required
            >
              {(field) => <Input {...field} inputMode="numeric" autoComplete="off" maxLength={9} />}
            </FormField>
            <FormField
              form={form}
              name="total"
              label="Issue Total"
              hint="Voids aren’t included."
              required
              alsoCheck={['count']}
            >
              {(field) => <MoneyInput {...field} value={field.value ?? ''} />}
            </FormField>
            <p role="status" className="text-ink-soft sm:col-span-2">
              {agrees && 'Both numbers match the file.'}
            </p>
          </div>
        )}
        {answer === 'refused' && (
          <>
            <FormField form={form} name="reason" label="Reason for the Refusal" required>
              {(field) => <Textarea {...field} maxLength={500} />}
            </FormField>
            <p className="text-ink-soft">{sentAgain(count)}</p>
          </>
        )}
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant={answer === 'refused' ? 'danger' : 'primary'} pending={write.isPending}>
            {answer === 'refused' ? 'Record Refusal' : 'Record Acceptance'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function sentAgain(count: number): string {
  return `The bank ignores a refused file, so its ${rowsInWords(count)} ${count === 1 ? 'goes' : 'go'} into the next file.`
}

const typed = z.object({
  answer: z.enum(bankAnswers, { error: 'Choose whether the bank accepted the file.' }),
  count: z.string().trim(),
  total: z.string().trim(),
  reason: z.string().trim().max(500),
})
type Typed = z.output<typeof typed>

export const noAnswer = { count: '', total: '', reason: '' }

/** What the form offers if the bank's own answer refuses the file. */
function refusedBecause(reason: string) {
  return { answer: 'refused', count: '', total: '', reason } as const
}

/** The bank's response as typed; only the fields that belong to the response are sent. */
export function answerForm(file: Counted) {
  return typed
    .superRefine((values, context) => {
      for (const [path, message] of problemsOf(values, file))
        context.addIssue({ code: 'custom', path: [path], message })
    })
    .transform(({ answer, count, total, reason }) =>
      answer === 'accepted' ? { answer, count: Number(count), total: Number(total) } : { answer, reason },
    )
}

type Problem = readonly [field: keyof Typed, message: string]

function problemsOf({ answer, count, total, reason }: Typed, file: Counted): Problem[] {
  if (answer === 'refused') return reason === '' ? [['reason', 'Enter the reason for the refusal.']] : []
  const missing: Problem[] = [
    ...(/^\d{1,9}$/.test(count) ? [] : [['count', 'Enter the number of rows that the bank counted'] as const]),
    ...(total === '' ? [['total', 'Enter the total that the bank calculated'] as const] : []),
  ]
  if (missing.length > 0) return missing
  const difference = differenceOfCounts(file, { count: Number(count), total: Number(total) })
  return difference ? [['count', difference]] : []
}
