import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { auditorBody, auditorList, auditorReply, createAuditorBody, sampleBody } from './fields.ts'

const ofAuditor = {
  method: 'POST',
  policy: 'auditors.write',
  params: idParams,
  body: auditorBody,
  reply: auditorReply,
  status: 200,
} as const

/** Calls about the auditor right (decision 101). */
export const auditorEndpoints = {
  list: endpoint({
    id: 'listAuditors',
    method: 'GET',
    path: '/auditors',
    summary: 'Who audits which dealer group, what of that waits for a second person, and who could be an auditor',
    policy: 'auditors.read',
    reply: auditorList,
    status: 200,
    failure: 'Failed to get auditors...',
  }),
  create: endpoint({
    id: 'proposeAuditor',
    method: 'POST',
    path: '/auditors',
    refusals: [404, 409],
    summary: 'Ask that somebody audits their dealer group: they read everything and change nothing',
    policy: 'auditors.write',
    body: createAuditorBody,
    reply: auditorReply,
    status: 201,
    failure: 'Failed to give the right...',
  }),
  confirm: endpoint({
    ...ofAuditor,
    id: 'confirmAuditor',
    path: '/auditors/:id/confirm',
    summary: 'Confirm that somebody audits, or that they do not any more; by an admin who did not ask for it',
    freshProof: true,
    failure: 'Failed to confirm...',
  }),
  end: endpoint({
    ...ofAuditor,
    id: 'endAuditor',
    path: '/auditors/:id/end',
    summary: 'Ask that somebody audits no more; what was never confirmed ends at once',
    failure: 'Failed to end the right...',
  }),
  sample: endpoint({
    id: 'drawCheckSample',
    method: 'POST',
    path: '/check-samples',
    refusals: [409],
    summary: 'A random sample of the checks of a period with their case files, as one archive; for auditors',
    policy: 'check-samples.draw',
    body: sampleBody,
    reply: z.string().meta({ format: 'binary' }),
    status: 200,
    produces: 'application/zip',
    failure: 'Failed to draw the sample...',
  }),
}
