import type { ExamplesOf } from '../../api/endpoint.ts'
import type { userEndpoints } from './endpoints.ts'
import type { User } from './fields.ts'

export const exampleNames = {
  username: 'areyes',
  email: 'alma.reyes@lakeside.example',
  title: 'Controller',
  first_name: 'Alma',
  last_name: 'Reyes',
}

export const exampleRights = {
  role_ids: [2],
  primary_role: 2,
  access_level: 2,
  dealer_group_id: 1,
  dealership_ids: [3],
  department_ids: [],
}

/** A user, as in all examples. */
export const exampleUser: User = {
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
