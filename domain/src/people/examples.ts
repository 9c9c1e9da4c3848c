import type { ExamplesOf } from '../api/endpoint.ts'
import type { auditorEndpoints } from './auditors/endpoints.ts'
import type { AuditorReply } from './auditors/fields.ts'
import type { AccountConfirmation, confirmationEndpoints } from './confirmations/endpoints.ts'
import type { controlEndpoints } from './controls/endpoints.ts'
import type { invitationEndpoints } from './invitations/endpoints.ts'
import type { userEndpoints } from './users/endpoints.ts'
import type { User } from './users/fields.ts'

const exampleNames = {
  username: 'areyes',
  email: 'alma.reyes@lakeside.example',
  title: 'Controller',
  first_name: 'Alma',
  last_name: 'Reyes',
}

const exampleRights = {
  role_ids: [2],
  primary_role: 2,
  access_level: 2,
  dealer_group_id: 1,
  dealership_ids: [3],
  department_ids: [],
}

/** A user, as in all examples. */
const exampleUser: User = {
  id: 41,
  version: 4,
  ...exampleNames,
  ...exampleRights,
  access_level: '2',
  role_names: ['approver'],
  dealer_group_name: 'Lakeside Auto Group',
  dealership_name: ['Lakeside Toyota'],
  department_name: [],
  active: true,
  mail_refused: null,
  created_at: '2026-03-02T15:04:05.000Z',
}

const failedLogin = {
  user_id: 41,
  user_name: 'Alma Reyes',
  email: exampleUser.email,
  network: '203.0.113.7',
  attempts: 4,
  first_at: '2026-11-20T07:58:12.000Z',
  last_at: '2026-11-20T08:01:40.000Z',
}

const session = {
  id: '5be0c2a8f317',
  kind: 'web' as const,
  agent: 'Chrome on Windows',
  network: '203.0.113.7',
  role: 3,
  began_at: '2026-11-22T14:03:11.000Z',
  last_used_at: '2026-11-22T16:40:02.000Z',
  current: false,
}

/** Examples of the calls about users. */
export const userExamples: ExamplesOf<typeof userEndpoints> = {
  list: { reply: [exampleUser] },
  approvers: { reply: [{ id: 41, name: 'Alma Reyes' }] },
  create: { body: { ...exampleNames, ...exampleRights, password: 'nine brown envelopes' }, reply: exampleUser },
  update: { body: { id: 41, title: 'Controller', version: 3 }, reply: exampleUser },
  remove: { body: { id: 41, version: 4 }, reply: { id: 41, email: exampleUser.email } },
  failedLogins: { reply: [failedLogin] },
  endSessions: { reply: { id: 41, ended: 2 } },
  sessions: { reply: [session] },
  endSession: { params: { id: '41', session: session.id }, reply: { id: 41, ended: 1 } },
  resetSecondFactor: { reply: { id: 127 } },
}

const ada = { id: 12, name: 'Ada Adams' }

const proposed: AuditorReply = {
  id: 3,
  version: 1,
  dealer_group_id: 1,
  user: { id: 57, name: 'Olga Outside' },
  state: 'proposed',
  asked_by: ada,
  asked_at: '2026-11-23T16:00:00.000Z',
  confirmed_by: null,
  confirmed_at: null,
}

const active: AuditorReply = {
  ...proposed,
  version: 2,
  state: 'active',
  confirmed_by: { id: 13, name: 'Cora Cole' },
  confirmed_at: '2026-11-23T16:20:00.000Z',
}

/** An example of each call about the auditor right. */
export const auditorExamples: ExamplesOf<typeof auditorEndpoints> = {
  list: { reply: { auditors: [active], candidates: [{ id: 41, name: 'Priya Nair', dealer_group_id: 1 }] } },
  create: { body: { user_id: 57 }, reply: proposed },
  confirm: { body: { version: 1 }, reply: active },
  end: { body: { version: 2 }, reply: { ...active, version: 3, state: 'ending' } },
  sample: { body: { seed: 'November 2026', count: 25, from: '2026-11-01', to: '2026-11-30' }, reply: 'PK…' },
}

const waiting: AccountConfirmation = {
  user_id: 41,
  version: 1,
  name: 'Alma Reyes',
  email: 'alma.reyes@lakeside.example',
  changes: ['roles'],
  waiting_role_ids: [3],
  waiting_role_names: ['Approver'],
  scope_waits: false,
  asked_by: ['Grace Lindqvist'],
  asked_at: '2026-11-20T16:20:00.000Z',
  password_waits: false,
  second_people: ['Sam Okafor'],
  effective_at: null,
  in_effect: false,
  stopped_by: null,
  stopped_at: null,
  confirm_refusal: null,
  stop_refusal: null,
}

/** Examples of the calls about confirmations of accounts. */
export const confirmationExamples: ExamplesOf<typeof confirmationEndpoints> = {
  list: { reply: { own: null, others: [waiting], announced: false } },
  confirm: { body: { version: 1 }, reply: { user_id: 41 } },
  stop: { body: { version: 1 }, reply: { user_id: 41 } },
  dismiss: { reply: null },
}

/** Examples of the calls about changes to controls. */
export const controlExamples: ExamplesOf<typeof controlEndpoints> = {
  list: {
    reply: [
      {
        id: 12,
        version: 1,
        dealer_group_id: 1,
        dealer_group_name: 'Lakeside Auto Group',
        control: 'group-settings',
        subject: null,
        says: ['Check custody: off'],
        asked_by: { id: 3, name: 'Grace Lindqvist' },
        asked_at: '2026-11-20T16:20:00.000Z',
        second_people: ['Sam Okafor'],
        effective_at: null,
        alone: false,
        confirm_refusal: null,
        stop_refusal: null,
      },
    ],
  },
  confirm: { body: { version: 1 }, reply: { id: 12 } },
  stop: { body: { version: 1 }, reply: { id: 12 } },
}

/** Examples of the calls that invite users. */
export const invitationExamples: ExamplesOf<typeof invitationEndpoints> = {
  invite: {
    body: { ...exampleNames, ...exampleRights },
    reply: {
      user: exampleUser,
      link: 'https://checks.example.com/choose-password#41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk',
      expires_at: '2026-11-29T15:04:05.000Z',
    },
  },
  inviteAgain: { reply: { user: exampleUser, link: null, expires_at: null } },
}
