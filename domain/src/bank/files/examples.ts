import type { ExamplesOf } from '../../api/endpoint.ts'
import { whole } from '../../checks/examples.ts'
import type { WholeCheckReply } from '../../checks/replies.ts'
import { clearingCsvMapping, clearingProfile, plainProfile } from '../clearing/profile.ts'
import { account } from '../examples.ts'
import type { bankFileEndpoints } from './endpoints.ts'
import type { ClearingReply, ExceptionReply, PositivePayReply } from './fields.ts'

const processor = { id: 41, name: 'Priya Nair' }

const file: PositivePayReply = {
  id: 127,
  version: 1,
  bank_account_id: 3,
  number: 1,
  kind: 'all',
  other_account_ids: [],
  count: 12,
  total: 48_211.9,
  made_by: processor,
  made_at: '2026-11-20T17:02:00.000Z',
  fetched_at: null,
  answer: null,
  answered_by: null,
  answered_at: null,
  reason: null,
  transmission: null,
  transmission_problem: null,
  transmission_at: null,
  acknowledgment: null,
}

const exception: ExceptionReply = {
  id: 127,
  version: 1,
  bank_account_id: 3,
  line: 14,
  number: 10_041,
  amount: 1350.5,
  paid_on: '2026-11-24',
  payee: 'HARBOR PAINT SUPPLY',
  kind: 'amount differs',
  sentence: 'The bank paid $1,350.50, and the check is for $1,250.50.',
  check: { id: 9, number: 10_041, payee_name: 'Harbor Paint Supply', amount: 1250.5 },
  refusal: null,
  may_stand: true,
  stands: false,
  owner: null,
  resolution: null,
  resolved_by: null,
  resolved_at: null,
  created_at: '2026-11-25T15:40:00.000Z',
}

const { line, number, amount, paid_on, payee, kind, sentence, check } = exception
const paid = { line: 15, number: 10_042, amount: 480, paid_on, payee: null }

const columns = {
  has_names: true,
  number: 'Check Number',
  amount: 'Amount',
  date: 'Posted Date',
  date_form: 'MM/DD/YYYY',
} as const

const profile = clearingProfile.parse({ csv: columns, ofx: { has_payees: true } })

const forms = {
  positive_pay_template: null,
  clearing_columns: null,
  clearing_profile: plainProfile,
  destination: null,
  allows_folder: false,
  bank_names: [],
}

const written: ClearingReply['files'][number] = {
  id: 126,
  name: 'november.bai',
  format: 'BAI2',
  notes: [],
  written_by: processor,
  written_at: '2026-11-20T17:02:00.000Z',
  cleared: 11,
  exceptions: 1,
  version: 2,
  undo_asked: null,
  undo_refusal: null,
  undone: null,
}

const paidCheck: WholeCheckReply = {
  ...whole,
  version: 5,
  state: 'cleared',
  issued_on: '2026-11-21',
  bank_paid_on: '2026-11-24',
  paper: 'At the bank since Nov 24, 2026',
  clearing: { undo_asked: null, refusal: null },
}

/** An example of each call about bank files. */
export const bankFileExamples: ExamplesOf<typeof bankFileEndpoints> = {
  forms: { reply: { ...forms, version: 2 } },
  saveForms: { body: { clearing_columns: null, version: 2 }, reply: { ...account, version: 3 } },
  listPositivePay: {
    reply: {
      waiting: 3,
      issues: { count: 2, total: 1850.5 },
      voids: { count: 1, total: 480 },
      has_template: true,
      sends: false,
      reads_answers: false,
      void_rule: 'in the file',
      problems: [],
      held: [],
      companions: [],
      items: [file],
    },
  },
  makePositivePay: { body: {}, reply: file },
  sampleFile: {
    params: { id: '3', format: 'csv' },
    reply: 'Date,Description,Check,Amount\r\n2026-11-20,CHECK 1234,1234,1250.50',
  },
  positivePayFile: { reply: 'I,12345678901,1234,112026,1234.56,ACME PARTS INC' },
  sendPositivePay: {
    body: { version: 1 },
    reply: { ...file, version: 2, transmission: 'waiting', transmission_at: '2026-11-20T17:05:00.000Z' },
  },
  answerPositivePay: {
    body: { answer: 'accepted', count: 12, total: 48_211.9, version: 1 },
    reply: {
      ...file,
      version: 2,
      fetched_at: '2026-11-20T17:05:00.000Z',
      answer: 'accepted',
      answered_by: processor,
      answered_at: '2026-11-20T18:00:00.000Z',
    },
  },
  clearing: {
    reply: {
      days_without: 3,
      reconciled_through: '2026-11-20',
      is_overdue: false,
      refusal: null,
      open_exceptions: 1,
      owners: [processor],
      undos: [],
      files: [written],
    },
  },
  undoClearing: {
    params: { id: '3', file: '126' },
    body: { reason: 'The file was read with the wrong columns', version: 2 },
    reply: {
      ...written,
      version: 3,
      undo_asked: {
        by: processor,
        reason: 'The file was read with the wrong columns',
        still_cleared: { checks: 3, files: ['weekly.bai'] },
      },
      undo_refusal: 'You asked to undo this file, so someone else has to confirm it. Manuel Ortiz can confirm it.',
    },
  },
  confirmUndoClearing: {
    params: { id: '3', file: '126' },
    body: { version: 3 },
    reply: {
      ...written,
      version: 4,
      cleared: 0,
      exceptions: 0,
      undone: {
        by: { id: 33, name: 'Manuel Ortiz' },
        at: '2026-11-26T15:40:00.000Z',
        still_cleared: { checks: 3, files: ['weekly.bai'] },
      },
    },
  },
  refuseUndoClearing: { params: { id: '3', file: '126' }, body: { version: 3 }, reply: { ...written, version: 4 } },
  saveClearingColumns: {
    body: { columns, version: 2 },
    reply: { ...forms, clearing_columns: clearingCsvMapping.parse(columns), clearing_profile: profile, version: 3 },
  },
  saveClearingProfile: {
    body: { profile, version: 2 },
    reply: { ...forms, clearing_columns: profile.csv, clearing_profile: profile, version: 3 },
  },
  previewClearing: {
    body: {},
    reply: {
      id: 127,
      format: 'BAI2',
      fits_profile: true,
      problems: [],
      notes: [],
      skipped: 4,
      left_out: {
        count: 4,
        lines: [{ line: 9, message: 'Type code 165 isn’t a check: 16,165,250000,,DEP1,,DEPOSIT' }],
      },
      other_accounts: [{ last4: '4471', lines: 214, bank_account: { id: 4, name: 'Parts' } }],
      sample: [
        { line: 15, text: '16,475,48000,,R1,10042', check: { number: 10_042, amount: 480, paid_on, payee: null } },
      ],
      matched: { count: 1, total: 480 },
      matched_lines: [
        { ...paid, check: { id: 10, number: 10_042, payee_name: 'Coast Towing', amount: 480, open_exception: null } },
      ],
      repeated: 0,
      repeated_total: 0,
      repeated_lines: [],
      not_ours: { count: 0, total: 0 },
      not_ours_lines: [],
      doubtful: { count: 1, total: amount },
      unknown: { count: 0, total: 0 },
      exceptions: [{ line, number, amount, paid_on, payee, kind, sentence, check }],
      refusal: null,
    },
  },
  confirmClearing: {
    params: { id: '3', file: '127' },
    body: { expected: { cleared: 1, exceptions: 1, repeated: 0 } },
    reply: { cleared: 1, exceptions: 1, repeated: 0 },
  },
  unclear: {
    body: { reason: 'The bank paid another check', version: 5 },
    reply: {
      ...paidCheck,
      clearing: {
        undo_asked: { by: processor, reason: 'The bank paid another check', at: '2026-11-30T15:00:00.000Z' },
        refusal:
          'You asked to undo the clearing of check 10042, so someone else has to confirm it. Manuel Ortiz can confirm it.',
      },
    },
  },
  confirmUnclear: { body: { version: 5 }, reply: { ...whole, version: 6, state: 'issued' } },
  refuseUnclear: { body: { version: 5 }, reply: paidCheck },
  listExceptions: { query: { bank_account_id: 3, state: 'open' }, reply: [exception] },
  resolveException: {
    body: { note: 'The check is for $1,350.50; our amount was entered wrong', bank_stands: true, version: 1 },
    reply: {
      ...exception,
      version: 2,
      may_stand: false,
      stands: true,
      resolution: 'The check is for $1,350.50; our amount was entered wrong',
      resolved_by: { id: 33, name: 'Manuel Ortiz' },
      resolved_at: '2026-11-26T15:40:00.000Z',
    },
  },
}
