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
    summary: 'An account’s stock boxes: the box in use first, ended boxes last',
    policy: 'bank-accounts.read',
    params: idParams,
    reply: z.array(stockBoxReply),
    status: 200,
    failure: 'Couldn’t load the stock boxes. Try again.',
  }),
  receive: endpoint({
    id: 'receiveStockBox',
    method: 'POST',
    path: '/bank-accounts/:id/stock-boxes',
    summary: 'Receive a box of checks; someone else has to count it before it can be put in use',
    policy: 'stock-boxes.write',
    params: idParams,
    body: receiveBoxBody,
    reply: stockBoxReply,
    status: 201,
    failure: 'Couldn’t receive the stock box. Try again.',
  }),
  count: endpoint({
    ...ofBox,
    id: 'countStockBox',
    path: '/stock-boxes/:id/count',
    summary: 'Count a box: the numbers must match the receipt, and the caller can’t be the person who received the box',
    body: countBoxBody,
    failure: 'Couldn’t count the stock box. Try again.',
  }),
  use: endpoint({
    ...ofBox,
    id: 'useStockBox',
    path: '/stock-boxes/:id/use',
    summary: 'Put a counted box in use: the next check numbers come from this box, and the previous box is put away',
    body: boxVersionBody,
    failure: 'Couldn’t put the stock box in use. Try again.',
  }),
  discard: endpoint({
    ...ofBox,
    id: 'discardStockBox',
    path: '/stock-boxes/:id/discard',
    summary: 'Discard a box that was received with wrong numbers, before it is counted',
    body: boxVersionBody,
    failure: 'Couldn’t discard the stock box. Try again.',
  }),
}
