import type { Clock } from '../platform/clock.ts'

/** Friday morning at the dealerships, when the demo data ends and the tests begin. */
export const testsBegin = Date.parse('2026-11-20T15:00:00.000Z')

/** A clock that stands still until a test moves it. Times are in milliseconds. */
export class TestClock {
  #now = testsBegin

  readonly read: Clock = () => this.#now

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
