import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StatusName, statuses } from '../../check-requests/lifecycle.ts'
import { runs } from '../../testing/random.ts'
import { addDays } from '../../values/calendar-date.ts'
import {
  dayOfEvent,
  isTaken,
  type JournalKind,
  journalEvents,
  lastDayOf,
  refusalToClose,
  refusalToExport,
} from './events.ts'

interface Life {
  status: StatusName
  checkNumber: string | null
  cents: number
  issuedOn: string | undefined
  issuedCents: number
}
interface Entry {
  request: number
  kind: JournalKind
  checkNumber: string
  cents: number
  day: string
  issuedOn: string
  export: number | null
}

const beginsOn = '2026-10-10'
const names = statuses.map(({ name }) => name)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      request: fc.nat(5),
      to: fc.constantFrom(...names),
      number: fc.option(fc.nat(40)),
      cents: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('export' as const), back: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), back: fc.integer({ min: 0, max: 40 }) }) },
)

/** A journal kept by the pure functions, over random histories in which any status can follow any other. */
class Journal {
  today = '2026-10-01'
  closedThrough: string | null = null
  exports = 0
  readonly entries: Entry[] = []
  readonly lives: Life[] = Array.from({ length: 6 }, () => {
    return { status: 'request', checkNumber: null, cents: 100, issuedOn: undefined, issuedCents: 0 }
  })

  move(request: number, to: StatusName, number: number | null, cents: number): void {
    const life = this.lives[request] as Life
    const after = { status: to, checkNumber: number === null ? null : `${request}-${number}` }
    for (const { kind, checkNumber } of journalEvents(life, after)) {
      const day = dayOfEvent(this.today, this.closedThrough, kind === 'void' ? life.issuedOn : undefined)
      if (kind === 'issue') [life.issuedOn, life.issuedCents] = [day, cents]
      const issuedOn = life.issuedOn as string
      this.entries.push({ request, kind, checkNumber, cents: life.issuedCents, day, issuedOn, export: null })
    }
    Object.assign(life, after)
  }

  makeExport(upTo: string): void {
    if (refusalToExport(upTo, { beginsOn, today: this.today })) return
    this.exports += 1
    for (const entry of this.entries)
      if (isTaken({ ...entry, exported: entry.export !== null }, beginsOn, upTo)) entry.export = this.exports
  }

  close(day: string): void {
    const month = day.slice(0, 7)
    const last = lastDayOf(month)
    const waiting = this.entries.filter((entry) =>
      isTaken({ ...entry, exported: entry.export !== null }, beginsOn, last),
    ).length
    const { closedThrough, today } = this
    if (!refusalToClose({ month, beginsOn, closedThrough, todays: [today], waiting })) this.closedThrough = last
  }

  /** The outstanding total calculated from the histories, for checks issued since the journal began. */
  outCents(): number {
    return this.lives
      .filter(
        ({ status, checkNumber }) => checkNumber !== null && ['printed', 'signed', 'ready', 'closed'].includes(status),
      )
      .filter(({ issuedOn }) => (issuedOn as string) >= beginsOn)
      .reduce((sum, { issuedCents }) => sum + issuedCents, 0)
  }
}

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

function perform(journal: Journal, one: Act): void {
  if (one.do === 'move') journal.move(one.request, one.to, one.number, one.cents)
  else if (one.do === 'days') journal.today = addDays(journal.today, one.days)
  else if (one.do === 'export') journal.makeExport(addDays(journal.today, -one.back))
  else journal.close(addDays(journal.today, -one.back))
}

/** An event changes only when it is exported: once, and never in a closed month. New events are in open months. */
function compare(known: readonly Entry[], closed: string | null, journal: Journal): void {
  const isOpen = ({ day }: Entry) => closed === null || day > closed
  for (const [index, entry] of known.entries()) {
    const now = journal.entries[index] as Entry
    expect({ ...now, export: entry.export }).toEqual(entry)
    if (now.export !== entry.export) expect([entry.export, isOpen(now)]).toEqual([null, true])
  }
  expect(journal.entries.slice(known.length).every(isOpen)).toBe(true)
}

test('exports each event once and none from a closed month, and matches the outstanding total (random histories)', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60, size: 'max' }), (acts) => {
      const journal = new Journal()
      for (const one of acts) {
        const [known, closed] = [journal.entries.map((entry) => ({ ...entry })), journal.closedThrough]
        perform(journal, one)
        compare(known, closed, journal)
      }
      journal.makeExport(journal.today)
      const since = journal.entries.filter(({ issuedOn }) => issuedOn >= beginsOn)
      expect(journal.entries.filter((entry) => entry.export !== null)).toEqual(journal.today < beginsOn ? [] : since)
      expect(since.reduce((sum, entry) => sum + (entry.kind === 'issue' ? entry.cents : -entry.cents), 0)).toBe(
        journal.outCents(),
      )
      for (const entry of since) expect(entry.day >= entry.issuedOn).toBe(true)
    }),
    runs({ gate: 100, nightly: 2000 }),
  )
})
