import type { ExamplesOf } from '../api/endpoint.ts'
import type { checkEndpoints, printRunEndpoints } from './endpoints.ts'
import type { CheckReply, PrintRunReply, WholeCheckReply } from './replies.ts'

const processor = { id: 41, name: 'Priya Nair' }

const run: PrintRunReply = {
  id: 127,
  version: 1,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  first_number: 10_041,
  count: 1,
  total: 1250.5,
  check_date: '2026-11-20',
  state: 'made',
  made_by: processor,
  made_at: '2026-11-20T17:02:00.000Z',
  fetched_at: null,
  settled_by: null,
  settled_at: null,
  list_pages: 0,
  opened: [{ name: 'Pat Perry', at: '2026-11-20T16:20:00.000Z' }],
  checks: [
    {
      id: 127,
      number: 10_041,
      state: 'reserved',
      check_request_id: 9,
      check_request_ids: [9],
      request_number: 'LAG-FOR-SVC-000009',
      payee_name: 'Harbor Paint Supply',
      amount: 1250.5,
    },
  ],
}

const settled = { settled_by: processor, settled_at: '2026-11-20T17:05:00.000Z', version: 2 }

const check: CheckReply = {
  id: 127,
  version: 3,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  number: 10_041,
  state: 'signed',
  kind: 'run',
  print_run_id: 127,
  check_request_id: 9,
  check_request_ids: [9],
  request_number: 'LAG-FOR-SVC-000009',
  dealership_names: ['Lakeside Ford'],
  check_date: '2026-11-20',
  amount: 1250.5,
  payee_name: 'Harbor Paint Supply',
  issued_on: null,
  bank_paid_on: null,
  ended_on: null,
  reason: null,
  replaces: null,
  replaced_by: null,
  entered_by: null,
  raised_by: [],
  signed_by: [{ id: 33, name: 'Manuel Ortiz' }],
  void_asked: null,
  exception: null,
  stop_number: null,
  stop_fee: null,
  stop_lapses_on: null,
  stop_lapsed_at: null,
}

export const whole: WholeCheckReply = {
  ...check,
  combined: [],
  hidden_requests: 0,
  events: [
    {
      act: 'reserve',
      user_id: 41,
      user_name: 'Priya Nair',
      role: 'Processor',
      note: null,
      at: '2026-11-20T17:02:00.000Z',
    },
    {
      act: 'print',
      user_id: 41,
      user_name: 'Priya Nair',
      role: 'Processor',
      note: null,
      at: '2026-11-20T17:05:00.000Z',
    },
    {
      act: 'sign',
      user_id: 33,
      user_name: 'Manuel Ortiz',
      role: 'Approver',
      note: null,
      at: '2026-11-20T18:00:00.000Z',
    },
  ],
  hand_over: null,
  paper: 'In the office, signed',
  clearing: null,
}

const { list_pages: _pages, opened: _opened, checks: _checks, ...listedRun } = run
const held = 'LAG-TOY-SVC-000012: This request is on hold.'
const madeRun = Object.assign({}, run, { left_out: [{ check_request_id: 12, message: held }], warnings: [] })
const reason = 'The payee has changed its name'

/** An example of each call about print runs. */
export const printRunExamples: ExamplesOf<typeof printRunEndpoints> = {
  list: { query: { bank_account_id: 3 }, reply: [listedRun] },
  one: { reply: run },
  progress: { reply: { count: 500, drawn: 125 } },
  make: { body: { bank_account_id: 3, check_request_ids: [9, 12] }, reply: madeRun },
  pdf: { reply: '%PDF-1.7 …' },
  combinable: { query: { bank_account_id: 3 }, reply: [{ check_request_ids: [127, 128] }] },
  waiting: {
    query: { bank_account_id: 3 },
    reply: [
      {
        check_request_id: 127,
        sentence:
          'This request looks like LAG-000112 (same payee and amount). An approver must explain on its page why both are paid.',
      },
    ],
  },
  payBoth: {
    body: { reason: 'The second half of the deposit, as agreed', version: 2 },
    reply: {
      id: 644,
      action: 'explained',
      status_id: 3,
      status_name: 'approved',
      note: 'The second half of the deposit, as agreed',
      user_id: 12,
      user_name: 'Olga Owens',
      role: 'Approver',
      timestamp: '2026-11-20T16:00:00.000Z',
      changes: [],
    },
  },
  testPage: { reply: '%PDF-1.7 …' },
  confirm: { body: { spoiled: [], version: 1 }, reply: { ...run, ...settled, state: 'confirmed' } },
  release: { body: { version: 1 }, reply: { ...run, ...settled, state: 'released' } },
}

/** An example of each call about checks. */
export const checkExamples: ExamplesOf<typeof checkEndpoints> = {
  list: {
    query: { bank_account_id: 3, state: 'signed' },
    reply: { items: [check], next_cursor: null, totals: [{ state: 'signed', count: 1, amount: 1250.5 }] },
  },
  one: { reply: whole },
  sign: { body: { check_ids: [127] }, reply: { signed: 1, waiting: 0, refused: [] } },
  askException: {
    body: { reason: 'The requester is driving to the auction today', receiver_user_id: 40 },
    reply: whole,
  },
  allowException: { body: { version: 3 }, reply: whole },
  refuseException: { body: { reason: 'The payee is picking it up tomorrow', version: 3 }, reply: whole },
  takeBackException: { body: { version: 3 }, reply: whole },
  handOver: {
    body: {
      kind: 'picked up',
      receiver: 'Ada Lovelace',
      relation: 'Owner',
      identification: "Driver's license",
      identification_last4: '4417',
      signature: [
        [
          [100, 200],
          [180, 120],
        ],
      ],
      version: 3,
    },
    reply: {
      ...whole,
      version: 4,
      state: 'issued',
      issued_on: '2026-11-21',
      paper: 'With Ada Lovelace since Nov 21, 2026',
      hand_over: {
        kind: 'picked up',
        receiver: 'Ada Lovelace',
        relation: 'Owner',
        identification: "Driver's license",
        identification_last4: '4417',
        signature: [
          [
            [100, 200],
            [180, 120],
          ],
        ],
        witness: null,
        attachment_id: null,
        receiver_user_id: null,
        tracking_number: null,
        at: '2026-11-21T15:20:00.000Z',
      },
    },
  },
  void: {
    body: { reason, request_status: 'approved', attachment_id: 12, version: 3 },
    reply: {
      ...whole,
      version: 4,
      void_asked: { by: processor, reason, request_status: 'approved', attachment_id: 31 },
    },
  },
  agreeToVoid: {
    body: { version: 4 },
    reply: { ...whole, version: 5, state: 'voided', ended_on: '2026-11-21', reason },
  },
  reissue: { body: {}, reply: run },
  stop: {
    body: {
      reason: 'Lost in the mail',
      request_status: 'approved',
      confirmation_number: 'SP-4471',
      fee: 35,
      version: 4,
    },
    reply: {
      ...whole,
      version: 6,
      state: 'stopped',
      ended_on: '2026-11-30',
      stop_number: 'SP-4471',
      stop_fee: 35,
      stop_lapses_on: '2027-05-30',
    },
  },
  confirmStop: {
    body: { confirmation_number: 'SP-4411', fee: 35, version: 5 },
    reply: {
      ...whole,
      version: 6,
      state: 'stopped',
      ended_on: '2026-11-30',
      stop_number: 'SP-4411',
      stop_fee: 35,
      stop_lapses_on: '2027-05-30',
    },
  },
  renewStop: {
    body: { confirmation_number: 'SP-5210', fee: 35, version: 6 },
    reply: {
      ...whole,
      version: 7,
      state: 'stopped',
      ended_on: '2026-11-30',
      stop_number: 'SP-5210',
      stop_fee: 70,
      stop_lapses_on: '2027-11-18',
    },
  },
}
