import type { CheckFace, CheckFile, CheckStock } from '@check-requests/domain/checks/front.ts'
import { noOffsets } from '@check-requests/domain/checks/layouts.ts'
import { businessTemplate } from '@check-requests/domain/checks/micr/template.ts'

/** Check stock for an account whose checks have a MICR line, as in reference 2.1. */
export const blankStock: CheckStock = {
  payer: { name: 'Northwest Auto Group, LLC', addressLines: ['4200 Aurora Avenue North', 'Seattle, WA 98103'] },
  bank: { name: 'First Cascade Bank', place: 'Seattle, Washington' },
  fraction: '1-2/210',
  routingNumber: '021000021',
  accountNumber: '123456789012',
  layout: 'top',
  paper: 'blank',
  micr: businessTemplate,
  offsets: noOffsets,
  voidAfterDays: 180,
}

export const plainFace: CheckFace = {
  number: 1234,
  date: '2026-11-23',
  payees: ['Acme Parts, Inc.'],
  joinedBy: 'AND',
  addressLines: ['1500 Industrial Way', 'Tacoma, WA 98421'],
  amount: 123_456,
  memo: 'Invoice 4711',
  signers: ['Grace Hopper'],
  stub: {
    facts: [
      { label: 'Request', value: 'CR-2026-000123' },
      { label: 'Purpose', value: 'Parts' },
      { label: 'VIN', value: '1HGCM82633A004352' },
      { label: 'PO number', value: 'PO-77812' },
      { label: 'Approved by', value: 'Ada Lovelace' },
      { label: 'Printed by', value: 'Charles Babbage' },
    ],
    lines: [
      { date: '2026-11-20', number: 'A-4711', description: 'Brake pads', amount: 100_000 },
      { date: null, number: null, description: 'Freight', amount: 23_456 },
    ],
  },
}

/** The right edges of the 32 symbols in the MICR line, in inches from the check's right edge (reference 2.1). */
export const rightEdges = [
  ...[6.7045, 6.5795, 6.4545, 6.3295, 6.2045, 6.0795, 5.9545, 5.8295],
  ...[5.5795, 5.4545, 5.3295, 5.2045, 5.0795, 4.9545, 4.8295, 4.7045, 4.5795, 4.4545, 4.3295],
  ...[4.0795, 3.9545, 3.8295, 3.7045, 3.5795, 3.4545, 3.3295, 3.2045, 3.0795, 2.9545, 2.8295, 2.7045, 2.5795],
]

/** A file with one check, with changes to the stock, the content, or the mark across the check. */
export function fileWith({
  stock = {},
  face = {},
  mark = 'none',
}: {
  readonly stock?: Partial<CheckStock>
  readonly face?: Partial<CheckFace>
  readonly mark?: CheckFile['mark']
} = {}): CheckFile {
  return { stock: { ...blankStock, ...stock }, mark, checks: [{ ...plainFace, ...face }] }
}
