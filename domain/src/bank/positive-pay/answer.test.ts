import { expect, test } from 'vitest'
import { differenceOfCounts } from './answer.ts'

test('reports both values if the count differs or the total is off by a cent', () => {
  const file = { count: 1, total: 1234.5 }
  expect(differenceOfCounts(file, { count: 1, total: 1234.5 })).toBeUndefined()
  expect(differenceOfCounts({ count: 3, total: 0.1 + 0.2 }, { count: 3, total: 0.3 })).toBeUndefined()
  expect(differenceOfCounts(file, { count: 2, total: 1234.5 })).toMatch(
    /^The file has 1 row and issues totaling \$1,234\.50, but the bank counted 2 rows and \$1,234\.50\. Contact the bank/,
  )
  expect(differenceOfCounts(file, { count: 1, total: 1234.51 })).toMatch(/counted 1 row and \$1,234\.51\./)
})
