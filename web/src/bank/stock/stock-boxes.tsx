import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { refusalToCount, type StockBoxReply } from '@check-requests/domain/bank/stock/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { boxNotices } from '#bank/stock/box-forms.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const ReceiveBox = lazy(async () => ({
  default: (await import('#bank/stock/receive-box-dialog.tsx')).ReceiveBoxDialog,
}))

const colors: Record<StockBoxReply['state'], BadgeColor> = {
  'in use': 'green',
  counted: 'blue',
  received: 'orange',
  ended: 'gray',
}

/** The account's boxes of checks: their locations, holders, and remaining checks. */
export function StockBoxes({ account }: { account: BankAccountReply }) {
  const receive = useDialogFor<BankAccountReply>(ReceiveBox)
  const writes = may(usePerson(), 'stock-boxes.write')
  const boxes = useStockBoxes(account.id)
  return (
    <section aria-label={`Check stock for ${account.name}`} className="grid gap-2 border-t border-line pt-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Check Stock</h3>
        {writes && (
          <Button
            variant="secondary"
            aria-label={`Receive Box for ${account.name}`}
            onClick={() => receive.openFor(account)}
          >
            Receive Box
          </Button>
        )}
      </header>
      <ul className="grid gap-2">
        {boxes?.map((box) => (
          <li
            key={box.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken p-3"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {markHidden(boxName(box))} <Badge color={colors[box.state]}>{stateWords[box.state]}</Badge>
              </p>
              <p>{leftInWords(box)}</p>
              <p className="text-ink-soft">{markHidden(boxStory(box))}</p>
            </div>
            {writes && <BoxActs box={box} />}
          </li>
        ))}
      </ul>
      {receive.dialog}
    </section>
  )
}

function useStockBoxes(accountId: number): readonly StockBoxReply[] | undefined {
  const queryFn = read(useApi(), stockEndpoints.list, { params: { id: accountId } })
  // Print runs take checks from boxes, so the boxes are refetched when checks change.
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'stock-boxes', accountId], queryFn }).data
}

const CountBox = lazy(async () => ({ default: (await import('#bank/stock/count-box-dialog.tsx')).CountBoxDialog }))

/** The actions on a box of checks. */
function BoxActs({ box }: { box: StockBoxReply }) {
  const [asked, ask] = useState<'use' | 'discard' | null>(null)
  const count = useDialogFor<StockBoxReply>(CountBox)
  const { id: userId } = usePerson()
  const handlers = { onSuccess: () => ask(null) }
  const use = useWriteWithNotices(stockEndpoints.use, boxNotices.use, handlers)
  const discard = useWriteWithNotices(stockEndpoints.discard, boxNotices.discard, handlers)
  const { id, version, state, received_by } = box
  const name = boxName(box)
  const call = { params: { id }, body: { version } }
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'received' && (
        <>
          <ReasonButton
            aria-label={`Count ${name}`}
            refusal={refusalToCount(userId, { state, receivedById: received_by?.id ?? null })}
            onClick={() => count.openFor(box)}
          >
            Count
          </ReasonButton>
          <Button variant="secondary" aria-label={`Discard ${name}`} onClick={() => ask('discard')}>
            Discard
          </Button>
        </>
      )}
      {state === 'counted' && (
        <Button variant="secondary" aria-label={`Put in Use ${name}`} onClick={() => ask('use')}>
          Put in Use
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'use'}
        onOpenChange={(open) => ask(open ? 'use' : null)}
        title={`Put ${markHidden(name)} in use?`}
        text={`The next check gets number ${box.next_number}. The box that is in use now is ended, even if checks are left in it. If that box was never counted, the numbers up to this box are kept in the register as spoiled.`}
        confirmLabel="Put in Use"
        danger={false}
        pending={use.isPending}
        error={use.error?.message}
        onConfirm={() => use.mutate(call)}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        onOpenChange={(open) => ask(open ? 'discard' : null)}
        title={`Discard ${markHidden(name)}?`}
        text="Use this if the box was received with wrong numbers. Then receive it again with the correct ones."
        confirmLabel="Discard"
        pending={discard.isPending}
        error={discard.error?.message}
        onConfirm={() => discard.mutate(call)}
      />
      {count.dialog}
    </div>
  )
}

const stateWords: Record<StockBoxReply['state'], string> = {
  'in use': 'In use',
  counted: 'Counted',
  received: 'To be counted',
  ended: 'Ended',
}

type NamedBox = Pick<StockBoxReply, 'place' | 'first_number' | 'last_number'>

/** The name of a box: its location and numbers. */
function boxName({ place, first_number, last_number }: NamedBox): string {
  return last_number === null ? `${place}, starting at ${first_number}` : `${place}, ${first_number} to ${last_number}`
}

/** The number of checks left in a box. */
function leftInWords({ state, left, next_number }: Pick<StockBoxReply, 'state' | 'left' | 'next_number'>): string {
  if (state === 'ended') return 'No more checks are taken from this box.'
  if (left === null) return `The next number is ${next_number}. Receive a box to have its checks counted.`
  if (left === 0) return 'No checks are left.'
  return `${left === 1 ? '1 check is' : `${left} checks are`} left; the next number is ${next_number}.`
}

/** The holder, receiver, and counter of a box. */
function boxStory({ holder, received_by, counted_by }: Pick<StockBoxReply, 'holder' | 'received_by' | 'counted_by'>) {
  return [
    holder && `Kept by ${holder.name}.`,
    received_by && `Received by ${received_by.name}.`,
    counted_by && `Counted by ${counted_by.name}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
