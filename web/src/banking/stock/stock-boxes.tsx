import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { stockEndpoints } from '@check-requests/domain/banking/stock/endpoints.ts'
import type { StockBoxReply } from '@check-requests/domain/banking/stock/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { BoxActs } from '#banking/stock/box-acts.tsx'
import { boxName, boxStory, leftInWords, stateWords } from '#banking/stock/box-words.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Badge, type BadgeColor } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const ReceiveBox = lazy(async () => ({
  default: (await import('#banking/stock/receive-box-dialog.tsx')).ReceiveBoxDialog,
}))

const colors: Record<StockBoxReply['state'], BadgeColor> = {
  'in use': 'green',
  counted: 'blue',
  received: 'orange',
  ended: 'gray',
}

/** The boxes of checks of an account: where they are, who has them, and what is left in them. */
export function StockBoxes({ account }: { account: BankAccountReply }) {
  const receive = useDialogFor<BankAccountReply>(ReceiveBox)
  const writes = may(usePerson(), 'stock-boxes.write')
  const boxes = useStockBoxes(account.id)
  return (
    <section aria-label={`Check stock of ${account.name}`} className="grid gap-2 border-t border-line pt-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Check Stock</h3>
        {writes && (
          <Button
            variant="secondary"
            aria-label={`Receive Box of ${account.name}`}
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
  // A print run takes checks from a box.
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'stock-boxes', accountId], queryFn }).data
}
