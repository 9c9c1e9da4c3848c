import type { Unit } from '../../services.ts'
import { carryCounter } from '../queries/write/store.ts'

/** Continues request numbers under a group's new code. */
export function continueNumbers({ trx }: Unit, oldCode: string, newCode: string): Promise<void> {
  return carryCounter(trx, oldCode, newCode)
}
