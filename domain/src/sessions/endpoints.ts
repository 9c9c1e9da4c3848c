import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { changePasswordBody, loginBody, sessionUser, switchRoleBody } from './fields.ts'

/** Calls that begin, change and end a session (R192, R195, R196, B1, C1). */
export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in',
    policy: 'public',
    body: loginBody,
    reply: sessionUser,
    status: 200,
    failure: 'Failed to login...',
  }),
  current: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'Who is signed in; a page that just loaded sends `bootstrap` as its token',
    policy: 'session.use',
    reply: sessionUser,
    status: 200,
    failure: 'Something went wrong..',
  }),
  switchRole: endpoint({
    method: 'POST',
    path: '/auth/switch-role',
    summary: 'Go on in another of one’s roles',
    policy: 'session.use',
    body: switchRoleBody,
    reply: sessionUser,
    status: 200,
    failure: 'Something went wrong..',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out; answers 200 also when the session is gone already',
    policy: 'public',
    reply: z.null(),
    status: 200,
    failure: 'Something went wrong..',
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: '/users/change-password',
    summary: 'Change one’s own password; ends all sessions of the caller',
    policy: 'session.use',
    body: changePasswordBody,
    reply: z.object({ email: z.string() }),
    status: 200,
    failure: 'Failed to change password...',
  }),
  demoAccounts: endpoint({
    method: 'GET',
    path: '/auth/demo-accounts',
    summary: 'Accounts of the demo data, to be offered on the login screen; none in a real installation',
    policy: 'public',
    reply: z.array(z.object({ email: z.string(), password: z.string(), description: z.string() })),
    status: 200,
    failure: 'Something went wrong..',
  }),
}
