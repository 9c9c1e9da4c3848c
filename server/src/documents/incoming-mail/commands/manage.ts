import type { AddMailAddressInput } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { findScopeError } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { deleteAddress, findAddress, findMail, insertAddress, type MailAddress, releaseMail } from '../queries/mails.ts'
import { draftFrom, listRequesters } from './take.ts'

type Saved = Promise<{ id: number }>

/** Adds an address for a dealer group or one of its dealerships. */
export function addAddress(services: Services, { caller, repeatable }: Command, input: AddMailAddressInput): Saved {
  const { dealer_group_id: wanted, dealership_id, tag, people_ids } = input
  return commit(services, repeatable, async (unit) => {
    const { trx, audit } = unit
    await requireInForce(unit, caller)
    const dealer_group_id = await groupOf(trx, caller, wanted, dealership_id)
    if ((await listRequesters(trx, dealer_group_id, people_ids)).length < people_ids.length)
      throw invalidFields({ people_ids: 'Choose users of this dealer group who can raise check requests.' })
    const id = await insertAddress(trx, { dealer_group_id, dealership_id, tag, people_ids: JSON.stringify(people_ids) })
    if (id === undefined) throw invalidFields({ tag: 'This address is already in use. Choose another one.' })
    afterCreate(trx, 'mail-address', id)
    const entry = { chain: dealer_group_id, entity: 'mail-address', entityId: id, action: 'mail-address.create' }
    audit({ actor: caller, ...entry, after: { dealership_id, tag, people_ids } })
    return { id }
  })
}

async function groupOf(db: Db, { scope }: Caller, wanted: number | undefined, dealershipId: number | null) {
  const groupId = scope.dealerGroupId ?? wanted
  if (groupId === undefined) throw invalidFields({ dealer_group_id: 'Choose a dealer group.' })
  const dealershipIds = dealershipId === null ? [] : [dealershipId]
  const places = { roleIds: [], dealerGroupId: groupId, dealershipIds, departmentIds: [] }
  const isOther = wanted !== undefined && wanted !== groupId
  if (isOther || (await findScopeError(db, places)))
    throw notFound(dealershipId === null ? 'dealer group' : 'dealership')
  return groupId
}

/** Removes an address. Emails that it took stay. */
export function removeAddress(services: Services, { caller, repeatable }: Command, id: number): Saved {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await beforeChange(unit.trx, 'mail-address', id)
    const address = await findAddress(unit.trx, id)
    if (!address || !isTheirs(caller, address)) throw notFound('address')
    await deleteAddress(unit.trx, id)
    const entry = { chain: address.dealer_group_id, entity: 'mail-address', entityId: id, before: { tag: address.tag } }
    unit.audit({ actor: caller, ...entry, action: 'mail-address.delete' })
    return { id }
  })
}

function isTheirs({ scope }: Caller, { dealer_group_id }: Pick<MailAddress, 'dealer_group_id'>): boolean {
  return scope.dealerGroupId === null || scope.dealerGroupId === dealer_group_id
}

/** Makes drafts for a user from an email that was kept, as if the user had sent it. */
export async function giveMail(services: Services, { caller, repeatable }: Command, id: number, userId: number): Saved {
  const isDrafted = await draftFromKept(services, caller, id, userId)
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    if (!isDrafted) throw notFound('email')
    await releaseMail(unit.trx, id)
    return { id }
  })
}

/** Returns false if the caller can't see the email, or if drafts were made from it before. */
async function draftFromKept(services: Services, caller: Caller, id: number, userId: number): Promise<boolean> {
  const { database, files, mailParser } = services
  const row = await findMail(database.read, id)
  if (!row || row.stored_as === null || row.size === null || !isTheirs(caller, row)) return false
  const people = await listRequesters(database.read, row.dealer_group_id, [userId])
  if (people.length === 0) throw invalidFields({ user_id: 'Choose a user who can raise check requests.' })
  const mail = await mailParser.parse(await files.read({ storedAs: row.stored_as, size: row.size }))
  if (!(await draftFrom(services, mail?.files ?? [], { people, isOfPayee: true, row, actor: caller })))
    throw new Failure('CONFLICT', 'No attachment can become a draft. Ask the sender for PDF files or photos.')
  return true
}

/** Discards a kept email. Its file is swept, and a repeated delivery still changes nothing. */
export function discardMail(services: Services, { caller, repeatable }: Command, id: number): Saved {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const mail = await findMail(unit.trx, id)
    if (!mail || mail.reason === null || !isTheirs(caller, mail)) throw notFound('email')
    await releaseMail(unit.trx, id)
    const { sender, subject, dealer_group_id: chain } = mail
    const entry = { chain, entity: 'incoming-mail', entityId: null, before: { sender, subject } }
    unit.audit({ actor: caller, ...entry, action: 'incoming-mail.discard' })
    return { id }
  })
}
