import type { LucideIcon } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

/** Something that can be done with what is on the screen now. */
export interface OfferedAct {
  readonly text: string
  readonly icon?: LucideIcon
  /** The single key that does it too. */
  readonly key?: string | undefined
  perform(): void
}

/** The next steps come before everything else that can be done. */
type Rank = 'steps' | 'others'

const offers: Record<Rank, readonly OfferedAct[]> = { steps: [], others: [] }
const listeners = new Set<() => void>()
let all: readonly OfferedAct[] = []

/** Offers these acts in the palette for as long as the component is on the screen. */
export function useOfferActs(rank: Rank, acts: readonly OfferedAct[]) {
  useEffect(() => offer(rank, acts))
  useEffect(() => () => offer(rank, []), [rank])
}

/** What the screen offers now. */
export function useOfferedActs(): readonly OfferedAct[] {
  return useSyncExternalStore(subscribe, () => all)
}

function offer(rank: Rank, acts: readonly OfferedAct[]) {
  offers[rank] = acts
  all = [...offers.steps, ...offers.others]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
