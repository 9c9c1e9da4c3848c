import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { receiveBoxBody } from '@check-requests/domain/bank/stock/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { boxNotices, typedNumbers } from '#bank/stock/box-forms.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const typed = z.object({ place: receiveBoxBody.shape.place, ...typedNumbers, holder_id: z.number() })
const schema = typed
  .transform(({ holder_id, ...box }): z.input<typeof receiveBoxBody> => {
    return { ...box, holder_id: holder_id === 0 ? null : holder_id }
  })
  .pipe(receiveBoxBody)

/** Receives a box of checks, which another person counts. */
export function ReceiveBoxDialog({ subject: account, open, onOpenChange }: DialogFor<BankAccountReply>) {
  const person = usePerson()
  const form = useZodForm(schema, { place: '', first_number: '', last_number: '', holder_id: person.id })
  const receive = useWriteWithNotices(stockEndpoints.receive, boxNotices.receive, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const others = account.people.filter(({ user_id }) => user_id !== person.id)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Receive a Box of Checks"
      description={`For the account “${markHidden(account.name)}”. Someone else has to count it before it is in use.`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => receive.mutate({ params: { id: account.id }, body })}
      >
        <FormField form={form} name="place" label="Storage Location" required>
          {(place) => <Input {...place} />}
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="first_number" label="First Number" required>
            {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
          </FormField>
          <FormField form={form} name="last_number" label="Last Number" required>
            {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
          </FormField>
        </div>
        <FormField form={form} name="holder_id" label="Kept By">
          {({ value, onChange }) => (
            <NativeSelect
              className="w-full"
              options={[
                { value: person.id, label: 'Me' },
                ...others.map(({ user_id, name }) => ({ value: user_id, label: name })),
                { value: 0, label: 'No one in particular' },
              ]}
              value={value ?? 0}
              onChange={onChange}
            />
          )}
        </FormField>
        <FormFailure failure={receive.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={receive.isPending}>
            Receive Box
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
