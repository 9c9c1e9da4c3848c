import { reconcile } from '../../bank/reconciliation.ts'
import { type Box, type BoxState, isInUse, isStock, refusalToTake } from '../../bank/stock/rules.ts'
import type { StatusName } from '../../check-requests/lifecycle.ts'
import { actWhenConfirmed } from '../../checks/entered/rules.ts'
import {
  type CheckActName,
  type CheckState,
  checkActs,
  livingStates,
  refusalAt,
  stateAfter,
} from '../../checks/lifecycle.ts'
import { refusalToSkip, skippedNumbers } from '../../checks/printing.ts'
import { needsAgreement, type Signature } from '../../checks/rules.ts'
import { type Command, firstNumber, meant, type View } from './commands.ts'

interface Check {
  readonly number: number
  kind: 'run' | 'manual' | 'opening'
  state: CheckState
  request: number | null
  amount: number
  printers: number[]
  enteredBy: number | null
  signatures: Signature[]
  askedBy: number | null
  issuedOn: string | null
  endedOn: string | null
  paidOn: string | null
  stopNumber: string | null
  lapsesOn: string | null
}

interface Request {
  readonly by: number
  readonly approvers: readonly number[]
  readonly amount: number
  status: StatusName
}

type StoredBox = Box & { state: BoxState; receivedById: number | null; next: number }

/** The books of an account kept by the product's rules. */
export class Office {
  next = firstNumber
  today = '2026-01-05'
  readonly checks = new Map<number, Check>()
  readonly requests: Request[] = []
  readonly boxes: StoredBox[] = [
    { place: 'Not counted', first: firstNumber, last: null, next: firstNumber, state: 'in use', receivedById: null },
  ]
  run: { numbers: number[]; by: number; isFetched: boolean } | undefined

  view(): View {
    const checks = this.all()
    const { book, cleared } = reconcile(
      checks.map((check) => ({
        number: check.number,
        amountCents: check.amount,
        checkDate: this.today,
        paidCents: null,
        issuedOn: check.issuedOn,
        clearedOn: check.paidOn,
        endedOn: check.endedOn,
        isStopped: check.state === 'stopped',
      })),
      { asOf: this.today, staleDays: 180, unmatched: [] },
    )
    return {
      next: this.next,
      checks: new Map(checks.map(({ number, state, request }) => [number, [state, request] as const])),
      requests: this.requests.map(({ status }) => status),
      book: book.cents,
      cleared: cleared.cents,
    }
  }

  refusesNumbers(first: number, count: number): boolean {
    const box = this.stock().find(({ state }) => isInUse(state))
    const others = this.stock().filter((other) => other !== box)
    if (box && refusalToTake(box, { first, count }, others)) return true
    return refusalToSkip(this.next, first) !== undefined
  }

  skipTo(first: number): void {
    for (const number of skippedNumbers(this.next, first))
      this.put(number, 'spoiled', { amount: 0 }).endedOn = this.today
  }

  put(number: number, state: CheckState, values: Partial<Check>): Check {
    const known = this.checks.get(number)
    if (known && known.state !== 'released') throw new Error(`Number ${number} is taken twice`)
    const amount = values.request == null ? 0 : this.request(values.request).amount
    const check: Check = {
      number,
      kind: 'run',
      state,
      request: null,
      amount,
      printers: [],
      enteredBy: null,
      signatures: [],
      askedBy: null,
      issuedOn: null,
      endedOn: null,
      paidOn: null,
      stopNumber: null,
      lapsesOn: null,
      ...values,
    }
    this.checks.set(number, check)
    return check
  }

  act(name: CheckActName, check: Check): boolean {
    if (refusalAt(name, check)) return false
    check.state = stateAfter(name)
    const row = checkActs[name]
    const follows = 'request' in row ? row.request : undefined
    if (check.request !== null && follows !== undefined && typeof follows !== 'string')
      this.request(check.request).status = follows[1]
    if (name === 'issue' || name === 'open') check.issuedOn = this.today
    if (name === 'spoil') check.endedOn = this.today
    if (name === 'release') check.request = null
    return true
  }

  takeBack(name: 'void' | 'stop', check: Check, { yes }: Command): boolean {
    if (!this.act(name, check)) return false
    check.endedOn = this.today
    if (check.request !== null) this.request(check.request).status = yes ? 'approved' : 'rejected'
    return true
  }

  stock(): StoredBox[] {
    return this.boxes
      .filter(({ state }) => isStock(state))
      .map((box) => (isInUse(box.state) ? { ...box, next: this.next } : box))
  }

  /** All checks by number. */
  all(): Check[] {
    return [...this.checks.values()].toSorted((one, other) => one.number - other.number)
  }

  meant(command: Command): Check | undefined {
    return meant(this.all(), command, ({ state, askedBy }) =>
      askedBy !== null && needsAgreement(state) ? 'asked' : state,
    )
  }

  /** Requests that are waiting for a check. */
  printable(): number[] {
    const paid = new Set(
      [...this.checks.values()]
        .filter(({ state }) => livingStates.some((living) => living === state))
        .map(({ request }) => request),
    )
    return this.requests.flatMap(({ status }, index) => (status === 'approved' && !paid.has(index) ? [index] : []))
  }

  waiting(): Check[] {
    return this.all().filter((check) => actWhenConfirmed(check) !== undefined)
  }

  check(number: number): Check {
    const check = this.checks.get(number)
    if (!check) throw new Error(`There is no check ${number}`)
    return check
  }

  request(index: number): Request {
    const request = this.requests[index]
    if (!request) throw new Error(`There is no request ${index}`)
    return request
  }
}
