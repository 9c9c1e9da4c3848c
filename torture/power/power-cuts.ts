import type { Dice } from '../../server/src/demo/dice.ts'
import { MemoryFile } from './memory-file.ts'
import { apply, type Change, type DiskEvent } from './recording-disk.ts'

const sector = 512

/** What can happen to unflushed changes when the power fails. Real disks can do each of these. */
const losses: readonly ((changes: readonly Change[], dice: Dice) => Change[])[] = [
  // All changes are lost.
  () => [],
  // All changes were written.
  (changes) => [...changes],
  // Changes were written in order, up to some point.
  (changes, dice) => changes.slice(0, dice.below(changes.length + 1)),
  // Changes were written in any order, each one completely or not at all.
  (changes, dice) => changes.filter(() => dice.below(2) === 0),
  // Even single writes are torn: each sector is written or not.
  (changes, dice) => changes.flatMap(sectorsOf).filter(() => dice.below(2) === 0),
  // A single sector is missing.
  (changes, dice) => withoutOne(changes.flatMap(sectorsOf), dice),
]

/** The disk's content after a power cut. `moment` is the number of events before the cut. */
export interface CrashState {
  readonly moment: number
  readonly files: ReadonlyMap<string, Uint8Array>
}

/**
 * Possible disk states when the power fails during these events, in chronological order. Flushed data is present, and
 * part of the rest is lost. `before` has the initial files, which were flushed.
 */
export function* powerCuts(
  before: ReadonlyMap<string, Uint8Array>,
  events: readonly DiskEvent[],
  count: number,
  dice: Dice,
): Generator<CrashState> {
  const files = new Map([...before].map(([name, content]) => [name, new UnsafeFile(new MemoryFile(content))]))
  const moments = Array.from({ length: count }, () => dice.below(events.length + 1)).sort((a, b) => a - b)
  let done = 0
  for (const moment of moments) {
    for (const event of events.slice(done, moment)) {
      const file = files.get(event.file) ?? new UnsafeFile(new MemoryFile())
      files.set(event.file, file)
      if (event.kind === 'flush') file.flush()
      else file.pending.push(event)
    }
    done = moment
    yield { moment, files: new Map([...files].map(([name, file]) => [name, file.afterPowerCut(dice)])) }
  }
}

/** A file's flushed and unflushed content. */
class UnsafeFile {
  readonly #flushed: MemoryFile
  readonly pending: Change[] = []

  constructor(flushed: MemoryFile) {
    this.#flushed = flushed
  }

  flush(): void {
    for (const change of this.pending.splice(0)) apply(this.#flushed, change)
  }

  afterPowerCut(dice: Dice): Uint8Array {
    const file = this.#flushed.copy()
    for (const change of dice.pick(losses)(this.pending, dice)) apply(file, change)
    return file.content()
  }
}

function withoutOne(changes: readonly Change[], dice: Dice): Change[] {
  return changes.toSpliced(dice.below(Math.max(changes.length, 1)), 1)
}

/** Splits a write into writes of single sectors. */
function sectorsOf(change: Change): Change[] {
  if (change.kind !== 'write') return [change]
  const { file, at, bytes } = change
  const parts: Change[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sector - ((at + from) % sector))
    parts.push({ kind: 'write', file, at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return parts
}
