import { refusalToConfirm } from '@check-requests/domain/bank/accounts.ts'
import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil } from 'lucide-react'
import { type FormEvent, lazy, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import {
  changesWaiting,
  dealershipsInWords,
  limitInWords,
  onceConfirmed,
  peopleInWords,
  twoSignersInWords,
} from '#bank/accounts/account-words.ts'
import { accountNotices } from '#bank/accounts/api.ts'
import { useKeptProfile } from '#bank/clearing/api.ts'
import { TemplateButton } from '#bank/positive-pay/template-button.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const AccountDialog = lazy(async () => ({
  default: (await import('#bank/accounts/account-forms.tsx')).AccountDialog,
}))

type Act = 'confirm' | 'discard' | 'close'

/** The admin's actions on an account. */
export function AccountActs({ account }: { account: BankAccountReply }) {
  const [asked, ask] = useState<Act | null>(null)
  const edit = useDialogFor<BankAccountReply>(AccountDialog)
  const { id: userId } = usePerson()
  const { name, state, waiting, proposed_by } = account
  const waits = state === 'proposed' || waiting !== null
  const refusal = refusalToConfirm(userId, { name, state, isWaiting: waiting !== null, proposers: proposed_by })
  return (
    <>
      {waits && (
        <ReasonButton
          aria-label={`Confirm ${name}`}
          refusal={refusal && markHidden(refusal.sentence)}
          onClick={() => ask('confirm')}
        >
          Confirm
        </ReasonButton>
      )}
      {waits && (
        <Button
          variant="secondary"
          aria-label={`Discard the pending changes to ${name}`}
          onClick={() => ask('discard')}
        >
          Discard
        </Button>
      )}
      {state === 'active' && !waiting?.closes && (
        <Button variant="secondary" aria-label={`Propose to close ${name}`} onClick={() => ask('close')}>
          Propose to Close
        </Button>
      )}
      {onceConfirmed(account).positive_pay !== 'none' && (
        <TemplateButton account={account}>Positive-Pay File</TemplateButton>
      )}
      <Button variant="secondary" aria-label={`Edit ${name}`} onClick={() => edit.openFor(account)}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      {state === 'active' && <BankNames account={account} />}
      <Questions account={account} asked={asked} ask={ask} />
      {edit.dialog}
    </>
  )
}

/** The names that the bank uses for the account in its files. Another admin confirms a new name. */
function BankNames({ account }: { account: BankAccountReply }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, type] = useState<string>()
  const forms = useKeptProfile(account.id, isOpen).data
  const save = useWriteWithNotices(bankFileEndpoints.saveForms, accountNotices.names, { onSuccess: () => show(false) })
  const value = typed ?? forms?.bank_names.join(', ') ?? ''
  function show(open: boolean) {
    setOpen(open)
    type(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const names = value.split(',').map((name) => name.trim())
    const body = { bank_names: names.filter((name) => name !== ''), version: forms?.version }
    save.mutate({ params: { id: account.id }, body })
  }
  return (
    <>
      <Button
        variant="secondary"
        aria-label={markHidden(`Names at the Bank: ${account.name}`)}
        onClick={() => show(true)}
      >
        Names at the Bank
      </Button>
      <FormDialog
        open={isOpen}
        onOpenChange={show}
        title={markHidden(`Names at the Bank: ${account.name}`)}
        description="Other names for this account in bank files, such as the number with a suffix. Another admin confirms a new name."
        dirty={typed !== undefined}
      >
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field
            label="Names"
            hint="Separated by commas. Leave the field blank if there are none."
            error={save.error?.message}
          >
            <Input value={value} maxLength={300} onChange={({ target }) => type(target.value)} />
          </Field>
          <FormDialogFooter>
            <Button variant="secondary" onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={save.isPending}>
              Save Names
            </Button>
          </FormDialogFooter>
        </form>
      </FormDialog>
    </>
  )
}

interface QuestionsProps {
  account: BankAccountReply
  asked: Act | null
  ask(act: Act | null): void
}

/**
 * The confirmation dialogs for each action. If the account has changed since it was shown, the server refuses the
 * action.
 */
function Questions({ account, asked, ask }: QuestionsProps) {
  const onSuccess = () => ask(null)
  const writes = {
    confirm: useWriteWithNotices(endpoints.confirm, accountNotices.confirm, { onSuccess }),
    discard: useWriteWithNotices(endpoints.discard, accountNotices.discard, { onSuccess }),
    close: useWriteWithNotices(endpoints.close, accountNotices.close, { onSuccess }),
  }
  const acts: readonly Act[] = ['confirm', 'discard', 'close']
  return acts.map((act) => {
    const { title, text, label } = questionOf(act, account)
    const { mutate, isPending, error } = writes[act]
    return (
      <ConfirmDialog
        key={act}
        open={asked === act}
        onOpenChange={(open) => ask(open ? act : null)}
        title={title}
        text={text}
        details={act === 'confirm' ? detailsOf(account) : undefined}
        confirmLabel={label}
        danger={act !== 'confirm'}
        pending={isPending}
        error={error?.message}
        onConfirm={() => mutate({ params: { id: account.id }, body: { version: account.version } })}
      />
    )
  })
}

function detailsOf(account: BankAccountReply) {
  const changes = changesWaiting(account)
  if (account.state === 'active') return changes.map(({ label, to }) => ({ label, value: markHidden(to), wide: true }))
  return [
    { label: 'Bank', value: account.bank_name },
    { label: 'Routing Number', value: account.routing_number },
    { label: 'Account Number', value: `ends in ${account.account_last4}` },
    { label: 'Next Check Number', value: String(account.next_check_number) },
    { label: 'Dealerships', value: markHidden(dealershipsInWords(account.dealerships)), wide: true },
    { label: 'Limit per Check', value: limitInWords(account.limit_per_check) },
    { label: 'Signers', value: twoSignersInWords(account.two_signers_above) },
    { label: 'People', value: markHidden(peopleInWords(account.people)), wide: true },
  ]
}

function questionOf(act: Act, account: BankAccountReply): { title: string; text: string; label: string } {
  const name = markHidden(account.name)
  const isNew = account.state === 'proposed'
  if (act === 'confirm')
    return {
      title: `Confirm ${name}?`,
      text: isNew
        ? 'Compare each number with the bank’s specification sheet. Once you confirm, the dealerships’ checks are drawn on this account.'
        : 'Compare the changes with the information from the bank or your controller. They take effect immediately.',
      label: 'Confirm',
    }
  if (act === 'discard')
    return {
      title: isNew ? `Discard ${name}?` : `Discard the pending changes to ${name}?`,
      text: isNew ? 'The account is closed without having been used.' : 'The account won’t change.',
      label: 'Discard',
    }
  return {
    title: `Propose to close ${name}?`,
    text: 'Once another admin confirms it, no more checks are drawn on this account, and its dealerships enter check numbers by hand again. Its register is kept.',
    label: 'Propose to Close',
  }
}
