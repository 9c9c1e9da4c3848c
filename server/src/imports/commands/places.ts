import { listTitles } from '../../approvals/queries/titles.ts'
import { listDealerships, listDepartments } from '../../organisation/queries/lists.ts'
import { findGroup } from '../../organisation/queries/places.ts'
import type { Db } from '../../tables.ts'
import type { Assignments } from '../../users/queries/store.ts'

/** A title, and where somebody holds it; 0 for wherever they approve. */
interface Held {
  readonly approval_title_id: number
  readonly dealership_id: number
}

/** The places and titles of a dealer group, found by how a file names them; what is not found is told as a sentence. */
export interface Places {
  readonly dealerGroupId: number
  dealership(text: string, told: string[]): number[]
  department(text: string, dealershipIds: readonly number[], told: string[]): number[]
  title(text: string, told: string[]): Held[]
  titleInWords(held: Held): string
  namesOf(assignments: Assignments): string[]
}

export async function placesOf(db: Db, dealerGroupId: number): Promise<Places> {
  const group = await findGroup(db, dealerGroupId)
  const dealerships = await listDealerships(db, dealerGroupId)
  const departments = await listDepartments(db, dealerGroupId)
  const titles = (await listTitles(db, dealerGroupId)).filter(({ is_active }) => is_active === 1)

  function dealership(text: string, told: string[]): number[] {
    const found = dealerships.find(isCalled(text))
    if (!found) told.push(`There is no dealership “${text}” in this dealer group. Write its code or its name.`)
    return found ? [found.id] : []
  }

  function department(text: string, dealershipIds: readonly number[], told: string[]): number[] {
    const [first = '', second] = text.split('/').map((part) => part.trim())
    const name = second ?? first
    const within = second === undefined ? dealershipIds : dealerships.filter(isCalled(first)).map(({ id }) => id)
    const found = departments.filter((one) => within.includes(one.dealership_id) && isCalled(name)(one))
    const [one, other] = found
    if (!one) told.push(`There is no department “${text}” in these dealerships. Write it as TOY/SVC.`)
    if (other) told.push(`Several dealerships have a department “${text}”. Write it as TOY/SVC.`)
    return one && !other ? [one.id] : []
  }

  function title(text: string, told: string[]): Held[] {
    const [name = '', where] = text.split('@').map((part) => part.trim())
    const found = titles.find((one) => same(one.name, name))
    if (!found) told.push(`There is no approval title “${name}” in this dealer group.`)
    const [dealershipId] = where === undefined ? [0] : dealership(where, told)
    return found && dealershipId !== undefined ? [{ approval_title_id: found.id, dealership_id: dealershipId }] : []
  }

  const nameOf = (rows: readonly { id: number; name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? ''
  return {
    dealerGroupId,
    dealership,
    department,
    title,
    titleInWords({ approval_title_id, dealership_id }) {
      const name = nameOf(titles, approval_title_id)
      return dealership_id === 0 ? name : `${name}, ${nameOf(dealerships, dealership_id)}`
    },
    namesOf({ dealershipIds, departmentIds }) {
      if (departmentIds.length > 0)
        return departments
          .filter(({ id }) => departmentIds.includes(id))
          .map(({ dealership_name, name }) => `${dealership_name} / ${name}`)
      if (dealershipIds.length > 0) return dealershipIds.map((id) => nameOf(dealerships, id))
      return [group?.name ?? '']
    },
  }
}

/** Is a place called like this, by its code or its name? */
function isCalled(text: string) {
  return ({ code, name }: { readonly code: string; readonly name: string }) => same(code, text) || same(name, text)
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
