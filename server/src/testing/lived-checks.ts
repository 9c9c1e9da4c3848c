import type { ReconciledCheck } from '@check-requests/domain/bank/reconciliation.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'

const begin = '2026-01-01'
const count = 240

/** A check that followed one of eight life cycles, depending on its number. Dates differ between checks. */
function checkAt(index: number): ReconciledCheck & { readonly state: CheckState } {
  const day = (days: number) => addDays(begin, ((index * 7) % 50) + days)
  const issuedOn = day(2 + (index % 3))
  const life = { issuedOn, clearedOn: null, endedOn: null }
  const lives: (typeof life | { state: CheckState })[] = [
    { ...life, state: 'issued' },
    { ...life, state: 'issued' },
    { ...life, state: 'cleared', clearedOn: day(3 + (index % 20)) },
    { ...life, state: 'cleared', clearedOn: day(9) },
    { ...life, state: 'voided', endedOn: day(12) },
    { ...life, state: 'stopped', endedOn: day(20) },
    { ...life, state: 'voided', issuedOn: null, endedOn: day(1) },
    { ...life, state: 'printed', issuedOn: null },
  ] as never
  const common = { number: 1001 + index, amountCents: 100 + index * 37, checkDate: day(0), paidCents: null }
  const lived = { ...life, state: 'issued' as CheckState, ...lives[index % lives.length] }
  return { ...common, ...lived, isStopped: lived.state === 'stopped' }
}

/** Checks in every state, from the first months of 2026, with numbers starting at 1001. */
export const livedChecks = Array.from({ length: count }, (_, index) => checkAt(index))
