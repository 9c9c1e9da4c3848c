import { z } from 'zod'
import { endpoint, idParams } from '../api/endpoint.ts'
import { bankAccountVersionBody, createBankAccountBody, updateBankAccountBody } from './fields.ts'
import { bankAccountReply } from './replies.ts'
import { unclaimedPropertyBody, unclaimedPropertyReply } from './unclaimed.ts'

const ofAccount = { policy: 'bank-accounts.write', params: idParams, reply: bankAccountReply, status: 200 } as const

/** Calls about the bank accounts that checks are drawn on. */
export const bankingEndpoints = {
  list: endpoint({
    id: 'listBankAccounts',
    method: 'GET',
    path: '/bank-accounts',
    summary: 'The bank accounts of the caller’s dealerships or, for super admins, of all dealer groups',
    policy: 'bank-accounts.read',
    reply: z.array(bankAccountReply),
    status: 200,
    failure: 'Couldn’t load the bank accounts. Try again.',
  }),
  one: endpoint({
    id: 'getBankAccount',
    method: 'GET',
    path: '/bank-accounts/:id',
    summary: 'A bank account',
    policy: 'bank-accounts.read',
    params: idParams,
    reply: bankAccountReply,
    status: 200,
    failure: 'Couldn’t load the bank account. Try again.',
  }),
  unclaimed: endpoint({
    id: 'getUnclaimedProperty',
    method: 'GET',
    path: '/dealer-groups/:id/unclaimed-property',
    summary:
      'The dealer group’s rules for when uncashed checks are due as unclaimed property, by state and kind of payment',
    policy: 'bank-accounts.read',
    params: idParams,
    reply: unclaimedPropertyReply,
    status: 200,
    failure: 'Couldn’t load the unclaimed-property table. Try again.',
  }),
  saveUnclaimed: endpoint({
    id: 'updateUnclaimedProperty',
    method: 'PUT',
    path: '/dealer-groups/:id/unclaimed-property',
    summary: 'Replace the unclaimed-property table of a dealer group; there is no default table',
    policy: 'bank-accounts.write',
    params: idParams,
    body: unclaimedPropertyBody,
    mostBytes: 262_144,
    reply: unclaimedPropertyReply,
    status: 200,
    failure: 'Couldn’t update the unclaimed-property table. Try again.',
  }),
  create: endpoint({
    id: 'proposeBankAccount',
    method: 'POST',
    path: '/bank-accounts',
    refusals: [404, 409],
    summary: 'Propose a bank account; someone else has to confirm it before checks are drawn on it',
    policy: 'bank-accounts.write',
    body: createBankAccountBody,
    reply: bankAccountReply,
    status: 201,
    failure: 'Couldn’t propose the bank account. Try again.',
  }),
  update: endpoint({
    ...ofAccount,
    id: 'updateBankAccount',
    method: 'PUT',
    path: '/bank-accounts/:id',
    summary: 'Change a bank account; a second person must confirm changes to numbers, limits, dealerships, and people',
    body: updateBankAccountBody,
    failure: 'Couldn’t update the bank account. Try again.',
  }),
  confirm: endpoint({
    ...ofAccount,
    id: 'confirmBankAccount',
    method: 'POST',
    path: '/bank-accounts/:id/confirm',
    summary: 'Confirm a bank account or its pending changes; the caller can’t be the person who proposed them',
    freshProof: true,
    body: bankAccountVersionBody,
    failure: 'Couldn’t confirm the bank account. Try again.',
  }),
  discard: endpoint({
    ...ofAccount,
    id: 'discardBankAccountChanges',
    method: 'POST',
    path: '/bank-accounts/:id/discard',
    summary: 'Discard the pending changes of a bank account, or an account that was never confirmed',
    body: bankAccountVersionBody,
    failure: 'Couldn’t discard the changes. Try again.',
  }),
  close: endpoint({
    ...ofAccount,
    id: 'closeBankAccount',
    method: 'POST',
    path: '/bank-accounts/:id/close',
    summary: 'Propose closing a bank account; someone else has to confirm it',
    body: bankAccountVersionBody,
    failure: 'Couldn’t propose closing the bank account. Try again.',
  }),
}
