import { expect, test } from 'vitest'
import type { ReadWord } from './fields.ts'
import { countKept, keptValues, type SubmittedValues } from './kept-values.ts'
import type { PayeeLayouts } from './learned-places.ts'
import type { ReadPage, Word } from './page-layout.ts'
import { type UnderstoodDocument, understand } from './understand.ts'

const own = { payees: ['Tallgrass Linen Service'], own: [] }

/** A page of an invoice whose number has a label that no rule knows. */
function pageWith(number: string, label = 'Bordereau'): ReadPage {
  const word = (left: number, top: number, text: string): Word => ({
    left,
    right: left + 6 * text.length,
    top,
    bottom: top + 10,
    text,
    certainty: 100,
  })
  const words = [
    word(45, 40, 'Tallgrass'),
    word(105, 40, 'Linen'),
    word(140, 40, 'Service'),
    word(400, 40, 'INVOICE'),
    word(400, 80, label),
    word(480, 80, number),
    word(380, 600, 'AMOUNT'),
    word(420, 600, 'DUE'),
    word(480, 600, '$646.70'),
  ]
  return { number: 1, width: 612, height: 792, from: 'text', words }
}

function shared({ words, width, height }: ReadPage): ReadWord[] {
  return words.map(({ text, left, right, top, bottom }) => {
    const [x1, y1, x2, y2] = [left / width, top / height, right / width, bottom / height]
    return { page: 1, text, polygon: [x1, y1, x2, y1, x2, y2, x1, y2] }
  })
}

function read(document: UnderstoodDocument | undefined) {
  const fields = Object.entries(document?.fields ?? {}).map(([field, candidates]) => [
    field,
    candidates.map((one) => ({ ...one, polygon: [], agreed: null, fills: one.score >= 66 })),
  ])
  return { pages: [1], kind: 'invoice' as const, flags: [], fields: Object.fromEntries(fields) }
}

const submitted: SubmittedValues = {
  texts: {
    payee_name_1: 'Tallgrass Linen Service',
    amount: '646.70',
    invoice_number: 'TL/77-104',
    due_date: '2026-12-01',
    po_purchase_no: '',
    vin_last_digits: '',
    mailing_address: '',
    good_through: '',
    per_diem: '',
  },
  isPayoff: false,
  day: '2026-11-02',
  coded: {
    dealership_id: 4,
    purpose_id: 3,
    department_id: 1,
    delivery_method_id: 2,
    priority_level: 'normal',
    account: null,
  },
  suggested: [
    { field: 'purpose_id', value: 3 },
    { field: 'purpose_id', value: 8 },
    { field: 'delivery_method_id', value: 1 },
    { field: 'account', value: '7410' },
    { field: 'department_id', value: 2 },
    { field: 'department_id', value: 1 },
  ],
}

function layoutsAfter(page: ReadPage): PayeeLayouts {
  const { places } = keptValues(read(understand([page], own)[0]), shared(page), submitted)
  return { tallgrasslinenservice: places }
}

const numberIn = (page: ReadPage, layouts?: PayeeLayouts) =>
  understand([page], { ...own, ...(layouts && { layouts }) })[0]?.fields.invoice_number?.[0]

test('learns from a typed number where a payee’s invoices have it', () => {
  const next = pageWith('TL/77-211')
  expect(numberIn(next)?.value).toBeUndefined()
  const layouts = layoutsAfter(pageWith('TL/77-104'))
  expect(layouts.tallgrasslinenservice?.invoice_number).toMatchObject({ label: 'bordereau', shape: 'AA/99-999' })
  expect(numberIn(next, layouts)).toMatchObject({ value: 'TL/77-211', score: 96 })
  expect(numberIn(next, { anotherpayee: layouts.tallgrasslinenservice ?? {} })).toBeUndefined()
  // Neither label nor shape agrees.
  expect(numberIn(pageWith('4411', 'Other'), layouts)).toBeUndefined()
})

test('counts what became of the values of a document and of suggestions, by payee', () => {
  const page = pageWith('TL/77-104', 'Invoice #')
  const document = read(understand([page], own)[0])
  const kept = keptValues(document, shared(page), submitted)
  expect(kept.outcomes).toEqual({
    payee_name_1: 'kept',
    amount: 'kept',
    invoice_number: 'kept',
    purpose_id: 'kept',
    delivery_method_id: 'changed',
    account: 'cleared',
    department_id: 'kept',
  })
  const texts = { ...submitted.texts, amount: '64.67', invoice_number: '' }
  const changed = keptValues(document, shared(page), { ...submitted, texts, suggested: [] })
  expect(changed.outcomes).toEqual({ payee_name_1: 'kept', amount: 'changed', invoice_number: 'cleared' })
  const other = { payee: 'Harbor Glass', outcomes: { amount: 'kept' }, places: {} } as const
  expect(countKept([other, kept, changed])).toEqual([
    {
      payee: 'Tallgrass Linen Service',
      kept: 6,
      changed: 2,
      cleared: 2,
      fields: [
        { field: 'amount', kept: 1, changed: 1, cleared: 0 },
        { field: 'invoice_number', kept: 1, changed: 0, cleared: 1 },
        { field: 'delivery_method_id', kept: 0, changed: 1, cleared: 0 },
        { field: 'account', kept: 0, changed: 0, cleared: 1 },
        { field: 'payee_name_1', kept: 2, changed: 0, cleared: 0 },
        { field: 'purpose_id', kept: 1, changed: 0, cleared: 0 },
        { field: 'department_id', kept: 1, changed: 0, cleared: 0 },
      ],
    },
    {
      payee: 'Harbor Glass',
      kept: 1,
      changed: 0,
      cleared: 0,
      fields: [{ field: 'amount', kept: 1, changed: 0, cleared: 0 }],
    },
  ])
})
