import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  createDealershipBody,
  createDepartmentBody,
  createGroupBody,
  type DeliveryKind,
  deliveryKinds,
  isMailed,
  otherPurpose,
  updateDealershipBody,
  updateDeliveryMethodBody,
  updateDepartmentBody,
  updateGroupBody,
  updatePurposeBody,
} from './fields.ts'

const named = { name: 'Name is required', code: 'Code is required' }

const everyMessage: [string, z.ZodType, Record<string, string>][] = [
  ['a dealer group', createGroupBody, named],
  [
    'a dealership',
    createDealershipBody,
    {
      ...named,
      dealer_group_id: 'Dealer Group is required',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP Code is required',
      phone: 'Phone is required',
    },
  ],
  [
    'a department',
    createDepartmentBody,
    { ...named, dealer_group_id: 'Dealer Group is required', dealership_id: 'Dealership is required' },
  ],
]

const dealership = {
  dealer_group_id: 1,
  name: 'Lakeside Toyota',
  code: 'TOY',
  address: '1200 Shoreline Drive',
  city: 'Madison',
  state: 'WI',
  zip: '53703',
  phone: '(608) 555-0134',
}

/** The first message for each field, as returned by the server. */
function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of schema.safeParse(value).error?.issues ?? []) found[issue.path.join('.')] ??= issue.message
  return found
}

describe('creation bodies', () => {
  test.each(everyMessage)('reports every missing field of a blank form for %s', (_what, body, texts) => {
    const empty = Object.fromEntries(Object.keys(texts).map((field) => [field, field.endsWith('_id') ? null : ' ']))
    expect(messages(body, {})).toEqual(texts)
    expect(messages(body, empty)).toEqual(texts)
  })

  test('accepts the fields in the specification', () => {
    expect(createDealershipBody.parse({ ...dealership, settings: null })).toEqual({ ...dealership, settings: null })
    expect(createGroupBody.parse({ name: 'Lakeside', code: 'LAG', settings: null })).toMatchObject({ code: 'LAG' })
    const department = { name: 'Service', code: 'SVC', dealer_group_id: 1, dealership_id: 2 }
    expect(createDepartmentBody.parse(department)).toEqual(department)
  })

  test.each(everyMessage)('refuses an unknown field of %s', (_what, body) => {
    expect(body.safeParse({ ...dealership, id: 1 }).error?.issues.map((issue) => issue.code)).toContain(
      'unrecognized_keys',
    )
  })
})

describe('codes', () => {
  test.each([
    ['TOY', 'TOY'],
    [' toy2 ', 'TOY2'],
    ['A', 'A'],
    ['ABCDEFGHIJ', 'ABCDEFGHIJ'],
    ['007', '007'],
  ])('stores the code %j as %s', (typed, kept) => {
    expect(createGroupBody.parse({ name: 'Lakeside', code: typed }).code).toBe(kept)
  })

  test.each(['ABCDEFGHIJK', 'A-B', 'A B', 'Ä', 'A_B', 'A\nB', '東京'])('refuses %j as a code', (code) => {
    expect(messages(createGroupBody, { name: 'Lakeside', code })).toEqual({
      code: 'Enter a code of 1 to 10 letters and digits.',
    })
  })
})

describe('dealerships', () => {
  test.each(['53703', '53703-1234', '53703 1234'])('accepts the ZIP Code %s', (zip) => {
    expect(messages(createDealershipBody, { ...dealership, zip })).toEqual({})
  })

  test.each(['WI 53703', '-53703', '५३७०३'])('refuses the ZIP Code %j', (zip) => {
    expect(messages(createDealershipBody, { ...dealership, zip })).toEqual({ zip: 'Enter a ZIP Code of digits only.' })
  })

  test.each(['(608) 555-0134', '+1 608.555.0134 x12'])('accepts the phone number %s', (phone) => {
    expect(messages(createDealershipBody, { ...dealership, phone })).toEqual({})
  })

  test('refuses words as a phone number', () => {
    expect(messages(createDealershipBody, { ...dealership, phone: 'call Ada' })).toEqual({
      phone: 'Enter a phone number.',
    })
  })
})

describe('update bodies', () => {
  test.each([
    ['a dealer group', updateGroupBody, { settings: { separation_of_duties: false } }],
    ['a dealership', updateDealershipBody, { is_active: false }],
    ['a department', updateDepartmentBody, { name: 'Service' }],
    ['a purpose', updatePurposeBody, { name: 'Payoff' }],
    ['a delivery method', updateDeliveryMethodBody, { kind: 'carrier' }],
  ] as const)('accepts any subset of the fields of %s and no other field', (_what, body, subset) => {
    expect(body.parse(subset)).toEqual(subset)
    expect(body.parse({})).toEqual({})
    expect(body.safeParse({ name: '' }).success).toBe(false)
    expect(body.safeParse({ id: 1 }).success).toBe(false)
  })
})

describe('delivery methods and purposes', () => {
  test.each([
    ['carrier', true],
    ['pickup', false],
    ['other', false],
  ] as const)('treats a check delivered by %s as mailed (expected: %s)', (kind, mailed) => {
    expect(isMailed(kind satisfies DeliveryKind)).toBe(mailed)
  })

  test('names the special delivery methods and the free-text purpose as in the specification', () => {
    expect(deliveryKinds).toEqual(['carrier', 'pickup', 'other'])
    expect(otherPurpose).toBe('other')
  })
})
