import type { ExamplesOf } from '../api/endpoint.ts'
import type { payeeEndpoints } from './endpoints.ts'
import type { PayeeReply, PayeeSettings } from './replies.ts'

const payee: PayeeReply = {
  id: 127,
  version: 2,
  dealer_group_id: 1,
  dealer_group_name: 'Lakeside Auto Group',
  name: 'Harbor Paint Supply',
  payee_type: 'business',
  payee_sub_type: 'vendor',
  address: '1200 Dock Street\nAstoria, OR 97103',
  email: 'billing@harborpaint.example',
  phone: '(503) 555-0142',
  default_purpose_id: 10,
  note: null,
  state: 'verified',
  edited_by: [],
  verified_by: { id: 33, name: 'Manuel Ortiz' },
  verified_at: '2026-11-20T17:02:00.000Z',
  verified_how: 'Called the number on their website and spoke to the owner',
  blocked_reason: null,
  has_tax_form: true,
  has_tax_form_document: true,
  counts_as: null,
  merged_into: null,
  merged_at: null,
  merged_by: null,
  created_at: '2026-11-19T15:40:00.000Z',
}

const fresh: Partial<PayeeReply> = {
  state: 'new',
  edited_by: [{ id: 31, name: 'Denise Carver' }],
  verified_by: null,
  verified_at: null,
  verified_how: null,
}

const taxForm = {
  received_on: '2026-11-18',
  legal_name: 'Harbor Paint Supply, Inc.',
  number_kind: 'EIN',
  tax_class: 'C corporation',
  box_1099: 'None',
  backup_withholding: false,
} as const

const settings: PayeeSettings = {
  id: 1,
  version: 4,
  payee_list: 'on',
  purposes: [{ purpose_id: 10, verified_needed: 'before approval' }],
}

const bodyOfPayee = {
  name: payee.name,
  payee_type: payee.payee_type,
  payee_sub_type: payee.payee_sub_type,
  address: payee.address,
}

/** An example of each call about payees. */
export const payeeExamples: ExamplesOf<typeof payeeEndpoints> = {
  list: { query: { search: 'harbor paint', state: 'verified' }, reply: { items: [payee], next_cursor: null } },
  names: {
    query: { dealer_group_id: 1, search: 'harbor' },
    reply: [
      {
        id: 127,
        name: payee.name,
        payee_type: payee.payee_type,
        payee_sub_type: payee.payee_sub_type,
        default_purpose_id: 10,
        state: 'verified',
        has_tax_form_document: true,
      },
    ],
  },
  one: { reply: payee },
  similarity: {
    reply: [
      { kind: 'employee', id: 31, name: 'Denise Carver', state: null, alike: 'name' },
      { kind: 'payee', id: 131, name: 'Harbour Paint Supply', state: 'new', alike: 'name' },
    ],
  },
  requestSimilarity: {
    reply: [{ kind: 'employee', id: 31, name: 'Denise Carver', state: null, alike: 'name', of: 'second payee' }],
  },
  payments: {
    reply: {
      paid: { count: 1, amount: 1250.5 },
      under_way: { count: 0, amount: 0 },
      is_lower_bound: false,
      items: [
        {
          id: 127,
          request_number: 'LAG-TOY-SVC-000127',
          payee_name: payee.name,
          amount: 1250.5,
          status_name: 'closed',
          requester_name: 'Dana Whitfield',
          dealership_name: 'Lakeside Toyota',
          check_number: '704411',
          raised_at: '2026-11-12T16:20:00.000Z',
          paid_at: '2026-11-18T19:05:00.000Z',
        },
      ],
    },
  },
  documents: {
    reply: [
      {
        id: 12,
        name: 'invoice-4471.pdf',
        size: 182_044,
        type: 'application/pdf',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        kind: 'invoice',
        created_at: '2026-11-12T16:20:00.000Z',
        created_by: { id: 31, name: 'Dana Whitfield' },
        request: { id: 127, request_number: 'LAG-TOY-SVC-000127' },
      },
    ],
  },
  create: {
    body: { dealer_group_id: 1, ...bodyOfPayee },
    reply: { ...payee, ...fresh, version: 1, has_tax_form: false, has_tax_form_document: false },
  },
  update: {
    body: { address: '14 Pier Road\nAstoria, OR 97103', version: 2 },
    reply: { ...payee, ...fresh, version: 3 },
  },
  verify: { body: { how: 'Called the number on their website and spoke to the owner', version: 1 }, reply: payee },
  block: {
    body: { reason: 'Their bank account was taken over', version: 2 },
    reply: { ...payee, state: 'blocked', blocked_reason: 'Their bank account was taken over', version: 3 },
  },
  unblock: {
    body: { reason: 'They have a new bank account', version: 3 },
    reply: { ...payee, ...fresh, version: 4 },
  },
  merge: {
    params: { id: '131' },
    body: { into_id: 127, address_of: 127, version: 1, into_version: 2 },
    reply: { ...payee, ...fresh, version: 3, merged_from: [{ id: 131, name: 'Harbour Paint Supply' }] },
  },
  taxForm: { reply: taxForm },
  saveTaxForm: { body: { ...taxForm, version: 1 }, reply: payee },
  taxList: { query: { dealer_group_id: 1, year: 2026 }, reply: '' },
  settings: { params: { id: '1' }, reply: settings },
  saveSettings: {
    params: { id: '1' },
    body: { payee_list: 'on', purposes: [{ purpose_id: 10, verified_needed: 'before approval' }], version: 3 },
    reply: settings,
  },
}
