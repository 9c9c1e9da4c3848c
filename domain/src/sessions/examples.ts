import type { ExamplesOf } from '../api/example.ts'
import type { sessionEndpoints } from './endpoints.ts'
import type { SessionUser } from './fields.ts'

const user = {
  token: 't1.3q2Xw0mJx7Yt5cVbR8nKfA',
  role: 2,
  id: 41,
  email: 'approver@lakeside.example',
  firstname: 'Alma',
  lastname: 'Reyes',
  all_roles: [2],
  all_role_names: ['approver'],
  access_level: 1,
  dealer_group_id: 1,
  dealership_id: [],
  department_id: [],
  password_reminder: false,
  password_change_required: false,
} satisfies SessionUser

/** Examples of the calls that concern sessions. */
export const sessionExamples: ExamplesOf<typeof sessionEndpoints> = {
  login: { body: { email: 'approver@lakeside.example', password: 'check-request-demo' }, reply: user },
  current: { reply: user },
  switchRole: { body: { role_id: 2 }, reply: user },
  logout: { reply: null },
  changePassword: {
    body: { oldPass: 'check-request-demo', newPass: 'nine brown envelopes' },
    reply: { email: 'approver@lakeside.example' },
  },
  demoAccounts: {
    reply: [{ email: 'approver@lakeside.example', password: 'check-request-demo', description: 'Approver, Lakeside' }],
  },
}
