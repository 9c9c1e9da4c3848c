import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { askExceptionBody, handOverKinds } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { kindWords } from '@check-requests/domain/checks/words.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { checkNotices } from '#checks/detail/dialog-words.ts'
import { employeeNamed, type People } from '#checks/detail/employee-named.ts'
import { type HandOverForm, handOverSchema, inUse, untouchedFor } from '#checks/detail/hand-over-form.tsx'
import { TakenFields } from '#checks/detail/taken-fields.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const toBeMailed =
  'The request was approved for mailing. An approver can change the delivery method on the request’s page.'

function kindsFor(mailed: boolean) {
  return handOverKinds.map((kind) => ({ value: kind, label: kindWords[kind], disabled: mailed && kind !== 'mailed' }))
}

interface HandOverSubject {
  /** True if the check's request was approved for mailing. */
  mailed: boolean
  check: WholeCheckReply
  people: People
}

/** Records the recipient of a check with identification and signature, or that the check was mailed. */
export function HandOverDialog({ subject: { check, people, mailed }, open, onOpenChange }: DialogFor<HandOverSubject>) {
  const { id, version, number, amount, payee_name } = check
  const form = useZodForm(handOverSchema, untouchedFor(mailed))
  const handOver = useWriteWithNotices(checkEndpoints.handOver, checkNotices.handOver, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const [asks, setAsks] = useState(false)
  const isMailed = form.watch('kind') === 'mailed'
  if (asks) {
    const { kind, receiver, receiver_user_id } = form.getValues()
    const taker = receiver_user_id ?? employeeNamed(people, String(receiver ?? ''))
    const receiverId = kind === 'given to requester' ? people[0]?.id : taker
    return <AskExceptionDialog {...{ check, people, receiverId, open, onOpenChange }} />
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Hand Over Check ${number}`}
      description={`${formatDollars(amount)} to ${markHidden(payee_name)}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(said) => {
          const { kind, tracking_number, note, signs_on: _place, ...taken } = inUse(said)
          const how = isMailed ? { tracking_number } : taken
          handOver.mutate({ params: { id }, body: { kind, note, version, ...how } })
        }}
      >
        <FormField
          form={form}
          name="kind"
          label="Handover Method"
          hint={mailed ? toBeMailed : undefined}
          required
          group
        >
          {(kind) => <RadioGroup {...kind} options={kindsFor(mailed)} />}
        </FormField>
        {isMailed ? <MailedFields form={form} /> : <TakenFields form={form} check={check} />}
        <FormField form={form} name="note" label="Note">
          {(note) => <Textarea {...note} value={note.value ?? ''} rows={2} />}
        </FormField>
        <FormFailure failure={handOver.error} />
        {handOver.error?.status === 409 && (
          <Button size="sm" className="justify-self-start" onClick={() => setAsks(true)}>
            Request an Exception
          </Button>
        )}
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={handOver.isPending}>
            {isMailed ? 'Record as Mailed' : 'Hand Over'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function MailedFields({ form }: { form: HandOverForm }) {
  return (
    <FormField form={form} name="tracking_number" label="Tracking Number" hint="If the carrier provided one.">
      {(tracking) => <Input {...tracking} value={tracking.value ?? ''} />}
    </FormField>
  )
}

const schema = askExceptionBody.omit({ version: true })

interface AskExceptionProps {
  check: WholeCheckReply
  people: People
  /** The intended recipient of a handover that was refused. */
  receiverId: number | undefined
  open: boolean
  onOpenChange(open: boolean): void
}

/** Requests an exception to a handover rule, with a reason for the person who decides. */
function AskExceptionDialog({ check, people, receiverId, open, onOpenChange }: AskExceptionProps) {
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
        <p>Another user has to allow the exception before the check can be handed over.</p>
        <FormField form={form} name="receiver_user_id" label="Recipient">
          {({ value, onChange, ref }) => (
            <NativeSelect
              ref={ref}
              className="w-full"
              options={[{ value: 0, label: 'Someone not involved with this check' }, ...optionsOf(people)]}
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
            Request Exception
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

function optionsOf(people: People) {
  return [...new Map(people.map(({ id, name }) => [id, { value: id, label: markHidden(name) }])).values()]
}
