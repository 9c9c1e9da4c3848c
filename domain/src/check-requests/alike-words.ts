import type { Likeness } from './duplicates.ts'

const words: Record<Likeness, string> = {
  payment: 'payee and amount',
  vin: 'VIN',
  po: 'PO number',
  invoice: 'invoice number',
  document: 'document',
}

/** What two requests have in common: `same payee and amount, same VIN`. */
export function alikeIn(alike: readonly Likeness[]): string {
  return alike.map((kind) => `same ${words[kind]}`).join(', ')
}
