import type { Unit } from '../../services.ts'
import { carryCounter } from '../queries/write/store.ts'

/** Continues a dealer group's request numbers under its new code. */
export function continueNumbers({ trx }: Unit, oldCode: string, newCode: string): Promise<void> {
  return carryCounter(trx, oldCode, newCode)
}
