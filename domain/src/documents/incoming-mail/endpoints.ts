import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { idField } from '../../values/fields.ts'
import { addMailAddressBody, type KeptReason, keptReasons } from './rules.ts'

const reasonNames = keptReasons.map(({ name }) => name) as [KeptReason, ...KeptReason[]]

/** An address that takes emails with documents. */
const mailAddressReply = z
  .object({
    id: z.int(),
    dealer_group_id: z.int(),
    dealership_id: z.int().nullable().describe('Null for the address of the whole dealer group'),
    dealership_name: z.string().nullable(),
    tag: z.string().describe('The part of the address after the +'),
    address: z.string().nullable().describe('Null if this installation receives no email'),
    people: z
      .array(z.object({ id: z.int(), name: z.string() }))
      .describe('Who gets a draft when a payee on file sends an email'),
  })
  .meta({ id: 'MailAddress' })
export type MailAddressReply = z.output<typeof mailAddressReply>

/** An email that is kept for an admin. */
const keptMailReply = z
  .object({
    id: z.int(),
    dealer_group_id: z.int(),
    sender: z.string(),
    subject: z.string(),
    files: z.array(z.string()).describe('The names of the attachments'),
    reason: z.enum(reasonNames),
    received_at: z.iso.datetime(),
    kept_until: z.iso.datetime(),
  })
  .meta({ id: 'KeptMail' })
export type KeptMailReply = z.output<typeof keptMailReply>

const incomingMailReply = z.object({
  receives: z.boolean().describe('False if this installation receives no email'),
  addresses: z.array(mailAddressReply),
  kept: z.array(keptMailReply).describe('The newest emails kept for an admin'),
})

const written = { policy: 'incoming-mail.write', status: 200, reply: z.object({ id: z.int() }) } as const

/** Calls about emails whose attachments become drafts (decision 193). */
export const incomingMailEndpoints = {
  list: endpoint({
    id: 'listIncomingMail',
    method: 'GET',
    path: '/incoming-mail',
    summary: 'The addresses that take emails with documents, and the emails kept for an admin',
    policy: 'incoming-mail.read',
    reply: incomingMailReply,
    status: 200,
    failure: 'Couldn’t load the incoming emails. Try again.',
  }),
  addAddress: endpoint({
    ...written,
    id: 'addMailAddress',
    method: 'POST',
    path: '/incoming-mail/addresses',
    summary: 'Add an address for a dealer group or a dealership',
    body: addMailAddressBody,
    status: 201,
    refusals: [404, 409],
    failure: 'Couldn’t add the address. Try again.',
  }),
  removeAddress: endpoint({
    ...written,
    id: 'removeMailAddress',
    method: 'DELETE',
    path: '/incoming-mail/addresses/:id',
    summary: 'Remove an address',
    params: idParams,
    failure: 'Couldn’t remove the address. Try again.',
  }),
  give: endpoint({
    ...written,
    id: 'giveKeptMail',
    method: 'POST',
    path: '/incoming-mail/kept/:id/give',
    summary: 'Make drafts for a user from a kept email',
    params: idParams,
    body: z.strictObject({ user_id: idField('Choose a user.') }),
    refusals: [404, 409],
    failure: 'Couldn’t make drafts from this email. Try again.',
  }),
  discard: endpoint({
    ...written,
    id: 'discardKeptMail',
    method: 'DELETE',
    path: '/incoming-mail/kept/:id',
    summary: 'Discard a kept email',
    params: idParams,
    failure: 'Couldn’t discard this email. Try again.',
  }),
}
