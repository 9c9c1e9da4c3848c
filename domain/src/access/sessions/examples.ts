import type { ExamplesOf } from '../../api/endpoint.ts'
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
  openPasswordLink: {
    body: { link: '41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk' },
    reply: {
      email: 'approver@lakeside.example',
      dealer_group: 'Lakeside Auto Group',
      is_invitation: true,
      expires_at: '2026-11-29T14:03:11.000Z',
    },
  },
  choosePassword: {
    body: { link: '41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk', newPass: 'nine brown envelopes' },
    reply: { email: 'approver@lakeside.example' },
  },
  listOwn: {
    reply: [
      {
        id: '5be0c2a8f317',
        kind: 'web',
        agent: 'Chrome on Windows',
        network: '203.0.113.7',
        role: 2,
        began_at: '2026-11-22T14:03:11.000Z',
        last_used_at: '2026-11-22T16:40:02.000Z',
        current: true,
      },
    ],
  },
  endOwn: { params: { id: '09d4e77a1c62' }, reply: { ended: 1 } },
  endOthers: { reply: { ended: 2 } },
  demoAccounts: {
    reply: [{ email: 'approver@lakeside.example', password: 'check-request-demo', description: 'Approver, Lakeside' }],
  },
}
