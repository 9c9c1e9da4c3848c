import { type Command, chosen, firstNumber, meant, type View } from './commands.ts'

/** The events of a sheet of paper, from which its state follows. */
type Fact = 'given back' | 'printed' | 'signed' | 'left' | 'paid' | 'spoiled' | 'void' | 'stopped'

export interface Sheet {
  readonly number: number
  readonly facts: Set<Fact>
  readonly hands: Set<number>
  readonly signers: Set<number>
  readonly pays: number | null
  readonly cents: number
  readonly writer: number | null
  asked: boolean
  isConfirmed: boolean
}

type Kept = 'received' | 'counted' | 'in use' | 'ended'
export interface Pad {
  /** The sheets of a counted box; null for an endless one. */
  readonly sheets: readonly number[] | null
  readonly by: number | null
  at: number
  kept: Kept
}

/** The reference model of an account: sheets of paper, the people who handled them, and running totals. */
export class Ledger {
  next = firstNumber
  book = 0
  cleared = 0
  openRun: { sheets: Sheet[]; by: number; isFetched: boolean } | undefined
  readonly sheets = new Map<number, Sheet>()
  readonly requests: { by: number; approvers: number[]; cents: number; status: string }[] = []
  readonly pads: Pad[] = [{ sheets: null, by: null, at: firstNumber, kept: 'in use' }]
  readonly confirmedStops = new Set<Sheet>()

  /** The unconfirmed entry chosen by a command. */
  entry(command: Command): Sheet | undefined {
    const waiting = this.inOrder().filter((one) => one.writer !== null && !one.isConfirmed && one.facts.size === 0)
    return chosen(waiting, command)
  }

  sheet(command: Command): Sheet | undefined {
    return meant(this.inOrder(), command, (one) =>
      one.asked && ['signed', 'issued'].includes(nameOf(one)) ? 'asked' : nameOf(one),
    )
  }

  view(): View {
    return {
      next: this.next,
      checks: new Map(
        this.inOrder().map((one) => [one.number, [nameOf(one), nameOf(one) === 'released' ? null : one.pays]]),
      ),
      requests: this.requests.map(({ status }) => status),
      book: this.book,
      cleared: this.cleared,
    }
  }

  inOrder(): Sheet[] {
    return [...this.sheets.keys()].sort((one, other) => one - other).flatMap((number) => this.sheets.get(number) ?? [])
  }

  unpaid(): number[] {
    const onTheirWay = this.inOrder().filter(({ facts }) => !ends.some((end) => facts.has(end)))
    return [...this.requests.keys()].filter(
      (index) => this.requests[index]?.status === 'approved' && !onTheirWay.some(({ pays }) => pays === index),
    )
  }

  padInUse(): Pad {
    const pad = this.pads.find(({ kept }) => kept === 'in use')
    if (!pad) throw new Error('No pad is in use')
    return pad
  }

  /** True if the box in use has at least this many sheets from the next one on. */
  reaches(from: number, to: number): boolean {
    if (from < this.next) return false
    const { sheets } = this.padInUse()
    const needed = range(this.next, to)
    if (sheets) return range(from, to).every((number) => sheets.includes(number))
    const elsewhere = this.pads.flatMap((pad) => (pad.kept === 'ended' ? [] : (pad.sheets ?? [])))
    return !needed.some((number) => elsewhere.includes(number))
  }

  take(number: number, pays: number | null, more: Partial<Sheet> = {}): Sheet {
    const before = this.sheets.get(number)
    if (before && !before.facts.has('given back')) throw new Error(`Sheet ${number} is there already`)
    const cents = pays === null ? 0 : (this.requests[pays]?.cents ?? 0)
    const nobody = { facts: new Set<Fact>(), hands: new Set<number>(), signers: new Set<number>() }
    const sheet: Sheet = { number, ...nobody, pays, cents, writer: null, asked: false, isConfirmed: false, ...more }
    this.sheets.set(number, sheet)
    return sheet
  }

  passOver(to: number): void {
    for (const number of range(this.next, to)) this.take(number, null).facts.add('spoiled')
  }

  leave(sheet: Sheet): void {
    sheet.facts.add('left')
    this.book += sheet.cents
  }

  end(sheet: Sheet, how: 'void' | 'stopped', isReissued: boolean): boolean {
    if (sheet.facts.has('left')) this.book -= sheet.cents
    sheet.facts.add(how)
    this.follow(sheet, isReissued ? 'approved' : 'rejected')
    return true
  }

  follow({ pays }: Sheet, status: string): void {
    const request = pays === null ? undefined : this.requests[pays]
    if (request) request.status = status
  }
}

const ends: readonly Fact[] = ['given back', 'spoiled', 'void', 'stopped']

/** True for a sheet that could be cashed. */
export function isOut(sheet: Sheet): boolean {
  return ['printed', 'signed', 'issued'].includes(nameOf(sheet))
}

/** The state of a sheet in the register: the first of these that applies. */
export function nameOf({ facts }: Sheet): string {
  const order: readonly (readonly [Fact, string])[] = [
    ['given back', 'released'],
    ['spoiled', 'spoiled'],
    ['void', 'voided'],
    ['stopped', 'stopped'],
    ['paid', 'cleared'],
    ['left', 'issued'],
    ['signed', 'signed'],
    ['printed', 'printed'],
  ]
  return order.find(([fact]) => facts.has(fact))?.[1] ?? 'reserved'
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
}
