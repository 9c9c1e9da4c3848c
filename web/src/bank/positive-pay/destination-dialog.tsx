import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankFilesReply } from '@check-requests/domain/bank/files/fields.ts'
import {
  type DestinationReply,
  destinationKinds,
  sendingTimes,
} from '@check-requests/domain/bank/positive-pay/destination.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type FormEvent, useState } from 'react'
import { destinationNotices, useBankForms } from '#bank/positive-pay/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
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
      description="Another admin confirms where files are sent: the server with the fingerprint of its host key, or the folder."
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
  'when signed': 'Automatically when all checks of a run are signed',
  'by the clock': 'Automatically on business days at a set hour',
} as const
const timeOptions = sendingTimes.map((value) => ({ value, label: times[value] }))
const hours = Array.from({ length: 24 }, (_, value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))
const inOwnPart = 'In this dealer group’s part of the folder that the operator of the server allows.'
const kinds = { SFTP: 'The bank’s SFTP server', folder: 'A folder of this server' } as const
const kindOptions = destinationKinds.map((value) => ({ value, label: kinds[value] }))
const none: DestinationReply = {
  kind: 'SFTP',
  host: '',
  port: 22,
  user: '',
  folder: '.',
  answers_folder: null,
  host_key: '',
  when: 'by hand',
  hour: 16,
  with_companions: false,
}

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
  const submit = (event: FormEvent) => {
    stop(event)
    saveAs({ ...value, ...(secret !== '' && { secret }) })
  }
  const isSftp = value.kind === 'SFTP'
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {(forms.allows_folder || !isSftp) && (
        <Field label="Send To" error={errorAt('kind')}>
          <NativeSelect
            className="w-full"
            options={kindOptions}
            value={value.kind}
            onChange={(kind) => change({ kind })}
          />
        </Field>
      )}
      {isSftp && (
        <SftpFields
          value={value}
          secret={secret}
          hasSecret={stored?.kind === 'SFTP'}
          errorAt={errorAt}
          onChange={change}
          onSecret={(typed) => {
            setSecret(typed)
            onChange()
          }}
        />
      )}
      <TextField
        label="Folder"
        hint={isSftp ? 'Enter “.” for the folder that opens after signing in.' : inOwnPart}
        error={errorAt('folder')}
        required
        value={value.folder}
        onChange={(folder) => change({ folder })}
      />
      <TextField
        label="Folder with the Bank’s Answers"
        hint="Leave this field blank if the bank doesn’t answer with files."
        error={errorAt('answers_folder')}
        value={value.answers_folder ?? ''}
        onChange={(typed) => change({ answers_folder: typed === '' ? null : typed })}
      />
      <TimeFields value={value} onChange={change} />
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

function stop(event: FormEvent) {
  event.preventDefault()
  event.stopPropagation()
}

interface SftpFieldsProps {
  value: DestinationReply
  secret: string
  /** Whether a password or key is stored. */
  hasSecret: boolean
  errorAt(name: string): string | undefined
  onChange(more: Partial<DestinationReply>): void
  onSecret(secret: string): void
}

/** When files are created and sent, and whose checks automatic files contain. */
function TimeFields({ value, onChange }: Pick<SftpFieldsProps, 'value' | 'onChange'>) {
  return (
    <>
      <Field label="Create and Send Files">
        <NativeSelect
          className="w-full"
          options={timeOptions}
          value={value.when}
          onChange={(when) => onChange({ when })}
        />
      </Field>
      {value.when === 'by the clock' && (
        <Field label="Hour" hint="In the time zone of the account’s dealerships.">
          <NativeSelect className="w-full" options={hours} value={value.hour} onChange={(hour) => onChange({ hour })} />
        </Field>
      )}
      {value.when !== 'by hand' && (
        <Checkbox
          label="Include other accounts with the same bank and file format that send no files themselves"
          checked={value.with_companions}
          onChange={(with_companions) => onChange({ with_companions })}
        />
      )}
    </>
  )
}

function SftpFields({ value, secret, hasSecret, errorAt, onChange, onSecret }: SftpFieldsProps) {
  const text = (name: 'host' | 'user' | 'host_key', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      error={errorAt(name)}
      required
      value={value[name]}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  )
  return (
    <>
      {text('host', 'Server')}
      <Field label="Port" error={errorAt('port')} required>
        <Input
          value={value.port === 0 ? '' : String(value.port)}
          inputMode="numeric"
          maxLength={5}
          onChange={({ target }) => onChange({ port: Number(target.value.replace(/\D/g, '')) })}
        />
      </Field>
      {text('user', 'User Name')}
      <Field
        label="Password or Private Key"
        hint={
          hasSecret
            ? 'Leave this field blank to keep the stored password or key.'
            : 'The password or key is encrypted and can’t be viewed later.'
        }
        error={errorAt('secret')}
        required={!hasSecret}
      >
        <Textarea
          value={secret}
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          onChange={({ target }) => onSecret(target.value)}
        />
      </Field>
      {text('host_key', 'Host Key Fingerprint', 'From the bank: SHA256: followed by 43 characters.')}
    </>
  )
}

interface TextFieldProps {
  label: string
  hint?: string | undefined
  error: string | undefined
  required?: boolean
  value: string
  onChange(value: string): void
}

function TextField({ value, onChange, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      <Input value={value} autoComplete="off" maxLength={200} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
