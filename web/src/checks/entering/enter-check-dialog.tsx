import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { useState } from 'react'
import { ManualForm } from '#checks/entering/manual-form.tsx'
import { OpeningForm } from '#checks/entering/opening-form.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { RadioGroup } from '#ui/radio.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const kinds = [
  { value: 'manual', label: 'Written by hand, while no check could be printed' },
  { value: 'opening', label: 'Outstanding from the time before' },
] as const

/** Enters a check that no print run made; somebody else confirms it. */
export function EnterCheckDialog({ subject: accounts, open, onOpenChange }: DialogFor<readonly BankAccountReply[]>) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('manual')
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? 0)
  const [dirty, setDirty] = useState(false)
  const account = accounts.find(({ id }) => id === accountId)
  const shared = { onDirty: setDirty, onDone: () => onOpenChange(false) }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enter Check"
      description="Somebody else compares it with the paper and confirms it. Until then it does not count."
      size="md"
      dirty={dirty}
    >
      <div className="mb-4 grid gap-4">
        <Field label="What is entered?" group>
          <RadioGroup options={kinds} value={kind} onChange={(chosen) => setKind(chosen)} stacked />
        </Field>
        {accounts.length > 1 && (
          <Field label="Account">
            <NativeSelect
              className="w-full"
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
              value={accountId}
              onChange={(chosen) => setAccountId(chosen)}
            />
          </Field>
        )}
      </div>
      {account && kind === 'manual' && <ManualForm key={`manual ${account.id}`} account={account} {...shared} />}
      {account && kind === 'opening' && <OpeningForm key={`opening ${account.id}`} account={account} {...shared} />}
    </FormDialog>
  )
}
