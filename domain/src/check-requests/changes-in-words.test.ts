import { expect, test } from 'vitest'
import { changesInWords } from './changes-in-words.ts'
import type { HistoryEntry } from './replies.ts'

const names = {
  dealerships: new Map([['3', 'Lakeside Ford']]),
  departments: new Map([['7', 'Service']]),
  purposes: new Map([['5', 'Payoff']]),
  deliveryMethods: new Map([['2', 'In-Person Pickup']]),
}

test.each([
  ['purpose_id', '5', '99', 'Purpose', 'Payoff', '#99'],
  ['dealership_id', null, '3', 'Dealership', 'nothing', 'Lakeside Ford'],
  ['department_id', '7', null, 'Department', 'Service', 'nothing'],
  ['delivery_method_id', '1', '2', 'Delivery Method', '#1', 'In-Person Pickup'],
  ['priority_level', 'normal', 'critical', 'Priority Level', 'Normal', 'Critical'],
  ['payee_type', 'individual', 'business', 'Payee Type', 'Individual', 'Business'],
  ['due_date', '2026-11-01', '2026-12-24', 'Due Date', 'Nov 1, 2026', 'Dec 24, 2026'],
  ['amount', '$1.00', '$2.00', 'Amount', '$1.00', '$2.00'],
  ['notes', 'priority', 'vendor', 'Notes', 'priority', 'vendor'],
])('describes a change of the field %s from %j to %j', (field, from, to, label, fromWords, toWords) => {
  const entry = { changes: [{ field, from, to }] } as unknown as HistoryEntry
  expect(changesInWords(entry, names)).toEqual([{ field: label, from: fromWords, to: toWords }])
})
