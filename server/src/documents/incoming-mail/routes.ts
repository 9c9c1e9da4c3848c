import {
  incomingMailEndpoints as endpoints,
  type KeptMailReply,
  type MailAddressReply,
} from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { addressWith, keptForDays } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { findPeople, type Person } from '../../access/accounts/queries/people.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { moment } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { addAddress, discardMail, giveMail, removeAddress } from './commands/manage.ts'
import { listAddresses, listKept, type ReceivedMail } from './queries/mails.ts'

export function registerIncomingMail(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const base = services.config.inbox?.address
  api.on(endpoints.list, async ({ caller: { scope } }) => {
    const rows = await listAddresses(read, scope.dealerGroupId)
    const people = await findPeople(read, [...new Set(rows.flatMap(idsIn))])
    const addresses = rows.map((row) => presentAddress(row, base, people))
    const kept = (await listKept(read, scope.dealerGroupId, mostShown)).flatMap(presentKept)
    return { message: 'Incoming email', data: { receives: base !== undefined, addresses, kept } }
  })
  api.on(endpoints.addAddress, async ({ caller, repeatable, body }) => ({
    message: 'Address added',
    data: await addAddress(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.removeAddress, async ({ caller, repeatable, params }) => ({
    message: 'Address removed',
    data: await removeAddress(services, { caller, repeatable }, params.id),
  }))
  api.on(endpoints.give, async ({ caller, repeatable, params, body }) => ({
    message: 'Drafts made',
    data: await giveMail(services, { caller, repeatable }, params.id, body.user_id),
  }))
  api.on(endpoints.discard, async ({ caller, repeatable, params }) => ({
    message: 'Email discarded',
    data: await discardMail(services, { caller, repeatable }, params.id),
  }))
}

type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number]

function idsIn({ people_ids }: AddressRow): number[] {
  return JSON.parse(people_ids)
}

function presentAddress(
  row: AddressRow,
  base: string | undefined,
  people: ReadonlyMap<number, Person>,
): MailAddressReply {
  const { id, dealer_group_id, dealership_id, dealership_name, tag } = row
  const address = base === undefined ? null : addressWith(tag, base)
  const found = idsIn(row).flatMap((userId) => people.get(userId) ?? [])
  const named = found.map(({ userId, name }) => ({ id: userId, name }))
  return { id, dealer_group_id, dealership_id, dealership_name, tag, address, people: named }
}

const mostShown = 100
const day = 86_400_000

function presentKept(row: ReceivedMail): KeptMailReply[] {
  const { id, dealer_group_id, sender, subject, reason, received_at } = row
  if (reason === null) return []
  const kept_until = moment(Date.parse(received_at) + keptForDays * day)
  return [{ id, dealer_group_id, sender, subject, files: JSON.parse(row.files), reason, received_at, kept_until }]
}
