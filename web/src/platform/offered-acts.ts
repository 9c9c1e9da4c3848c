import type { LucideIcon } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

/** An action available on the current screen. */
export interface OfferedAct {
  readonly text: string
  readonly icon?: LucideIcon
  /** The action's shortcut key. */
  readonly key?: string | undefined
  perform(): void
}

/** The rank of a screen's actions: next steps come before all others. */
type Rank = 'steps' | 'others'

const offers: Record<Rank, readonly OfferedAct[]> = { steps: [], others: [] }
const listeners = new Set<() => void>()
let all: readonly OfferedAct[] = []

/** Offers these actions in the palette while the component is on the screen. */
export function useOfferActs(rank: Rank, acts: readonly OfferedAct[]) {
  useEffect(() => offer(rank, acts))
  useEffect(() => () => offer(rank, []), [rank])
}

/** The actions that the screen currently offers. */
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
