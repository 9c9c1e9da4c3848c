import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankFilesReply } from '@check-requests/domain/bank/files/fields.ts'
import { type DestinationReply, sendingTimes } from '@check-requests/domain/bank/positive-pay/destination.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type FormEvent, useState } from 'react'
import { destinationNotices, useBankForms } from '#bank/positive-pay/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The bank's SFTP server for an account's positive-pay files. */
export function DestinationDialog({ subject: account, open, onOpenChange }: DialogFor<BankAccountReply>) {
  const query = useBankForms(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const forms = query.isFetchedAfterMount ? query.data : undefined
  const [dirty, setDirty] = useState(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={markHidden(`Send Positive-Pay Files To: ${account.name}`)}
      description="The bank’s SFTP server. Another admin confirms it, with the fingerprint of its host key."
      size="md"
      dirty={dirty}
    >
      {error && !forms && <ErrorState message={error} onRetry={onRetry} />}
      {!(forms || error) && <SkeletonRows count={6} />}
      {forms && (
        <DestinationForm
          accountId={account.id}
          forms={forms}
          onChange={() => setDirty(true)}
          onClose={() => {
            setDirty(false)
            onOpenChange(false)
          }}
        />
      )}
    </FormDialog>
  )
}

const times = {
  'by hand': 'When a user creates them',
  'when signed': 'Automatically when checks are signed',
  'by the clock': 'Automatically on business days at a set hour',
} as const
const timeOptions = sendingTimes.map((value) => ({ value, label: times[value] }))
const hours = Array.from({ length: 24 }, (_, value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))
const none: DestinationReply = { host: '', port: 22, user: '', folder: '.', host_key: '', when: 'by hand', hour: 16 }

interface DestinationFormProps {
  accountId: number
  forms: BankFilesReply
  onChange(): void
  onClose(): void
}

function DestinationForm({ accountId, forms, onChange, onClose }: DestinationFormProps) {
  const stored = forms.destination
  const [value, setValue] = useState(stored ?? none)
  const [secret, setSecret] = useState('')
  const save = useWriteWithNotices(bankFileEndpoints.saveForms, destinationNotices, { onSuccess: onClose })
  const fields = save.error?.fields
  const errorAt = (name: string) => fields?.[`destination.${name}`] ?? fields?.[name]
  const change = (more: Partial<DestinationReply>) => {
    setValue({ ...value, ...more })
    onChange()
  }
  const saveAs = (destination: (DestinationReply & { secret?: string }) | null) =>
    save.mutate({ params: { id: accountId }, body: { destination, version: forms.version } })
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    saveAs({ ...value, ...(secret !== '' && { secret }) })
  }
  const text = (name: 'host' | 'user' | 'folder' | 'host_key', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorAt(name)} required>
      <Input
        value={value[name]}
        autoComplete="off"
        maxLength={200}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {text('host', 'Server')}
      <Field label="Port" error={errorAt('port')} required>
        <Input
          value={value.port === 0 ? '' : String(value.port)}
          inputMode="numeric"
          maxLength={5}
          onChange={({ target }) => change({ port: Number(target.value.replace(/\D/g, '')) })}
        />
      </Field>
      {text('user', 'User Name')}
      <Field
        label="Password or Private Key"
        hint={
          stored
            ? 'Leave this field blank to keep the stored password or key.'
            : 'The password or key is encrypted and can’t be viewed later.'
        }
        error={errorAt('secret')}
        required={!stored}
      >
        <Textarea
          value={secret}
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          onChange={({ target }) => {
            setSecret(target.value)
            onChange()
          }}
        />
      </Field>
      {text('host_key', 'Host Key Fingerprint', 'From the bank: SHA256: followed by 43 characters.')}
      {text('folder', 'Folder', 'A period is the folder after signing in.')}
      <Field label="Create and Send Files">
        <NativeSelect
          className="w-full"
          options={timeOptions}
          value={value.when}
          onChange={(when) => change({ when })}
        />
      </Field>
      {value.when === 'by the clock' && (
        <Field label="Hour" hint="In the time zone of the account’s dealerships.">
          <NativeSelect className="w-full" options={hours} value={value.hour} onChange={(hour) => change({ hour })} />
        </Field>
      )}
      {save.error && (
        <p role="alert" className="text-danger">
          {save.error.message}
        </p>
      )}
      <FormDialogFooter>
        {stored && (
          <Button variant="danger" onClick={() => saveAs(null)}>
            Stop Sending
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save Destination
        </Button>
      </FormDialogFooter>
    </form>
  )
}
