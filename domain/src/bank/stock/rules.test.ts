import { expect, test } from 'vitest'
import { leftIn, refusalToCount, refusalToReceive, refusalToTake, refusalToUse } from './rules.ts'

const alone = { before: undefined, others: [] }
const box = { place: 'Safe', first: 1001, last: 1010, next: 1008 }

test.each([
  ['with exactly enough checks left', 1008, 3, undefined],
  ['with one check too few', 1008, 4, 'has 3 checks left from number 1008, but 4 are needed. Print fewer'],
  ['with only one check left', 1010, 2, 'has 1 check left from number 1010, but 2 are needed.'],
  ['that ends below the number', 1011, 1, 'Number 1011 isn’t in the box in use (Safe, 1001 to 1010).'],
  ['that begins above the number', 1000, 1, 'Number 1000 isn’t in the box in use'],
])('accepts or refuses a print run from a box %s', (_, first, count, sentence) => {
  const refusal = refusalToTake(box, { first, count }, [])
  if (sentence === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toContain(sentence)
})

test('treats an uncounted box as unlimited and refuses checks from a used-up box', () => {
  expect(refusalToTake({ ...box, last: null }, { first: 1008, count: 5000 }, [])).toBeUndefined()
  expect(refusalToTake({ ...box, next: 1011 }, { first: 1011, count: 1 }, [])).toMatch(/is used up\. Put another box/)
  expect([leftIn(box), leftIn({ ...box, next: 1011 }), leftIn({ ...box, last: null })]).toEqual([3, 0, null])
})

test('requires a count by someone other than the receiver before a box is used', () => {
  expect(refusalToCount(4, { state: 'received', receivedById: 4 })).toMatch(/someone else has to count it/)
  expect(refusalToCount(5, { state: 'received', receivedById: 4 })).toBeUndefined()
  expect(refusalToCount(5, { state: 'counted', receivedById: 4 })).toMatch(/already been counted/)
  expect(refusalToUse({ ...box, state: 'received' }, alone)).toMatch(/has to count this box/)
  expect(refusalToUse({ ...box, state: 'in use' }, alone)).toMatch(/already in use/)
  expect(refusalToUse({ ...box, state: 'ended' }, alone)).toMatch(/can no longer be used/)
  expect(refusalToUse({ ...box, state: 'counted' }, alone)).toBeUndefined()
})

test('ends an uncounted box where the next one begins without skipping boxes', () => {
  const open = { place: 'Not counted', first: 1001, last: null, next: 1005 }
  const [near, far] = [
    { place: 'Drawer', first: 1008, last: 1009, next: 1008 },
    { place: 'Safe', first: 1020, last: 1029, next: 1020 },
  ]
  expect(refusalToTake(open, { first: 1005, count: 3 }, [near, far])).toBeUndefined()
  for (const wanted of [
    { first: 1005, count: 4 },
    { first: 1015, count: 1 },
  ])
    expect(refusalToTake(open, wanted, [near, far])).toBe(
      'Number 1008 is in another box (Drawer, 1008 to 1009). Put that box in use.',
    )
  expect(refusalToUse({ ...far, state: 'counted' }, { before: open, others: [near, far] })).toBe(
    'The numbers of another box (Drawer, 1008 to 1009) come first. Put that box in use before this one.',
  )
  expect(refusalToUse({ ...near, state: 'counted' }, { before: open, others: [near, far] })).toBeUndefined()
  expect(refusalToUse({ ...far, state: 'counted' }, { before: near, others: [near, far] })).toBeUndefined()
})

test('accepts a new box only if its numbers are in no other box', () => {
  const others = [
    { place: 'Not counted', first: 1001, last: null, next: 1005 },
    { place: 'Safe', first: 1020, last: 1029, next: 1025 },
  ]
  const refused = (first: number, last: number) => refusalToReceive({ place: 'New', first, last, next: first }, others)
  expect(refused(1005, 1019)).toBeUndefined()
  expect(refused(1004, 1006)).toBe('Some of these numbers are in another box (Not counted, starting at 1001).')
  expect(refused(1029, 1040)).toBe('Some of these numbers are in another box (Safe, 1020 to 1029).')
})
