import type { RepeatableCall } from '../../../platform/answered-calls.ts'
import type { Caller } from './caller.ts'

/** Who commands, and whether the call may be a repeat. */
export interface Command {
  readonly caller: Caller
  readonly repeatable: RepeatableCall | undefined
}
