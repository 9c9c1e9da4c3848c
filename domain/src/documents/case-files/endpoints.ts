import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'

/** The call for the case file of a check request (decision 0069). */
export const caseFileEndpoints = {
  make: endpoint({
    id: 'getCaseFile',
    method: 'GET',
    path: '/check-requests/:id/case-file',
    summary: 'One PDF of a check request: what was asked, what happened, what was said, and its documents',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.string(),
    produces: 'application/pdf',
    status: 200,
    failure: 'Failed to make the case file...',
  }),
}
