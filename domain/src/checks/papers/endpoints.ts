import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { copyRunBody, papersQuery } from '../fields.ts'

const pdf = {
  method: 'GET',
  refusals: [404, 409],
  policy: 'checks.read',
  reply: z.string().meta({ format: 'binary' }),
  status: 200,
  produces: 'application/pdf',
} as const

/** Calls for documents about checks. */
export const checkPaperEndpoints = {
  coverSheet: endpoint({
    ...pdf,
    id: 'getCoverSheet',
    path: '/print-runs/:id/cover-sheet',
    summary:
      'The sheet on top of a signing folder: the checks of a print run that wait for signatures, with count and total',
    params: idParams,
    failure: 'Failed to draw the cover sheet...',
  }),
  copy: endpoint({
    ...pdf,
    id: 'copyPrintRun',
    method: 'POST',
    path: '/print-runs/:id/copy',
    refusals: [409],
    summary: 'The checks of a settled print run as copies that are no checks; the reason is kept in the audit trail',
    policy: 'checks.print',
    params: idParams,
    body: copyRunBody,
    failure: 'Failed to draw the copy...',
  }),
  pickUpList: endpoint({
    ...pdf,
    id: 'getPickUpList',
    path: '/checks/pick-up-list',
    summary: 'Checks that are ready and are not mailed: since when, for whom, and room to sign for them',
    query: papersQuery,
    failure: 'Failed to draw the pick-up list...',
  }),
  addressLabels: endpoint({
    ...pdf,
    id: 'getAddressLabels',
    path: '/checks/address-labels',
    summary: 'Addresses of checks that are ready to be mailed, thirty labels to a page',
    query: papersQuery,
    failure: 'Failed to draw the labels...',
  }),
}
