import { setImmediate as nextTurn } from 'node:timers/promises'

const millisecondsATurn = 5

/** Does something with each item, one after the other, and lets others have the event loop every few milliseconds. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<void> | undefined,
): Promise<void> {
  let end = performance.now() + millisecondsATurn
  for (const item of items) {
    const acting = act(item)
    if (acting) await acting
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + millisecondsATurn
  }
}
