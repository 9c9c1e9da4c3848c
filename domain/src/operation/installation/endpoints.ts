import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'
import { installationReply, testMailReply } from './fields.ts'

/** Calls that concern the installation as a whole, for super admins (E1). */
export const installationEndpoints = {
  read: endpoint({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    summary: 'Version, database, storage and health of this installation',
    policy: 'installation.read',
    reply: installationReply,
    status: 200,
    failure: somethingWentWrong,
  }),
  testMail: endpoint({
    id: 'sendTestMail',
    method: 'POST',
    path: '/installation/test-mail',
    summary: 'Send a test mail to the caller’s own address, and say what the mail server makes of it',
    policy: 'installation.test',
    reply: testMailReply,
    status: 200,
    failure: 'Failed to send the test mail...',
  }),
}
