import { barredFrom } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { Receiver } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { canBePerson, payeeKey } from '@check-requests/domain/payees/identity.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { findPerson, listPeople, type Person } from '../../people/users/queries/people.ts'
import { type Custody, custodyOf } from './custody.ts'
import { demandCheck, demandRequestOf } from './load.ts'

const offeredAtOnce = 8

/** Some of the active people of the dealer group whose first, last or whole name begins like this. */
export async function findReceivers({ database: { read } }: Services, caller: Caller, id: number, beginning: string) {
  const { check } = await demandCheck(read, caller, id)
  const kept =
    check.check_request_id === null
      ? []
      : keptBy(await custodyOf(read, check, await demandRequestOf(read, caller, check), caller))
  const wanted = fold(beginning)
  return (await listPeople(read, check.dealer_group_id))
    .filter(({ active, name }) => active && ` ${fold(name)}`.includes(` ${wanted}`))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'))
    .slice(0, offeredAtOnce)
    .map(({ userId, name, title }): Receiver => ({ id: userId, name, title, is_barred: kept.includes(userId) }))
}

/** Whoever is chosen to take a check: active, and of its dealer group or above it. Null where nobody is chosen. */
export async function demandReceiver(db: Db, dealerGroupId: number, id: number | undefined): Promise<Person | null> {
  if (id === undefined) return null
  const person = await findPerson(db, id)
  const isOfGroup = person && [null, dealerGroupId].includes(person.scope.dealerGroupId)
  if (!person?.active || !isOfGroup) throw invalidFields({ receiver_user_id: 'Choose who takes the check.' })
  return person
}

/**
 * Whoever takes the check by what was typed: a name that can be that of somebody whom custody keeps from it is theirs, though
 * nobody has chosen them.
 */
export async function receiverNamed(db: Db, custody: Custody, name: string): Promise<Person | null> {
  for (const id of keptBy(custody)) {
    const person = await findPerson(db, id)
    if (person && (canBePerson(name, person.name) || payeeKey(name) === payeeKey(person.name))) return person
  }
  return null
}

function keptBy({ did, custody }: Custody): readonly number[] {
  return barredFrom(checkBars.take, did, { custody })
}
