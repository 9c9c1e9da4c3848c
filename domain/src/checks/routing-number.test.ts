import { expect, test } from 'vitest'
import { parseFraction, routingNumberOf, whyNotFractionOf, whyNotRoutingNumber } from './routing-number.ts'

test.each([
  '021000021',
  '111000025',
  '011401533',
  '091000019',
  '121000248',
  '026009593',
  '122105155',
  '322271627',
  '071000013',
  '021200025',
])('accepts %s as a routing number', (text) => {
  expect(whyNotRoutingNumber(text)).toBeUndefined()
})

test.each([
  ['021000012', /check digit/],
  ['021000022', /check digit/],
  ['111000052', /check digit/],
  ['012345678', /check digit/],
  ['000000000', /begin with 00/],
  ['500000005', /begin with 50/],
  ['130000006', /begin with 13/],
  ['331000025', /begin with 33/],
  ['611000020', /begin with 61/],
  ['02100002', /nine digits, but this one has 8/],
  ['0210000210', /nine digits, but this one has 10/],
  ['', /nine digits, but this one has 0/],
  ['021OOO021', /can have only digits/],
  [' 21000021', /can have only digits/],
  ['٠٢١٠٠٠٠٢١', /can have only digits/],
])('refuses %j as a routing number', (text, why) => {
  expect(whyNotRoutingNumber(text)).toMatch(why)
})

test('detects a wrong digit or two swapped neighbors unless the check digit stays the same', () => {
  const right = '021200025'
  for (let place = 0; place < 9; place += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const wrong = `${right.slice(0, place)}${digit}${right.slice(place + 1)}`
      if (wrong !== right) expect(whyNotRoutingNumber(wrong)).toBeDefined()
    }
  for (let place = 0; place < 8; place += 1) {
    const [one = '', other = ''] = right.slice(place, place + 2)
    const swapped = `${right.slice(0, place)}${other}${one}${right.slice(place + 2)}`
    // Swapping digits that differ by five doesn't change the check digit.
    if (swapped !== right && Math.abs(Number(one) - Number(other)) !== 5)
      expect(whyNotRoutingNumber(swapped)).toBeDefined()
  }
})

test('parses a fraction and compares it with the routing number', () => {
  expect(parseFraction('55-2/212')).toEqual({ prefix: 55, institution: 2, district: 212 })
  expect(routingNumberOf({ prefix: 55, institution: 2, district: 212 })).toBe('021200025')
  expect(whyNotFractionOf('021200025', '55-2/212')).toBeUndefined()
  expect(whyNotFractionOf('021000021', '1-2/210')).toBeUndefined()
  expect(whyNotFractionOf('122105155', '91-510/1221')).toMatch('is for the routing number 122105100')
  expect(whyNotFractionOf('122105155', '91-515/1221')).toBeUndefined()
})

test.each(['55-2', '2/212', '055-2/212', '55-02/212', '55-2/0212', '100-2/212', '55-2/21212', ' 55-2/212', '0-2/212'])(
  'refuses the fraction %j',
  (text) => {
    expect(parseFraction(text)).toBeUndefined()
    expect(whyNotFractionOf('021200025', text)).toMatch('such as 55-2/212')
  },
)
