import { endpoint, somethingWentWrong } from '../api/endpoint.ts'
import { installationReply } from './fields.ts'

/** Calls that concern the installation as a whole, for super admins (E1). */
export const installationEndpoints = {
  read: endpoint({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    summary: 'Version, database and storage of this installation',
    policy: 'installation.read',
    reply: installationReply,
    status: 200,
    failure: somethingWentWrong,
  }),
}
