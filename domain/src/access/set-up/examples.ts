import type { ExamplesOf } from '../../api/endpoint.ts'
import type { SessionUser } from '../sessions/fields.ts'
import type { setUpEndpoints } from './endpoints.ts'

const owner: SessionUser = {
  token: 't1.3q2Xw0mJx7Yt5cVbR8nKfA',
  role: 1,
  id: 1,
  email: 'owner@lakeside.example',
  firstname: 'Olga',
  lastname: 'Owner',
  all_roles: [1],
  all_role_names: ['admin'],
  access_level: 0,
  dealer_group_id: null,
  dealership_id: [],
  department_id: [],
  password_reminder: false,
  password_change_required: false,
}

/** Examples of the calls that set up an installation. */
export const setUpExamples: ExamplesOf<typeof setUpEndpoints> = {
  find: { reply: { needed: false } },
  enterCode: { body: { code: 'K7Q2M-9XW4T' }, reply: null },
  setUp: {
    body: {
      code: 'K7Q2M-9XW4T',
      first_name: 'Olga',
      last_name: 'Owner',
      email: 'owner@lakeside.example',
      password: 'nine brown envelopes',
    },
    reply: owner,
  },
}
