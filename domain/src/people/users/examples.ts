import type { ExamplesOf } from '../../api/endpoint.ts'
import type { userEndpoints } from './endpoints.ts'
import type { User } from './fields.ts'

const names = {
  username: 'areyes',
  email: 'alma.reyes@lakeside.example',
  title: 'Controller',
  first_name: 'Alma',
  last_name: 'Reyes',
}

const rights = {
  role_ids: [2],
  primary_role: 2,
  access_level: 2,
  dealer_group_id: 1,
  dealership_ids: [3],
  department_ids: [],
}

const user: User = {
  id: 41,
  version: 4,
  ...names,
  ...rights,
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
  email: user.email,
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
  list: { reply: [user] },
  approvers: { reply: [{ id: 41, name: 'Alma Reyes' }] },
  create: { body: { ...names, ...rights, password: 'nine brown envelopes' }, reply: user },
  invite: {
    body: { ...names, ...rights },
    reply: {
      user,
      link: 'https://checks.example.com/choose-password#41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk',
      expires_at: '2026-11-29T15:04:05.000Z',
    },
  },
  inviteAgain: { reply: { user, link: null, expires_at: null } },
  update: { body: { id: 41, title: 'Controller', version: 3 }, reply: user },
  remove: { body: { id: 41, version: 4 }, reply: { id: 41, email: user.email } },
  failedLogins: { reply: [failedLogin] },
  endSessions: { reply: { id: 41, ended: 2 } },
  sessions: { reply: [session] },
  endSession: { params: { id: '41', session: session.id }, reply: { id: 41, ended: 1 } },
  resetSecondFactor: { reply: { id: 127 } },
}
