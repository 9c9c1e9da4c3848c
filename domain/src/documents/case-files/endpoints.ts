import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'

/** The call for the case file of a check request (decision 0069). */
export const caseFileEndpoints = {
  make: endpoint({
    id: 'getCaseFile',
    method: 'GET',
    path: '/check-requests/:id/case-file',
    summary: 'One PDF with a check request’s details, history, comments, and documents',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.string(),
    produces: 'application/pdf',
    status: 200,
    failure: 'Couldn’t create the case file. Try again.',
  }),
}
