import { identificationKinds } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import type { HandOverForm } from '#checks/detail/hand-over-form.ts'
import { ReceiverField } from '#checks/detail/receiver-field.tsx'
import { SignatureField } from '#checks/detail/signature-field.tsx'
import { SlipField } from '#checks/detail/slip-field.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { RadioGroup } from '#ui/radio.tsx'

const places = [
  { value: 'screen', label: 'On this screen' },
  { value: 'slip', label: 'On a printed slip' },
] as const
const identifications = [
  { value: '', label: 'Choose' },
  ...identificationKinds.map((kind) => ({ value: kind, label: kind })),
] as const

/** Who takes a check in person, how they are identified, and where they sign for it. */
export function TakenFields({ form, check }: { form: HandOverForm; check: WholeCheckReply }) {
  const signsOn = form.watch('signs_on')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="receiver"
          label="Who takes it?"
          hint="Choose somebody of the dealer group, or type another name."
          required
        >
          {({ onChange, ...receiver }) => (
            <ReceiverField
              {...receiver}
              checkId={check.id}
              value={receiver.value ?? ''}
              onChange={(typed) => {
                form.setValue('receiver_user_id', undefined)
                onChange(typed)
              }}
              onChoose={({ name, id }) => {
                onChange(name)
                form.setValue('receiver_user_id', id)
              }}
            />
          )}
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
      <FormField form={form} name="signs_on" label="Where is it signed for?" required group>
        {(place) => <RadioGroup {...place} options={places} />}
      </FormField>
      {signsOn === 'slip' ? (
        <FormField form={form} name="attachment_id" label="Signed slip" required group>
          {(slip) => <SlipField {...slip} check={check} value={slip.value ?? undefined} />}
        </FormField>
      ) : (
        <FormField form={form} name="signature" label="Signature" required group>
          {({ value, onChange }) => <SignatureField value={value ?? []} onChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="witness" label="Witness">
        {(witness) => <Input {...witness} value={witness.value ?? ''} autoComplete="off" />}
      </FormField>
    </>
  )
}
