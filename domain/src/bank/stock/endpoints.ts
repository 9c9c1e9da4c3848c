import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { boxVersionBody, countBoxBody, receiveBoxBody, stockBoxReply } from './rules.ts'

const ofBox = {
  method: 'POST',
  policy: 'stock-boxes.write',
  params: idParams,
  reply: stockBoxReply,
  status: 200,
} as const

/** Calls about an account's boxes of check stock. */
export const stockEndpoints = {
  list: endpoint({
    id: 'listStockBoxes',
    method: 'GET',
    path: '/bank-accounts/:id/stock-boxes',
    summary: 'The boxes of checks of an account: the one in use first, those that have ended last',
    policy: 'bank-accounts.read',
    params: idParams,
    reply: z.array(stockBoxReply),
    status: 200,
    failure: 'Failed to get stock boxes...',
  }),
  receive: endpoint({
    id: 'receiveStockBox',
    method: 'POST',
    path: '/bank-accounts/:id/stock-boxes',
    summary: 'Receive a box of checks; somebody else counts it before it can be in use',
    policy: 'stock-boxes.write',
    params: idParams,
    body: receiveBoxBody,
    reply: stockBoxReply,
    status: 201,
    failure: 'Failed to receive stock box...',
  }),
  count: endpoint({
    ...ofBox,
    id: 'countStockBox',
    path: '/stock-boxes/:id/count',
    summary: 'Say which numbers are in a box; by somebody who did not receive it, and as it was received',
    body: countBoxBody,
    failure: 'Failed to count stock box...',
  }),
  use: endpoint({
    ...ofBox,
    id: 'useStockBox',
    path: '/stock-boxes/:id/use',
    summary: 'Put a counted box in use: the next numbers come from it, and the one before is put away',
    body: boxVersionBody,
    failure: 'Failed to put stock box in use...',
  }),
  discard: endpoint({
    ...ofBox,
    id: 'discardStockBox',
    path: '/stock-boxes/:id/discard',
    summary: 'Discard a box that was received with wrong numbers, before anybody has counted it',
    body: boxVersionBody,
    failure: 'Failed to discard stock box...',
  }),
}
