import type { ExamplesOf } from '../api/endpoint.ts'
import type { delegationEndpoints } from './delegations/endpoints.ts'
import type { approvalEndpoints } from './endpoints.ts'

const nobody = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }
const controller = { name: 'Controller', approvers: { ...nobody, approval_title_ids: [2] }, needed: 1 }
const manager = { name: 'General manager', approvers: { ...nobody, approval_title_ids: [3] }, needed: 1 }
const anyone = { ...nobody, anyone_in_scope: true }
const one = { name: 'Approval', approvers: anyone, needed: 1 }

const anything = {
  amount_from: null,
  amount_to: null,
  dealership_ids: [],
  department_ids: [],
  purpose_ids: [],
  payee_type: null,
  priority_levels: [],
}

const policy = {
  rules: [
    { name: 'Over $10,000', conditions: { ...anything, amount_from: 10_000.01 }, steps: [controller, manager] },
    {
      name: 'Payoffs',
      conditions: { ...anything, purpose_ids: [5] },
      steps: [{ name: 'Two approvers', approvers: anyone, needed: 2 }],
    },
  ],
  otherwise: { steps: [one] },
  fallback: anyone,
}

const editor = { id: 12, name: 'Laura Kim' }

const draft = {
  dealer_group_id: 1,
  version: 3,
  in_force: 1,
  policy,
  edited_by: [editor],
  edited_at: '2026-11-20T15:04:00.000Z',
  warnings: [],
}

const version = {
  number: 2,
  note: 'The general manager approves what is over $10,000.',
  edited_by: [editor],
  published_by: { id: 3, name: 'Omar Haddad' },
  published_at: '2026-11-20T16:30:00.000Z',
  is_in_force: true,
  policy,
}

const title = {
  id: 2,
  version: 1,
  dealer_group_id: 1,
  name: 'Controller',
  is_active: true,
  holders: [{ user_id: 31, name: 'Denise Carver', dealership_id: null, dealership_name: null }],
}

const routed = {
  id: 644,
  action: 'routed',
  status_id: 2,
  status_name: 'processing',
  note: 'The new policy names the right controller',
  timestamp: '2026-11-20T17:20:00.000Z',
  user_id: 12,
  user_name: 'Laura Kim',
  role: 'admin',
  changes: [
    { field: 'approval_rule', from: 'Everything else, policy version 1', to: '“Over $10,000”, policy version 2' },
  ],
} as const

/** Examples of the calls about approval policies and approval titles. */
export const approvalExamples: ExamplesOf<typeof approvalEndpoints> = {
  draft: { params: { id: '1' }, reply: draft },
  saveDraft: { params: { id: '1' }, body: { ...policy, version: 2 }, reply: draft },
  discardDraft: {
    params: { id: '1' },
    body: { version: 3 },
    reply: { ...draft, version: 0, edited_by: [], edited_at: null },
  },
  publish: { params: { id: '1' }, body: { note: version.note, version: 3 }, reply: version },
  tryPolicy: {
    params: { id: '1' },
    body: {
      amount: 12_500,
      dealership_id: 3,
      department_id: 7,
      purpose_id: 2,
      payee_type: 'business',
      priority_level: 'normal',
      payee_name_1: 'Harbor Paint Supply',
      policy: 'draft',
    },
    reply: {
      rule: 'Over $10,000',
      added: [],
      counts: 14_250,
      steps: [
        { name: 'Controller', needed: 1, people: [{ id: 31, name: 'Denise Carver' }], has_enough: true },
        { name: 'General manager', needed: 1, people: [{ id: 33, name: 'Manuel Ortiz' }], has_enough: true },
      ],
      others: [{ rule: 'Payoffs', because_of: ['purpose'] }],
    },
  },
  tryHistory: {
    params: { id: '1' },
    body: { policy: 'draft' },
    reply: {
      looked_at: 412,
      by_rule: [
        { rule: 'Over $10,000', requests: 31 },
        { rule: null, requests: 381 },
      ],
      otherwise: 31,
      because_of: { 'other-rule': 0, 'more-approvals': 31, 'fewer-approvals': 0, 'too-few-people': 2 },
      examples: [
        {
          id: 127,
          request_number: 'NWG-TOY-SVC-000127',
          payee_name_1: 'Harbor Glass Works',
          amount: 12_500,
          went: null,
          would: { rule: 'Over $10,000', approvals: 2 },
          because_of: ['more-approvals'],
        },
      ],
      next: null,
    },
  },
  versions: { params: { id: '1' }, reply: [version] },
  titles: { reply: [title] },
  createTitle: { body: { dealer_group_id: 1, name: 'Controller' }, reply: { ...title, holders: [] } },
  updateTitle: { params: { id: '2' }, body: { is_active: false, version: 1 }, reply: { ...title, is_active: false } },
  approval: {
    params: { id: '127' },
    reply: {
      policy_number: 2,
      rule: 'Over $10,000',
      added: [],
      current: 1,
      since: '2026-11-20T17:02:00.000Z',
      on_fallback: false,
      is_stuck: false,
      refusal: 'This request is waiting for the step “General manager”: Manuel Ortiz.',
      steps: [
        {
          name: 'Controller',
          needed: 1,
          approved_by: [{ user_id: 31, name: 'Denise Carver', for: null, at: '2026-11-20T17:02:00.000Z' }],
          can_act: [],
        },
        {
          name: 'General manager',
          needed: 1,
          approved_by: [],
          can_act: [{ id: 33, name: 'Manuel Ortiz' }],
          since: '2026-11-20T17:02:00.000Z',
        },
      ],
    },
  },
  routeAgain: { body: { reason: routed.note, version: 2 }, reply: { ...routed, changes: [...routed.changes] } },
  preview: {
    body: {
      amount: 12_500,
      dealer_group_id: 1,
      dealership_id: 3,
      department_id: 7,
      purpose_id: 2,
      payee_type: 'business',
      priority_level: 'normal',
      payee_name_1: 'Harbor Glass Works',
      requester_id: null,
      of: null,
    },
    reply: {
      rule: 'Over $10,000',
      added: [],
      steps: [
        { name: 'Controller', needed: 1, people: [{ id: 31, name: 'Denise Carver' }] },
        { name: 'General manager', needed: 1, people: [{ id: 33, name: 'Manuel Ortiz' }] },
      ],
    },
  },
  holdTitles: {
    params: { id: '31' },
    body: { titles: [{ approval_title_id: 2, dealership_id: null }], version: 4 },
    reply: [title],
  },
}

const delegation = {
  id: 4,
  dealer_group_id: 1,
  from: { id: 21, name: 'Denise Carver' },
  to: { id: 34, name: 'Victor Hale' },
  starts_on: '2026-12-21',
  ends_on: '2027-01-03',
  dealerships: [{ id: 3, name: 'Lakeside Ford' }],
  reason: 'Vacation',
  created_by: { id: 21, name: 'Denise Carver' },
  created_at: '2026-11-23T15:04:05.000Z',
  is_in_force: false,
}

/** Examples of the calls about delegations. */
export const delegationExamples: ExamplesOf<typeof delegationEndpoints> = {
  list: { reply: [delegation] },
  candidates: { reply: [delegation.from, delegation.to] },
  create: {
    body: {
      to_id: 34,
      starts_on: '2026-12-21',
      ends_on: '2027-01-03',
      dealership_ids: [3],
      reason: 'Vacation',
    },
    reply: delegation,
  },
  remove: { reply: { id: 127 } },
}
