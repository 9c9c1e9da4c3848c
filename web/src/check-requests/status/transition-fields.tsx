import { longestCheckNumber } from '@check-requests/domain/check-requests/check-number.ts'
import { longestName } from '@check-requests/domain/values/text.ts'
import { useNextCheckNumbers } from '#check-requests/api.ts'
import type { StatusChoice } from '#check-requests/status/transition-labels.ts'
import type { StatusForm } from '#check-requests/status/update-status-schema.ts'
import { Button } from '#ui/button.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'

interface TransitionFieldsProps {
  form: StatusForm
  request: { readonly id: number }
  chosen: StatusChoice | undefined
}

/** What a transition needs or offers besides a comment: the check number, and who received the check. */
export function TransitionFields({ form, request, chosen }: TransitionFieldsProps) {
  if (chosen?.needs === 'checkNumber') return <CheckNumberField form={form} request={request} />
  if (chosen?.offers !== 'receivedBy') return null
  return (
    <FormField form={form} name="received_by" label="Received By">
      {(field) => <Input {...field} maxLength={longestName} autoComplete="off" />}
    </FormField>
  )
}

/** Offers the number that follows the last one given at the same dealership. */
function CheckNumberField({ form, request }: Omit<TransitionFieldsProps, 'chosen'>) {
  const { [request.id]: next } = useNextCheckNumbers([request.id])
  const use = (number: string) =>
    form.setValue('check_number', number, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <div className="grid justify-items-start gap-1.5">
      <FormField form={form} name="check_number" label="Check Number" required className="w-full">
        {(field) => <Input {...field} inputMode="numeric" maxLength={longestCheckNumber} autoComplete="off" />}
      </FormField>
      {next && (
        <Button variant="ghost" size="sm" onClick={() => use(next)}>
          Use {next}, the next number
        </Button>
      )}
    </div>
  )
}
