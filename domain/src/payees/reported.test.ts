import { expect, test } from 'vitest'
import { reportedOf } from './reported.ts'

const form = { box_1099: 'NEC 1 Nonemployee compensation', backup_withholding: false } as const

test.each([
  [2025, 599.99, form, 'No'],
  [2025, 600, form, 'Yes'],
  [2026, 1999.99, form, 'No'],
  [2026, 2000, form, 'Yes'],
  [2026, 5000, { ...form, box_1099: 'None' }, 'No'],
  [2026, 1999.99, undefined, 'No'],
  [2026, 2000, undefined, 'W-9 missing'],
  [2026, 10, { ...form, backup_withholding: true }, 'Yes'],
] as const)(
  'reports payments on a 1099 as in the handwritten list (year %i, total $%d)',
  (year, dollars, of, expected) => {
    expect(reportedOf(year, Math.round(dollars * 100), of)).toBe(expected)
  },
)
