import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import type { DocumentCoding } from '@check-requests/domain/documents/readings/coding.ts'
import { describe, expect, test } from 'vitest'
import { sumInWords } from '#check-requests/form/accounting-lines.tsx'
import { questionOf as duplicatesQuestionOf } from '#check-requests/form/duplicates-of-form.tsx'
import { questionOf as approvalQuestionOf } from '#check-requests/form/request-form-approval.tsx'
import { contentOf } from '#check-requests/form/request-form-new.tsx'
import { valuesFrom } from '#check-requests/form/request-form-payee.tsx'
import { weekLater } from '#check-requests/form/request-form-payoff.tsx'
import { blankValues, type RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices } from '#check-requests/form/use-request-form.ts'
import { offersOf } from '#check-requests/form/usual-coding.tsx'
import { dealership, deliveryMethod, purpose } from '#testing/places.ts'

const choices: FormChoices = {
  places: { groups: [], dealerships: [dealership({ id: 12, name: 'Lakeside Honda' })], departments: [] },
  purposes: [purpose({ id: 4 })],
  deliveryMethods: [deliveryMethod({ id: 2 })],
}

describe('duplicate search', () => {
  const typed = { of: undefined, draft: undefined, dealer_group_id: 1 }

  test('searches for duplicates by payee and amount', () => {
    expect(duplicatesQuestionOf({ ...typed, payee_name_1: 'Harbor', amount: '12.50' })).toMatchObject({
      dealer_group_id: 1,
      payee_name_1: 'Harbor',
      amount: '12.50',
    })
  })

  test.each<[string, Parameters<typeof duplicatesQuestionOf>[0]]>([
    ['nothing is filled in', typed],
    ['only the payee is filled in', { ...typed, payee_name_1: 'Harbor' }],
    ['only the amount is filled in', { ...typed, amount: '12.50' }],
    ['the amount is invalid', { ...typed, payee_name_1: 'Harbor', amount: '12.345' }],
    ['no dealer group is chosen', { ...typed, dealer_group_id: null, vin_last_digits: 'K98761' }],
    ['a text is longer than any name', { ...typed, vin_last_digits: 'K98761', payee_name_1: 'x'.repeat(201) }],
  ])('doesn’t search for duplicates if %s', (_, values) => {
    expect(duplicatesQuestionOf(values)).toBeUndefined()
  })

  test.each([
    ['a VIN', { vin_last_digits: 'K98761' }],
    ['a PO number', { po_purchase_no: 'PO-1' }],
    ['the documents of a draft', { draft: 9 }],
  ])('searches for duplicates with only %s', (_, values) => {
    expect(duplicatesQuestionOf({ ...typed, ...values })).toMatchObject(values)
  })

  test('omits an invalid amount from the duplicate search', () => {
    const values = { ...typed, vin_last_digits: 'K98761', amount: 'x' }
    expect(duplicatesQuestionOf(values)).not.toHaveProperty('amount')
  })

  test('excludes the request being edited from its duplicates', () => {
    expect(duplicatesQuestionOf({ ...typed, of: 127, vin_last_digits: 'K98761' })?.of).toBe(127)
  })
})

const placed: RequestFormValues = {
  ...blankValues('2026-11-21'),
  requester_id: 7,
  dealer_group_id: 1,
  dealership_id: 11,
  department_id: 111,
  amount: '1234.50',
  purpose_id: 4,
  payee_type: 'business',
  payee_name_1: 'Harbor',
}

describe('usual coding', () => {
  const usual = [
    { field: 'purpose_id', value: 4, count: 11 },
    { field: 'department_id', value: 111, count: 12 },
    { field: 'delivery_method_id', value: 2, count: 12 },
    { field: 'priority_level', value: 'urgent', count: 9 },
    { field: 'account', value: '7410', count: 10 },
  ] as const
  const coding = { requests: 12, usual: [...usual] }
  const offered = (changes: Partial<RequestFormValues>, ...ofDocuments: DocumentCoding[]) =>
    offersOf(coding, ofDocuments, { ...placed, ...changes }, choices).map(
      ({ label, text, reason }) => `${label} ${text}: ${reason}`,
    )

  test('offers what the form doesn’t have, each with its reason', () => {
    expect(offered({ purpose_id: null, delivery_method_id: null, priority_level: 'normal' })).toEqual([
      `Purpose ${choices.purposes[0]?.name}: 11 of 12 requests`,
      `Delivery Method ${choices.deliveryMethods[0]?.name}: 12 of 12 requests`,
      'Priority Level Urgent: 9 of 12 requests',
      'Account 7410: 10 of 12 requests',
    ])
  })

  test('offers no value that the form has, and no account once a line was begun', () => {
    const accounting = [{ account: '', control_number: '', amount: '' }]
    expect(offered({ purpose_id: 4, delivery_method_id: 2, priority_level: 'urgent', accounting })).toEqual([])
  })

  test('also offers what documents suggest, unless earlier requests suggest the same', () => {
    const reason = '9 of 10 documents with “brake pads”'
    const ofDocuments = [
      { field: 'account', value: '7410', reason },
      { field: 'account', value: '7420', reason },
      { field: 'dealership_id', value: 12, reason: 'The document says “Lakeside Honda”' },
    ] as const
    expect(offered({ delivery_method_id: 2, priority_level: 'urgent' }, ...ofDocuments)).toEqual([
      'Account 7410: 10 of 12 requests',
      `Account 7420: ${reason}`,
      'Dealership Lakeside Honda: The document says “Lakeside Honda”',
    ])
  })

  test('clears the department with a suggested dealership', () => {
    const lakeside = [{ field: 'dealership_id', value: 12, reason: 'The document says “Lakeside Honda”' }] as const
    const [offer] = offersOf({ requests: 0, usual: [] }, lakeside, placed, choices)
    expect(offer?.taken).toEqual({ dealer_group_id: 1, dealership_id: 12, department_id: null })
  })

  test('charges the whole amount to the account', () => {
    const [offer] = offersOf({ requests: 12, usual: [usual[4]] }, [], placed, choices)
    expect(offer?.taken).toEqual({ accounting: [{ account: '7410', control_number: '', amount: placed.amount }] })
  })
})

describe('approval preview', () => {
  test('requests the approval steps with the values that they depend on', () => {
    expect(approvalQuestionOf(placed, 3, {})).toEqual({
      amount: 1234.5,
      dealer_group_id: 1,
      dealership_id: 11,
      department_id: 111,
      purpose_id: 4,
      payee_type: 'business',
      priority_level: 'normal',
      payee_name_1: 'Harbor',
      payee_name_2: null,
      mailing_address: null,
      requester_id: 7,
      per_diem: null,
      of: null,
      draft_id: null,
    })
  })

  test.each<[string, Partial<RequestFormValues>]>([
    ['the amount', { amount: '' }],
    ['a valid amount', { amount: '12.345' }],
    ['the purpose', { purpose_id: null }],
    ['the payee type', { payee_type: null }],
    ['the dealer group', { dealer_group_id: null }],
    ['the required department', { department_id: null }],
  ])('requests no approval steps without %s', (_, changes) => {
    expect(approvalQuestionOf({ ...placed, ...changes }, 3, {})).toBeUndefined()
  })

  test('requests approval steps without a department for a requester at the group level', () => {
    const values = { ...placed, dealership_id: null, department_id: null }
    expect(approvalQuestionOf(values, 1, {})?.department_id).toBeNull()
  })

  test('includes a per diem only if there is a good-through date', () => {
    expect(approvalQuestionOf({ ...placed, per_diem: '12.50' }, 3, {})?.per_diem).toBeNull()
    const payoff = { ...placed, per_diem: '12.50', good_through: '2026-12-01' }
    expect(approvalQuestionOf(payoff, 3, {})?.per_diem).toBe(12.5)
  })

  test('includes the request being edited and the draft with the documents', () => {
    expect(approvalQuestionOf(placed, 3, { of: 127, draft: 9 })).toMatchObject({ of: 127, draft_id: 9 })
  })
})

describe('per diem hint', () => {
  test('shows the payoff a week after the good-through date', () => {
    expect(weekLater({ goodThrough: '2026-11-28', amount: '1000', perDiem: '12.50' })).toBe(
      'On Dec 5, 2026 the payoff is $1,087.50.',
    )
  })

  test.each([
    { goodThrough: '', amount: '1000', perDiem: '12.50' },
    { goodThrough: '2026-11-28', amount: '', perDiem: '12.50' },
    { goodThrough: '2026-11-28', amount: '1000', perDiem: 'x' },
  ])('explains the per diem field while the values %j are incomplete', (typed) => {
    expect(weekLater(typed)).toBe('Added for each day after the good-through date.')
  })
})

describe('total of the accounting lines', () => {
  const line = (cents: number) => ({ account: '5001', controlNumber: null, cents })

  test.each([
    [[], ''],
    [[line(100_000)], 'The lines add up to the amount.'],
    [[line(40_000), line(59_999)], '$0.01 of the amount is left to assign.'],
    [[line(100_050)], 'The lines exceed the amount by $0.50.'],
  ])('compares the accounting lines %j with $1,000.00 in the text “%s”', (lines, text) => {
    expect(sumInWords(lines, 100_000)).toBe(text)
  })
})

describe('values of a chosen payee', () => {
  const last = {
    id: 120,
    payee_type: 'business' as const,
    payee_sub_type: 'vendor' as const,
    purpose_id: 4,
    purpose_other: null,
    delivery_method_id: 2,
    mailing_method: 'Pigeon',
    mailing_address: '1 Main Street',
    delivery_method_other: null,
  }
  const known: KnownPayee = {
    name: 'Harbor',
    last,
    last_paid: null,
    requests: 1,
    amounts: [],
    paid: 1,
    is_lower_bound: false,
  }

  test('copies a chosen payee’s values from the payee’s last request', () => {
    expect(valuesFrom(known, choices)).toMatchObject({
      payee_name_1: 'Harbor',
      payee_type: 'business',
      payee_sub_type: 'vendor',
      purpose_id: 4,
      purpose_other: '',
      delivery_method_id: 2,
      mailing_address: '1 Main Street',
    })
  })

  test('omits a payee’s values that are no longer offered', () => {
    const gone = { ...known, last: { ...last, purpose_id: 99, delivery_method_id: 98 } }
    expect(valuesFrom(gone, choices)).toMatchObject({
      purpose_id: null,
      delivery_method_id: null,
      mailing_method: null,
    })
  })

  const listed = {
    id: 5,
    state: 'verified' as const,
    address: null,
    payee_type: 'business' as const,
    payee_sub_type: 'vendor' as const,
    default_purpose_id: 4,
    has_tax_form_document: false,
  }
  const onList: KnownPayee = { ...known, last: null, requests: 0, paid: 0, listed }

  test('selects the default purpose from the payee list', () => {
    expect(valuesFrom(onList, choices)).toMatchObject({ payee_name_1: 'Harbor', purpose_id: 4 })
  })

  test('keeps the chosen purpose if the payee has no default purpose', () => {
    const without = { ...onList, listed: { ...listed, default_purpose_id: null } }
    expect(valuesFrom(without, choices)).not.toHaveProperty('purpose_id')
  })
})

test.each([
  [{ amount: '1234.5', payee_name_1: ' Harbor ' }, ': $1,234.50 to Harbor'],
  [{ amount: '1234.5' }, ': $1,234.50'],
  [{ amount: '12,5', payee_name_1: 'Harbor' }, ': 12,5 to Harbor'],
  [{ payee_name_1: 'Harbor' }, ': Harbor'],
  [{}, ''],
])('describes a draft with the values %j as “%s”', (values, text) => {
  expect(contentOf(values)).toBe(text)
})
