import type { ExamplesOf } from '../api/endpoint.ts'
import type { commentEndpoints } from './comments/endpoints.ts'
import type { draftEndpoints } from './drafts/endpoints.ts'
import type { checkRequestEndpoints } from './endpoints.ts'
import type { HistoryEntry, ListedRequest } from './replies.ts'
import type { requirementEndpoints } from './required/endpoints.ts'
import type { viewEndpoints } from './views/endpoints.ts'

const place = { dealer_group_id: 1, dealership_id: 3, department_id: 7 }
const number = { id: 127, request_number: 'LAG-TOY-SVC-000127' }
const created = { ...number, version: 1 }

const typed = {
  amount: 1250.5,
  payee_type: 'business',
  payee_sub_type: 'vendor',
  payee_name_1: 'Northern Parts',
  payee_name_2: null,
  memo_line: 'Invoice 5512',
  purpose_id: 10,
  purpose_other: null,
  priority_level: 'urgent',
  due_date: '2026-11-27',
  vin_last_digits: null,
  po_purchase_no: 'PO-1001',
  invoice_number: 'INV-88120',
  delivery_method_id: 1,
  mailing_method: 'USPS',
  delivery_method_other: null,
  mailing_address: '88 Mill Road, Madison, WI 53704',
  notes: null,
} as const

const listed = {
  ...number,
  version: 1,
  status_id: 1,
  status_name: 'request',
  amount: typed.amount,
  requester_id: 40,
  requester_name: 'Rosa Lind',
  payee_name_1: typed.payee_name_1,
  dealer_group_name: 'Lakeside Auto Group',
  dealership_name: 'Lakeside Toyota',
  department_name: 'Service',
  purpose_name: 'Parts',
  purpose_other: null,
  delivery_method_name: 'USPS Mail',
  priority_level: 'urgent',
  request_date: '2026-11-20T16:20:00.000Z',
  due_date: '2026-11-27',
  status_changed_at: '2026-11-20T16:20:00.000Z',
  cleared_date: null,
  check_number: null,
  invoice_number: typed.invoice_number,
  good_through: null,
} as const

const judged: Pick<ListedRequest, 'created_by_id' | 'last_editor_id' | 'hands' | 'separation_of_duties' | 'hold'> = {
  created_by_id: 40,
  last_editor_id: null,
  hands: [{ user_id: 40, part: 'raised' }],
  separation_of_duties: true,
  hold: null,
}

const whole = {
  ...listed,
  ...typed,
  ...place,
  created_at: listed.request_date,
  delivery_method_kind: 'carrier',
  tracking_number: null,
} as const

const raised: HistoryEntry = {
  id: 640,
  action: 'created',
  status_id: 1,
  status_name: 'request',
  note: null,
  user_id: 40,
  user_name: 'Rosa Lind',
  role: 'requester',
  timestamp: listed.request_date,
  changes: [],
}

const approved: HistoryEntry = {
  ...raised,
  id: 641,
  action: 'status',
  status_id: 3,
  status_name: 'approved',
  note: 'Matches the invoice',
  user_id: 41,
  user_name: 'Alma Reyes',
  role: 'approver',
  timestamp: '2026-11-20T16:24:00.000Z',
}

const held: HistoryEntry = {
  ...approved,
  id: 642,
  action: 'held',
  note: 'The payee asked us to wait for a new invoice',
  user_id: 42,
  user_name: 'Noor Haddad',
  role: 'processor',
}

const counted = { count: 4, amount: 5120.75 }
const approval = { status_id: 3, note: 'Matches the invoice' } as const

/** An example of each call about check requests. */
export const checkRequestExamples: ExamplesOf<typeof checkRequestEndpoints> = {
  list: {
    query: { view: 'pending', search: 'northern', limit: 50 },
    reply: {
      items: [{ ...listed, ...judged }],
      total: 1,
      sum: 1234.5,
      total_is_lower_bound: false,
      newest_only: false,
      next_cursor: null,
    },
  },
  summary: { reply: { counts: { '1': 4, '3': 2 }, total: 6, handled: 2 } },
  insights: {
    query: { weeks: 12, dealership: '3' },
    reply: {
      time_zone: 'America/Chicago',
      weeks: [{ from: '2026-11-16', requested: counted, completed: { count: 2, amount: 980 } }],
      open: [{ status_id: 1, ...counted }],
      steps: [{ status_id: 1, median_hours: 3.5 }],
    },
  },
  byUser: { reply: [{ ...whole, status_history: [raised] }] },
  exportCsv: { query: { view: 'completed', time_zone: 'America/Chicago' }, reply: 'Request Number,Amount\r\n' },
  exportSpreadsheet: { query: { view: 'completed', time_zone: 'America/Chicago' }, reply: '' },
  nextNumber: { query: place, reply: { request_number: number.request_number } },
  duplicates: {
    query: { dealer_group_id: 1, po_purchase_no: 'PO-1001' },
    reply: {
      requests: [
        {
          ...number,
          amount: typed.amount,
          status_id: 1,
          status_name: 'request',
          request_date: listed.request_date,
          alike: ['po'],
        },
      ],
      more: 0,
      hidden: 0,
      is_lower_bound: false,
    },
  },
  nextCheckNumbers: { query: { ids: '127,128' }, reply: [{ id: 127, check_number: '001046' }] },
  marks: { query: { ids: '127,128' }, reply: [{ id: 127, marks: ['duplicate', 'no-document'] }] },
  numberClashes: { reply: [{ id: 127, request_number: number.request_number, check_number: '0104' }] },
  requesters: {
    reply: [
      { id: 40, name: 'Rosa Lind', access_level: 3, dealer_group_id: 1, dealership_ids: [3], department_ids: [7] },
    ],
  },
  create: { body: { ...place, ...typed }, reply: created },
  detail: { reply: { ...whole, ...judged, status_history: [raised] } },
  update: { body: { ...place, ...typed, version: 3 }, reply: { ...created, version: 4 } },
  remove: { body: { version: 1 }, reply: number },
  changePriority: { body: { priority_level: 'urgent', version: 1 }, reply: { ...created, version: 2 } },
  changeStatus: { body: { ...approval, version: 1 }, reply: approved },
  changeStatuses: {
    body: { ...approval, items: [{ id: 127, version: 1 }] },
    reply: [{ id: 127, done: true, entry: approved }],
  },
  hold: { body: { reason: 'The payee asked us to wait for a new invoice', version: 2 }, reply: held },
  liftHold: { body: { version: 3 }, reply: { ...held, id: 643, action: 'released', note: null, user_id: 41 } },
  history: { reply: [raised, approved] },
}

const comment = {
  id: 311,
  text: 'The invoice is for two repairs, @[14]. The second one is on https://shop.example/orders/4711',
  mentions: [{ id: 14, name: 'James Porter' }],
  created_at: '2026-11-20T16:20:00.000Z',
  created_by: { id: 12, name: 'Rosa Delgado' },
  edited_at: null,
  deleted_at: null,
  changeable_until: '2026-11-20T16:25:00.000Z',
}

/** An example of each call about comments. */
export const commentExamples: ExamplesOf<typeof commentEndpoints> = {
  list: { reply: [comment] },
  write: { body: { text: comment.text }, reply: comment },
  mentionable: { query: { name: 'Ja' }, reply: [{ id: 14, name: 'James Porter', role: 'Approver' }] },
  edit: { body: { text: comment.text }, reply: { ...comment, edited_at: '2026-11-20T16:21:00.000Z' } },
  remove: { reply: { ...comment, text: '', mentions: [], deleted_at: '2026-11-20T16:22:00.000Z' } },
}

const values = { dealer_group_id: 1, amount: '1,250.', payee_name_1: 'Northern Parts' }
const saved = { id: 5, version: 2, updated_at: '2026-11-20T16:20:00.000Z' }
const draft = {
  ...saved,
  form: 'new-check-request',
  values,
  received_from: null,
  created_at: '2026-11-20T16:18:00.000Z',
} as const

/** An example of each call about drafts. */
export const draftExamples: ExamplesOf<typeof draftEndpoints> = {
  list: { query: { form: 'new-check-request' }, reply: [draft] },
  create: { body: { form: 'new-check-request', values }, reply: saved },
  detail: { reply: draft },
  update: { body: { values, version: 1 }, reply: saved },
  remove: { reply: { id: 5 } },
}

const payoff = {
  purpose_id: 6,
  demands: [
    { item: 'vin', level: 'must' },
    { item: 'document-payoff-letter', level: 'must' },
    { item: 'deal-number', level: 'warn' },
  ],
} as const
const purposes = [{ ...payoff, demands: [...payoff.demands] }]

/** An example of each call about requirements. */
export const requirementExamples: ExamplesOf<typeof requirementEndpoints> = {
  get: { params: { id: '1' }, reply: { id: 1, version: 4, purposes } },
  save: { params: { id: '1' }, body: { purposes, version: 3 }, reply: { id: 1, version: 4, purposes } },
}

const layout = {
  columns: [{ key: 'number' }, { key: 'payee', width: 240 }, { key: 'purpose', shown: false }],
  density: 'dense' as const,
}
const chosen = { name: 'Urgent at Eastside', query: 'search=Eastside&sort=priority', layout, shared: true }
const view = { id: 3, list: 'pending' as const, ...chosen, own: true, owner_name: 'Ann Keller' }

/** An example of each call about saved views. */
export const viewExamples: ExamplesOf<typeof viewEndpoints> = {
  list: { reply: { layouts: [{ list: 'all', layout }], views: [view] } },
  saveLayout: { body: { list: 'all', layout }, reply: { list: 'all', layout } },
  create: { body: { list: 'pending', ...chosen }, reply: view },
  update: { body: { name: 'Urgent, all stores' }, reply: { ...view, name: 'Urgent, all stores' } },
  remove: { reply: { id: 3 } },
}
