import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { stateAfterMerge } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { payeePath } from '#paths.ts'
import { payeeNotices, useLikePayees, usePayeesById } from '#payees/api.ts'
import { usePayeeTargets } from '#payees/payee-jump-targets.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Merges two payees: the user first chooses the other payee, then the name and address to keep. */
export function MergeDialog({ subject: payee, open, onOpenChange }: DialogFor<PayeeReply>) {
  const [other, setOther] = useState<PayeeReply>()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Merge ${markHidden(payee.name)}`}
      description="Combines two entries for the same payee. The remaining payee shows the requests and payments of both, and another admin has to verify it again."
      size="md"
    >
      {other ? (
        <WhatRemains
          payee={payee}
          other={other}
          onBack={() => setOther(undefined)}
          onDone={() => onOpenChange(false)}
        />
      ) : (
        <FindPayee payee={payee} onChoose={setOther} onCancel={() => onOpenChange(false)} />
      )}
    </Dialog>
  )
}

interface WhatRemainsProps {
  payee: PayeeReply
  other: PayeeReply
  onBack(): void
  onDone(): void
}

function WhatRemains({ payee, other, onBack, onDone }: WhatRemainsProps) {
  const navigate = useNavigate()
  const both = [payee, other]
  const [nameOf, setNameOf] = useState(payee.id)
  const [addressOf, setAddressOf] = useState(payee.address === null && other.address !== null ? other.id : payee.id)
  const merge = useWriteWithNotices(endpoints.merge, payeeNotices.merge, {
    onSuccess() {
      onDone()
      void navigate({ to: payeePath(nameOf) })
    },
  })
  const [into, from] = nameOf === payee.id ? [payee, other] : [other, payee]
  function submit() {
    const versions = { version: from.version, into_version: into.version }
    merge.mutate({ params: { id: from.id }, body: { into_id: into.id, address_of: addressOf, ...versions } })
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Name to Keep" group>
        <RadioGroup<number>
          stacked
          options={both.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
          value={nameOf}
          onChange={setNameOf}
        />
      </Field>
      <Field label="Address to Keep" group>
        <RadioGroup<number>
          stacked
          options={both.map(({ id, address }) => ({ value: id, label: address ? inOneLine(address) : 'No address' }))}
          value={addressOf}
          onChange={setAddressOf}
        />
      </Field>
      <p className="rounded-md bg-sunken px-3 py-2">{inWords(from, into)}</p>
      <FormFailure failure={merge.error} />
      <DialogFooter>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" pending={merge.isPending}>
          Merge Payees
        </Button>
      </DialogFooter>
    </form>
  )
}

function inOneLine(address: string): string {
  return markHidden(address.replaceAll('\n', ', '))
}

function inWords(from: PayeeReply, into: PayeeReply): string {
  const [merged, remaining] = [markHidden(from.name), markHidden(into.name)]
  const follows =
    stateAfterMerge([from.state, into.state]) === 'blocked'
      ? 'will be blocked because one of the two is'
      : 'will be new until another admin verifies it'
  return `${merged} will be merged into ${remaining}, which ${follows}. The entry for ${merged} is kept and links to ${remaining}. This can’t be undone.`
}

interface FindPayeeProps {
  payee: PayeeReply
  onChoose(other: PayeeReply): void
  onCancel(): void
}

/** Finds another payee of the same dealer group; initially offers similar payees. */
function FindPayee({ payee, onChoose, onCancel }: FindPayeeProps) {
  const [words, setWords] = useState('')
  const similar = useLikePayees(payee.id).filter(({ kind }) => kind === 'payee')
  const nearly = usePayeesById(similar.slice(0, 5).map(({ id }) => id))
  const found = usePayeeTargets(words, true)
  const offered = (words.trim() === '' ? nearly : found).filter(
    ({ id, dealer_group_id }) => id !== payee.id && dealer_group_id === payee.dealer_group_id,
  )
  return (
    <div className="grid gap-4">
      <SearchField
        label="The Other Payee"
        placeholder="Search by name or address..."
        slashFocuses={false}
        value={words}
        onChange={setWords}
      />
      <ul aria-label="Payees found" className="grid divide-y divide-line">
        {offered.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-2 text-start hover:bg-sunken"
              onClick={() => onChoose(other)}
            >
              <span className="font-medium wrap-anywhere">{markHidden(other.name)}</span>
              <PayeeStateBadge state={other.state} />
              <span className="w-full text-[0.8125rem] wrap-anywhere text-ink-soft">
                {other.address ? markHidden(other.address.replaceAll('\n', ', ')) : 'No address'}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {offered.length === 0 && (
        <p className="text-ink-soft">{words.trim() === '' ? 'Search for a payee above.' : 'No payees found.'}</p>
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </div>
  )
}
