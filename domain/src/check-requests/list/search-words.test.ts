import { expect, test } from 'vitest'
import { meaningOf } from './query.ts'

test.each([
  ['1796', 179_600, 179_699],
  ['1796.', 179_600, 179_699],
  ['1796.2', 179_620, 179_629],
  ['1796.24', 179_624, 179_624],
  ['1,796.24', 179_624, 179_624],
  ['$1,796.24', 179_624, 179_624],
  [' $1796 ', 179_600, 179_699],
  ['0.05', 5, 5],
  ['99,999,999.99', 9_999_999_999, 9_999_999_999],
])('reads the search words %s as amounts from %d to %d cents', (words, from, to) => {
  expect(meaningOf(words).amounts).toEqual({ from, to })
})

test.each(['', 'tire', '17,96', '1,7960', '1796.245', '01796', '-5', '$', '1796 tires', '123456789012'])(
  'reads no amount from the search words %j',
  (words) => {
    expect(meaningOf(words).amounts).toBeNull()
  },
)

test.each([
  ['PO-77001', 'po77001'],
  ['po 77001', 'po77001'],
  ['4T1B11', '4t1b11'],
  ['B-11', 'b11'],
  ['000', '000'],
  ['n/a', 'n/a'],
])('reads the search words %s as the reference number %s', (words, number) => {
  expect(meaningOf(words).number).toBe(number)
})

test.each(['', '-', '- 7 -', 'a-1'])('reads no number from %j', (words) => {
  expect(meaningOf(words).number).toBeNull()
})

test.each([
  ['1M8GDM9AXKP042788', '042788'],
  ['kp04-2788', '042788'],
  ['KP042788', '042788'],
])('reads the search words %s as a VIN ending in %s', (words, vin) => {
  expect(meaningOf(words).vin).toBe(vin)
})

test.each(['042788', 'PO042788', 'KP0427889', 'KPAB27CD', '1M8GDM9AXKP04278', 'glassman'])(
  'reads no VIN from the search words %s',
  (words) => {
    expect(meaningOf(words).vin).toBeNull()
  },
)
