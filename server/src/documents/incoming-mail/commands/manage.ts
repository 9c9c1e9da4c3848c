import type {
  AddMailAddressInput,
  UpdateMailAddressInput,
} from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { findScopeError } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { afterCreate, beforeChange, requireVersion } from '../../../trail/commands/changes.ts'
import {
  deleteAddress,
  findAddress,
  findMail,
  insertAddress,
  listAddresses,
  type MailAddress,
  type ReceivedMail,
  releaseMail,
  updateAddressRow,
} from '../queries/mails.ts'
import { draftFrom } from './draft.ts'
import { listRequesters } from './take.ts'

const mostAddresses = 200
const ofOthers = 'Choose users of this dealer group who can raise check requests.'

/** Adds an address for a dealer group or one of its dealerships. */
export function addAddress(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id: wanted, dealership_id, tag, people_ids }: AddMailAddressInput,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const dealer_group_id = await groupOf(trx, caller, wanted, dealership_id)
    await requireRequesters(trx, dealer_group_id, people_ids)
    if ((await listAddresses(trx, dealer_group_id)).length >= mostAddresses)
      throw new Failure('CONFLICT', `A dealer group can have ${mostAddresses} addresses. Remove one first.`)
    const row = { dealer_group_id, dealership_id, tag, people_ids: JSON.stringify(people_ids) }
    const id = await insertAddress(trx, row)
    if (id === undefined) throw invalidFields({ tag: 'This address is already in use. Choose another one.' })
    afterCreate(trx, 'mail-address', id)
    noteAddress(unit, caller, {
      verb: 'create',
      row: { id, dealer_group_id },
      after: { dealership_id, tag, people_ids },
    })
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

async function requireRequesters(db: Db, groupId: number, ids: readonly number[]): Promise<void> {
  if ((await listRequesters(db, groupId, ids)).length < ids.length) throw invalidFields({ people_ids: ofOthers })
}

/** Chooses who gets drafts from the emails that payees send to an address. */
export function updateAddress(
  services: Services,
  command: Command,
  id: number,
  { version, people_ids }: UpdateMailAddressInput,
): Promise<{ id: number }> {
  return changeAddress(services, command, id, async (unit, address) => {
    await requireVersion(unit.trx, 'mail-address', id, version)
    await requireRequesters(unit.trx, address.dealer_group_id, people_ids)
    await updateAddressRow(unit.trx, address, JSON.stringify(people_ids))
    const before = { people_ids: JSON.parse(address.people_ids) }
    noteAddress(unit, command.caller, { verb: 'update', row: address, before, after: { people_ids } })
  })
}

/** Removes an address. Emails that it took stay. */
export function removeAddress(services: Services, command: Command, id: number): Promise<{ id: number }> {
  return changeAddress(services, command, id, async (unit, address) => {
    await deleteAddress(unit.trx, id)
    noteAddress(unit, command.caller, { verb: 'delete', row: address, before: { tag: address.tag } })
  })
}

function changeAddress(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  work: (unit: Unit, address: MailAddress) => Promise<void>,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await beforeChange(unit.trx, 'mail-address', id)
    const address = await findAddress(unit.trx, id)
    if (!address || !isTheirs(caller, address)) throw notFound('address')
    await work(unit, address)
    return { id }
  })
}

function isTheirs({ scope }: Caller, { dealer_group_id }: Pick<ReceivedMail, 'dealer_group_id'>): boolean {
  return scope.dealerGroupId === null || scope.dealerGroupId === dealer_group_id
}

interface Change {
  readonly verb: string
  readonly row: { readonly id: number; readonly dealer_group_id: number }
  readonly before?: object
  readonly after?: object
}

function noteAddress(unit: Unit, actor: Caller, { verb, row, before, after }: Change): void {
  const subject = { chain: row.dealer_group_id, entity: 'mail-address', entityId: row.id }
  unit.audit({ actor, ...subject, action: `mail-address.${verb}`, before, after })
}

type KeptMail = ReceivedMail & { readonly stored_as: string; readonly size: number }

async function requireKept(db: Db, caller: Caller, id: number): Promise<KeptMail> {
  const mail = await findMail(db, id)
  if (mail?.stored_as === null || mail?.size === null || !mail || !isTheirs(caller, mail)) throw notFound('email')
  return { ...mail, stored_as: mail.stored_as, size: mail.size }
}

/** Makes drafts for a user from an email that was kept, as if the user had sent it. */
export async function giveMail(services: Services, { caller }: Command, id: number, userId: number) {
  const { database, files, mailParser } = services
  const row = await requireKept(database.read, caller, id)
  const people = await listRequesters(database.read, row.dealer_group_id, [userId])
  if (people.length === 0) throw invalidFields({ user_id: 'Choose a user who can raise check requests.' })
  const stored = { storedAs: row.stored_as, size: row.size }
  const mail = await mailParser.parse(await files.read(stored))
  if (!mail || mail.files.length === 0)
    throw new Failure('CONFLICT', 'This email has no attachments. Delete it instead.')
  const isTaken = await draftFrom(services, mail, {
    people,
    isOfPayee: true,
    row,
    actor: caller,
    claim: async (trx) => {
      if (!(await releaseMail(trx, id))) throw notFound('email')
      return id
    },
  })
  if (!isTaken) throw new Failure('CONFLICT', 'This user can’t have more drafts. Choose another user.')
  return { id }
}

/** Deletes an email that was kept. */
export function discardMail(services: Services, { caller, repeatable }: Command, id: number): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const { sender, subject, dealer_group_id } = await requireKept(unit.trx, caller, id)
    if (!(await releaseMail(unit.trx, id))) throw notFound('email')
    const entry = { chain: dealer_group_id, entity: 'incoming-mail', entityId: id, before: { sender, subject } }
    unit.audit({ actor: caller, ...entry, action: 'incoming-mail.discard' })
    return { id }
  })
}
