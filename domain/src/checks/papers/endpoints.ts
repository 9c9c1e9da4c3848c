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
    summary: 'A cover sheet for signing: the unsigned checks of a print run, with their count and total',
    params: idParams,
    failure: 'Couldn’t create the cover sheet. Try again.',
  }),
  copy: endpoint({
    ...pdf,
    id: 'copyPrintRun',
    method: 'POST',
    path: '/print-runs/:id/copy',
    refusals: [409],
    summary: 'Non-negotiable copies of a settled print run’s checks; the reason is recorded in the audit trail',
    policy: 'checks.print',
    params: idParams,
    body: copyRunBody,
    failure: 'Couldn’t create the copy. Try again.',
  }),
  micrSamples: endpoint({
    ...pdf,
    id: 'printMicrSamples',
    method: 'POST',
    path: '/bank-accounts/:id/micr-samples',
    refusals: [409],
    summary:
      'Ten sheets for the bank’s MICR test, with the account’s MICR line and VOID across; their numbers are never used for checks',
    policy: 'checks.print',
    params: idParams,
    failure: 'Couldn’t create the samples. Try again.',
  }),
  pickUpList: endpoint({
    ...pdf,
    id: 'getPickUpList',
    path: '/checks/pick-up-list',
    summary:
      'A pickup list: ready checks that aren’t to be mailed, with the payee, the ready date, and space for a signature',
    query: papersQuery,
    failure: 'Couldn’t create the pickup list. Try again.',
  }),
  addressLabels: endpoint({
    ...pdf,
    id: 'getAddressLabels',
    path: '/checks/address-labels',
    summary: 'Address labels for checks that are ready to be mailed, 30 per page',
    query: papersQuery,
    failure: 'Couldn’t create the labels. Try again.',
  }),
}
