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
    summary: 'Auditors, their pending confirmations, and the users who could be auditors',
    policy: 'auditors.read',
    reply: auditorList,
    status: 200,
    failure: 'Couldn’t load the auditors. Try again.',
  }),
  create: endpoint({
    id: 'proposeAuditor',
    method: 'POST',
    path: '/auditors',
    refusals: [404, 409],
    summary: 'Request auditor access for a user, to read everything and change nothing in the user’s dealer group',
    policy: 'auditors.write',
    body: createAuditorBody,
    reply: auditorReply,
    status: 201,
    failure: 'Couldn’t request auditor access. Try again.',
  }),
  confirm: endpoint({
    ...ofAuditor,
    id: 'confirmAuditor',
    path: '/auditors/:id/confirm',
    summary: 'Confirm the start or end of a user’s auditor access; only for admins who didn’t request it',
    freshProof: true,
    failure: 'Couldn’t confirm the change. Try again.',
  }),
  end: endpoint({
    ...ofAuditor,
    id: 'endAuditor',
    path: '/auditors/:id/end',
    summary: 'Request the end of a user’s auditor access; access that was never confirmed ends immediately',
    failure: 'Couldn’t request the end of auditor access. Try again.',
  }),
  sample: endpoint({
    id: 'drawCheckSample',
    method: 'POST',
    path: '/check-samples',
    refusals: [409],
    summary: 'A random sample of checks from a period with their case files, as one archive; for auditors',
    policy: 'check-samples.draw',
    body: sampleBody,
    reply: z.string().meta({ format: 'binary' }),
    status: 200,
    produces: 'application/zip',
    failure: 'Couldn’t draw the sample. Try again.',
  }),
}
