import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars, sumDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { useCombinable } from '#checks/api.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'

type Combinable = Pick<ListedRequest, 'id' | 'amount' | 'payee_name_1'>

/** Requests that one check can pay. */
interface Offer<Row extends Combinable> {
  readonly key: string
  readonly rows: readonly Row[]
}

/** The chosen requests that can share a check with another one, in the order of the list. */
function offersFor<Row extends Combinable>(chosen: readonly Row[], { groups, limit }: Combining): Offer<Row>[] {
  return groups.flatMap((ids) => {
    const rows = chosen.filter(({ id }) => ids.includes(id))
    const isAbove = limit !== null && sumDollars(rows.map(({ amount }) => amount)) > limit
    return rows.length > 1 && !isAbove ? [{ key: ids.join(), rows }] : []
  })
}

/** The requests that can share a check, as the server groups them, and the account's limit in dollars. */
interface Combining {
  readonly groups: readonly (readonly number[])[]
  readonly limit: number | null
}

/**
 * The checks that the chosen requests need, and the offers to combine several of one payee. `body`: the requests as the
 * call that creates a print run takes them.
 */
export function useCombining<Row extends Combinable>(
  chosen: readonly Row[],
  { id, limit_per_check: limit }: Pick<BankAccountReply, 'id' | 'limit_per_check'>,
  mayPrint: boolean,
) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const offers = offersFor(chosen, { groups: useCombinable(id, mayPrint), limit })
  const combined = offers.filter(({ key }) => accepted.has(key))
  const together = new Set(combined.flatMap(({ rows }) => rows))
  const alone = chosen.filter((row) => !together.has(row))
  const sums = combined.map(({ rows }) => ({ amount: sumDollars(rows.map(({ amount }) => amount)) }))
  return {
    checks: [...alone, ...sums],
    body: {
      check_request_ids: alone.map(({ id }) => id),
      ...(combined.length > 0 && { combine: combined.map(({ rows }) => rows.map(({ id }) => id)) }),
    },
    offers: <CombineOffers offers={offers} accepted={accepted} onChange={setAccepted} />,
  }
}

interface CombineOffersProps {
  offers: readonly Offer<Combinable>[]
  accepted: ReadonlySet<string>
  onChange(accepted: ReadonlySet<string>): void
}

function CombineOffers({ offers, accepted, onChange }: CombineOffersProps) {
  if (offers.length === 0) return null
  const accept = (key: string, isAccepted: boolean) => {
    const next = new Set(accepted)
    if (isAccepted) next.add(key)
    else next.delete(key)
    onChange(next)
  }
  return (
    <fieldset className="m-4 grid gap-1 rounded-lg border border-accent bg-accent-soft px-4 py-3 sm:mx-5">
      <legend className="px-1 font-semibold">One check for several requests</legend>
      {offers.map(({ key, rows }) => (
        <Checkbox
          key={key}
          className="wrap-anywhere"
          checked={accepted.has(key)}
          onChange={(isAccepted) => accept(key, isAccepted)}
          label={offerInWords(rows)}
        />
      ))}
    </fieldset>
  )
}

function offerInWords(rows: readonly Combinable[]): string {
  const total = formatDollars(sumDollars(rows.map(({ amount }) => amount)))
  return `Combine ${rows.length} requests of ${markHidden(rows[0]?.payee_name_1 ?? '')}: ${total}`
}
