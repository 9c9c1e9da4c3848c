import { stopCheckBody } from '@check-requests/domain/checks/fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { MoneyInput } from '#platform/money-input.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'

/** A fee in dollars as typed; null if empty. */
export const feeField = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(stopCheckBody.shape.fee.unwrap())

interface BankValues {
  confirmation_number?: string | null | undefined
  fee: string | null
}

/** The bank's number and fee for a stop payment. */
export function BankFields<Values extends BankValues, Output>({
  form,
  hint,
  required = false,
}: {
  form: UseFormReturn<Values, unknown, Output>
  hint?: string
  required?: boolean
}) {
  // These fields are shared by the dialogs that stop a check and that confirm a stop payment.
  const shared = form as unknown as UseFormReturn<BankValues, unknown, Output>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        form={shared}
        name="confirmation_number"
        label="Bank’s Confirmation Number"
        hint={hint}
        required={required}
      >
        {(confirmation) => <Input {...confirmation} value={confirmation.value ?? ''} autoComplete="off" />}
      </FormField>
      <FormField form={shared} name="fee" label="Bank Fee">
        {(fee) => <MoneyInput {...fee} value={fee.value ?? ''} />}
      </FormField>
    </div>
  )
}
