import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { countBoxBody, type StockBoxReply } from '@check-requests/domain/bank/stock/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { z } from 'zod'
import { boxNotices, typedNumbers } from '#bank/stock/box-forms.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = z.object(typedNumbers).pipe(countBoxBody)

/** Asks for the numbers seen in a box, which must match those recorded when it was received. */
export function CountBoxDialog({ subject: box, open, onOpenChange }: DialogFor<StockBoxReply>) {
  const { id, version, place } = box
  const form = useZodForm(schema, { first_number: '', last_number: '' })
  const count = useWriteWithNotices(stockEndpoints.count, boxNotices.count, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Count a Box of Checks"
      description={`Open the box (${markHidden(place)}) and enter the numbers that you see on its first and last check.`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => count.mutate({ params: { id }, body: { ...body, version } })}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="first_number" label="First Number" required>
            {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
          </FormField>
          <FormField form={form} name="last_number" label="Last Number" required>
            {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
          </FormField>
        </div>
        <FormFailure failure={count.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={count.isPending}>
            Count Box
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
