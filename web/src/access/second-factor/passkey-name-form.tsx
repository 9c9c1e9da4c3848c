import { renamePasskeyBody } from '@check-requests/domain/access/second-factor/fields.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, useZodForm } from '#ui/form/form.tsx'
import { DialogFooter } from '#ui/overlay/dialog.tsx'

interface PasskeyNameFormProps {
  name: string
  /** The label of the button. */
  label: string
  pending: boolean
  refusal: string | undefined
  onSubmit(name: string): void
  onCancel(): void
}

/** Asks for the name of a passkey. */
export function PasskeyNameForm({ name, label, pending, refusal, onSubmit, onCancel }: PasskeyNameFormProps) {
  const form = useZodForm(renamePasskeyBody, { name })
  return (
    <Form form={form} className="grid gap-4" onSubmit={(values) => onSubmit(values.name)}>
      <FormField form={form} name="name" label="Name" required hint="Such as Work laptop, Phone, or Blue key.">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={pending}>
          {label}
        </Button>
      </DialogFooter>
    </Form>
  )
}
