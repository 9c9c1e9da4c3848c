import { identificationKinds } from '@check-requests/domain/checks/fields.ts'
import { leavingEndpoints, type Receiver } from '@check-requests/domain/checks/leaving/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { Ref } from 'react'
import { type HandOverForm, SignatureField } from '#checks/detail/hand-over-form.tsx'
import { PaperPicture } from '#checks/detail/paper-picture.tsx'
import { useApi } from '#platform/api-context.tsx'
import { useOpenFile } from '#platform/downloads.ts'
import { read } from '#platform/query-client.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { SuggestInput } from '#ui/form/suggest-input.tsx'

const places = [
  { value: 'screen', label: 'On this screen' },
  { value: 'slip', label: 'On a printed slip' },
] as const
const identifications = [
  { value: '', label: 'Choose' },
  ...identificationKinds.map((kind) => ({ value: kind, label: kind })),
] as const

/** The recipient of a check, their identification, and their signature. */
export function TakenFields({ form, check }: { form: HandOverForm; check: WholeCheckReply }) {
  const signsOn = form.watch('signs_on')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="receiver"
          label="Recipient"
          hint="Choose a user in the dealer group, or enter another name."
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
        <FormField form={form} name="relation" label="Relation to the Payee" hint="Such as owner or driver.">
          {(relation) => <Input {...relation} value={relation.value ?? ''} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="identification"
          label="Identified By"
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
        <FormField form={form} name="identification_last4" label="Last Four Characters of the ID">
          {(last4) => <Input {...last4} value={last4.value ?? ''} maxLength={4} autoComplete="off" />}
        </FormField>
      </div>
      <FormField form={form} name="signs_on" label="Signature Method" required group>
        {(place) => <RadioGroup {...place} options={places} />}
      </FormField>
      {signsOn === 'slip' ? (
        <FormField form={form} name="attachment_id" label="Signed Slip" required group>
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

interface SlipFieldProps {
  check: WholeCheckReply
  value: number | undefined
  onChange(id: number): void
  onBlur(): void
  ref: Ref<HTMLInputElement>
}

/** A field for a signed slip, which users print, have signed at the counter, and add to the request's documents. */
function SlipField({ check: { id, number, check_request_id }, ...field }: SlipFieldProps) {
  const slip = useOpenFile(leavingEndpoints.slip, { name: `receipt-${number}.pdf`, failed: 'Couldn’t create the slip' })
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" size="sm" pending={slip.isPending} onClick={() => slip.open({ params: { id } })}>
        <ExternalLink aria-hidden className="size-4" />
        Print Slip
      </Button>
      {check_request_id !== null && <PaperPicture {...field} requestId={check_request_id} />}
    </div>
  )
}

/** The recipient of a check: a typed name and the employee chosen for it. */
interface Taker {
  readonly name: string
  readonly id: number | undefined
}

interface ReceiverFieldProps {
  checkId: number
  value: string
  name: string
  ref: Ref<HTMLInputElement>
  onBlur(): void
  onChange(name: string): void
  onChoose(taker: Taker): void
}

/** A field that finds the recipient among the dealer group's users. Other names can be typed. */
function ReceiverField({ checkId, value, onChange, onChoose, ...rest }: ReceiverFieldProps) {
  const found = useReceivers(checkId, value)
  const suggestions = found.map((receiver) => ({
    value: nameAmong(found, receiver),
    label: markHidden(receiver.name),
    detail: markHidden(detailOf(receiver)),
    receiver,
  }))
  return (
    <SuggestInput
      {...rest}
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      about="People in the dealer group"
      onChoose={(chosen) => onChoose({ name: chosen.value, id: chosen.receiver.id })}
    />
  )
}

function useReceivers(checkId: number, typed: string): readonly Receiver[] {
  const search = typed.trim()
  const input = { params: { id: checkId }, query: { search } }
  const { data } = useQuery({
    queryKey: ['receivers', checkId, search],
    queryFn: read(useApi(), leavingEndpoints.receivers, input),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return search === '' ? [] : (data ?? [])
}

/** Adds the title or id to a name that several people share. */
function nameAmong(all: readonly Receiver[], { id, name, title }: Receiver): string {
  return all.some((other) => other.id !== id && other.name === name) ? `${name} (${title ?? `#${id}`})` : name
}

function detailOf({ title, is_barred }: Receiver): string {
  return [title, is_barred && 'needs an exception'].filter(Boolean).join(', ')
}
