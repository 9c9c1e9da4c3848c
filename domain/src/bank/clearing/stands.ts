import { type CheckState, refusalAt } from '../../checks/lifecycle.ts'
import type { ExceptionKind } from './match.ts'

/** What is wrong with a payment, and the check that it names; null where the register has none. */
export interface DoubtfulPayment {
  readonly kind: ExceptionKind
  readonly check: { readonly number: number; readonly state: CheckState } | null
}

/** Exceptions in which the bank has paid the check itself, though not as the register has it. */
const paidAfterAll: readonly ExceptionKind[] = ['amount differs', 'payee differs', 'paid before it was issued']

/**
 * Why a payment cannot be taken as that of its check, so that the check is cleared by it (decision 104); undefined when
 * it can. What the bank paid of a void check, or twice, is to be got back from it: that clears nothing.
 */
export function refusalToLetStand({ kind, check }: DoubtfulPayment): string | undefined {
  if (check === null || !paidAfterAll.includes(kind))
    return 'Only a payment of the check itself can stand: with another amount or payee, or before it was handed over.'
  return refusalAt('clear', check)
}
