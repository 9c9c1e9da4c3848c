import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { useLikePayees, usePayeesById } from '#payees/api.ts'
import { usePayeeTargets } from '#payees/payee-jump-targets.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { Button } from '#ui/button.tsx'
import { DialogFooter } from '#ui/dialog.tsx'
import { SearchField } from '#ui/search-field.tsx'

interface FindPayeeProps {
  payee: PayeeReply
  onChoose(other: PayeeReply): void
  onCancel(): void
}

/** Finds another payee of the same dealer group; at first, those that are nearly the same are offered. */
export function FindPayee({ payee, onChoose, onCancel }: FindPayeeProps) {
  const [words, setWords] = useState('')
  const alike = useLikePayees(payee.id).filter(({ kind }) => kind === 'payee')
  const nearly = usePayeesById(alike.slice(0, 5).map(({ id }) => id))
  const found = usePayeeTargets(words, true)
  const offered = (words.trim() === '' ? nearly : found).filter(
    ({ id, dealer_group_id }) => id !== payee.id && dealer_group_id === payee.dealer_group_id,
  )
  return (
    <div className="grid gap-4">
      <SearchField
        label="The other payee"
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
        <p className="text-ink-soft">{words.trim() === '' ? 'Search for it above.' : 'None.'}</p>
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </div>
  )
}
