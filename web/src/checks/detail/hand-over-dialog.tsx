import { missingToHandOver } from '@check-requests/domain/checks/custody.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { handOverFields, handOverKinds, identificationKinds } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { kindWords } from '@check-requests/domain/checks/words.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { z } from 'zod'
import { AskExceptionDialog } from '#checks/detail/ask-exception-dialog.tsx'
import { employeeNamed, type People } from '#checks/detail/employee-named.ts'
import { type Point, SignatureField } from '#checks/detail/signature-field.tsx'
import { checkNotices } from '#checks/detail/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { RadioGroup } from '#ui/radio.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const kinds = handOverKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))
const identifications = [
  { value: '', label: 'Choose' },
  ...identificationKinds.map((kind) => ({ value: kind, label: kind })),
] as const

const { version: _version, receiver_user_id: _receiverUserId, ...typed } = handOverFields
// The field draws valid points alone; checking each would load a part of the schemas' library that nothing else needs.
const whole = z.strictObject({ ...typed, signature: z.custom<Point[][]>() })
const schema = whole.superRefine((input, context) => {
  for (const [field, message] of Object.entries(missingToHandOver(input)))
    context.addIssue({ code: 'custom', path: [field], message })
})

const untouched = {
  kind: 'picked up' as const,
  receiver: '',
  relation: '',
  identification: undefined,
  identification_last4: '',
  signature: [],
  witness: '',
  tracking_number: '',
  note: '',
}

interface HandOverSubject {
  check: WholeCheckReply
  people: People
}

/** Records to whom a check is handed over, how they were identified, and their signature; or that it is mailed. */
export function HandOverDialog({ subject: { check, people }, open, onOpenChange }: DialogFor<HandOverSubject>) {
  const { id, version, number, amount, payee_name } = check
  const form = useZodForm(schema, untouched)
  const handOver = useWriteWithNotices(checkEndpoints.handOver, checkNotices.handOver, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const [asks, setAsks] = useState(false)
  const isMailed = form.watch('kind') === 'mailed'
  if (asks) {
    const { kind, receiver } = form.getValues()
    const receiverId = kind === 'given to requester' ? people[0]?.id : employeeNamed(people, String(receiver ?? ''))
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
          const receiver_user_id = employeeNamed(people, said.receiver)
          const { kind, tracking_number, note, ...taken } = said
          const how = isMailed ? { tracking_number } : { ...taken, ...(receiver_user_id && { receiver_user_id }) }
          handOver.mutate({ params: { id }, body: { kind, note, version, ...how } })
        }}
      >
        <FormField form={form} name="kind" label="How does the check leave?" required group>
          {(kind) => <RadioGroup {...kind} options={kinds} />}
        </FormField>
        {isMailed ? <MailedFields form={form} /> : <TakenFields form={form} />}
        <FormField form={form} name="note" label="Note">
          {(note) => <Textarea {...note} value={note.value ?? ''} rows={2} />}
        </FormField>
        <FormFailure failure={handOver.error} />
        {handOver.error?.status === 409 && (
          <Button size="sm" className="justify-self-start" onClick={() => setAsks(true)}>
            Ask for an Exception
          </Button>
        )}
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={handOver.isPending}>
            {isMailed ? 'Record as mailed' : 'Hand over'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

type HandOverForm = ReturnType<typeof useZodForm<(typeof schema)['_zod']['input'], (typeof schema)['_zod']['output']>>

function MailedFields({ form }: { form: HandOverForm }) {
  return (
    <FormField form={form} name="tracking_number" label="Tracking number" hint="As far as the carrier gave one.">
      {(tracking) => <Input {...tracking} value={tracking.value ?? ''} />}
    </FormField>
  )
}

function TakenFields({ form }: { form: HandOverForm }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="receiver" label="Who takes it?" required>
          {(receiver) => <Input {...receiver} value={receiver.value ?? ''} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="relation" label="Relation to the payee" hint="Such as owner or driver.">
          {(relation) => <Input {...relation} value={relation.value ?? ''} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="identification"
          label="Identified by"
          required
          alsoCheck={['identification_last4']}
        >
          {({ value, onChange, ref }) => (
            <NativeSelect
              ref={ref}
              className="w-full"
              options={identifications}
              value={value ?? ''}
              onChange={(kind) => onChange(kind || undefined)}
            />
          )}
        </FormField>
        <FormField form={form} name="identification_last4" label="Its last four characters">
          {(last4) => <Input {...last4} value={last4.value ?? ''} maxLength={4} autoComplete="off" />}
        </FormField>
      </div>
      <FormField form={form} name="signature" label="Signature" required group>
        {({ value, onChange }) => <SignatureField value={value ?? []} onChange={onChange} />}
      </FormField>
      <FormField form={form} name="witness" label="Witness">
        {(witness) => <Input {...witness} value={witness.value ?? ''} autoComplete="off" />}
      </FormField>
    </>
  )
}
