import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { askExceptionBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { People } from '#checks/detail/employee-named.ts'
import { checkNotices } from '#checks/detail/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogFooter } from '#ui/dialog.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'

const schema = askExceptionBody.omit({ version: true })

interface AskExceptionProps {
  check: WholeCheckReply
  people: People
  /** Who was to take it when that was refused. */
  receiverId: number | undefined
  open: boolean
  onOpenChange(open: boolean): void
}

/** Asks to hand a check over although a rule forbids it, with the reason that somebody else judges. */
export function AskExceptionDialog({ check, people, receiverId, open, onOpenChange }: AskExceptionProps) {
  const { id, version, number, amount, payee_name } = check
  const form = useZodForm(schema, { reason: '', receiver_user_id: receiverId })
  const ask = useWriteWithNotices(checkEndpoints.askException, checkNotices.askException, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Exception for Check ${number}`}
      description={`${formatDollars(amount)} to ${markHidden(payee_name)}`}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => ask.mutate({ params: { id }, body: { ...body, version } })}
      >
        <p>Somebody else reads the reason and allows it. After that the check can be handed over.</p>
        <FormField form={form} name="receiver_user_id" label="Who is to take it?">
          {({ value, onChange, ref }) => (
            <NativeSelect
              ref={ref}
              className="w-full"
              options={[{ value: 0, label: 'Somebody who had no part in this check' }, ...optionsOf(people)]}
              value={value ?? 0}
              onChange={(chosen) => onChange(chosen === 0 ? undefined : chosen)}
            />
          )}
        </FormField>
        <FormField form={form} name="reason" label="Reason" required>
          {(reason) => <Textarea {...reason} />}
        </FormField>
        <FormFailure failure={ask.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={ask.isPending}>
            Ask for it
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

function optionsOf(people: People) {
  return [...new Map(people.map(({ id, name }) => [id, { value: id, label: markHidden(name) }])).values()]
}
