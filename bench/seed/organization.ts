import { createHash } from 'node:crypto'
import type { Dice } from '../../server/src/demo/dice.ts'

export type Row = Readonly<Record<string, string | number | null>>

/** A dealership and its requesters. */
export interface Desk {
  readonly groupId: number
  readonly dealershipId: number
  readonly departmentIds: readonly number[]
  readonly requesterIds: readonly number[]
}

/** The user ids of the benchmark's callers other than requesters. Each has a session. */
export type Callers = Readonly<
  Record<
    | 'approver'
    | 'superAdmin'
    | 'groupAdmin'
    | 'dealershipApprover'
    | 'departmentApprover'
    | 'smallGroupApprover'
    | 'processor'
    | 'reconciler'
    | 'secondReconciler',
    number
  >
>

export interface Organization {
  readonly tables: ReadonlyMap<string, Row[]>
  readonly desks: readonly Desk[]
  readonly callers: Callers
  /** Approvers for the whole largest group. */
  readonly watchers: readonly number[]
}

const dealershipsOfGroups = [28, 8, 3, 1]
const departmentsPerDealership = 5
const begin = '2026-01-01T00:00:00.000Z'
const never = '2126-01-01T00:00:00.000Z'

/**
 * Four groups of very different sizes, 40 dealerships, and 200 departments. The number of users grows with the number
 * of requests. `watchers` is the number of additional users.
 */
export function makeOrganization(requests: number, dice: Dice, watchers = 0): Organization {
  const tables = new Map<string, Row[]>()
  const add = (table: string, row: Row) =>
    void tables
      .set(table, tables.get(table) ?? [])
      .get(table)
      ?.push(row)
  const people = new People(add, dice)
  const requestersPerDesk = Math.max(2, Math.round(Math.sqrt(requests) / 40))
  const desks = dealershipsOfGroups.flatMap((dealerships, index) => {
    const groupId = index + 1
    add('dealer_groups', {
      id: groupId,
      name: `Group ${groupId}`,
      code: `G${groupId}`,
      created_at: begin,
      reminder_days: 0,
    })
    return Array.from({ length: dealerships }, (_, place) => {
      const dealershipId = groupId * 100 + place
      const departmentIds = addDealership(add, groupId, dealershipId)
      const requester = { roleId: 2, level: 2, groupId, dealershipIds: [dealershipId] }
      const requesterIds = Array.from({ length: requestersPerDesk }, () => people.add(requester))
      return { groupId, dealershipId, departmentIds, requesterIds }
    })
  })
  const callers = addCallers(people, desks)
  const watcher = { roleId: 3, level: 1, groupId: 1 }
  return { tables, desks, callers, watchers: Array.from({ length: watchers }, () => people.add(watcher)) }
}

type Add = (table: string, row: Row) => void

function addDealership(add: Add, groupId: number, dealershipId: number): number[] {
  const address = { address: '1 Main Street', city: 'Springfield', state: 'IL', zip: '62701', phone: '555-0100' }
  const dealership = { id: dealershipId, dealer_group_id: groupId, code: `D${dealershipId}`, created_at: begin }
  add('dealerships', { ...dealership, ...address, name: `Dealership ${dealershipId}` })
  return Array.from({ length: departmentsPerDealership }, (_, index) => {
    const id = dealershipId * 10 + index
    const place = { dealer_group_id: groupId, dealership_id: dealershipId }
    add('departments', { id, ...place, name: `Department ${id}`, code: `P${id}`, created_at: begin })
    return id
  })
}

function addCallers(people: People, [first]: readonly Desk[]): Callers {
  const approver = { roleId: 3, groupId: 1, dealershipIds: first ? [first.dealershipId] : [] }
  return {
    approver: people.add({ ...approver, level: 1 }),
    superAdmin: people.add({ roleId: 1, level: 0, groupId: null }),
    dealershipApprover: people.add({ ...approver, level: 2 }),
    departmentApprover: people.add({ ...approver, level: 3, departmentIds: first?.departmentIds.slice(0, 2) ?? [] }),
    smallGroupApprover: people.add({ ...approver, level: 1, groupId: dealershipsOfGroups.length }),
    groupAdmin: people.add({ roleId: 1, level: 1, groupId: 1 }),
    processor: people.add({ roleId: 4, level: 1, groupId: 1 }),
    reconciler: people.add({ roleId: 4, level: 1, groupId: 1 }),
    secondReconciler: people.add({ roleId: 4, level: 1, groupId: 1 }),
  }
}

/** The session token of an API client for this user. */
export function tokenOf(userId: number): string {
  return `t1.${secretOf(userId)}`
}

function secretOf(userId: number): string {
  return createHash('sha256').update(`bench ${userId}`).digest('base64url')
}

interface Person {
  readonly roleId: number
  readonly level: number
  readonly groupId: number | null
  readonly dealershipIds?: readonly number[]
  readonly departmentIds?: readonly number[]
}

const firstNames = ['Alice', 'Ben', 'Carla', 'David', 'Elena', 'Frank', 'Grace', 'Hugo', 'Irene', 'Jonas']
const lastNames = ['Abbott', 'Brandt', 'Castillo', 'Dufour', 'Eriksen', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jensen']

class People {
  readonly #add: Add
  readonly #dice: Dice
  #lastId = 0

  constructor(add: Add, dice: Dice) {
    this.#add = add
    this.#dice = dice
  }

  add({ roleId, level, groupId, dealershipIds = [], departmentIds = [] }: Person): number {
    this.#lastId += 1
    const id = this.#lastId
    const email = `user${id}@example.com`
    this.#add('users', {
      id,
      email,
      username: email,
      first_name: this.#dice.pick(firstNames),
      last_name: this.#dice.pick(lastNames),
      password_hash: 'none',
      primary_role: roleId,
      access_level: level,
      dealer_group_id: groupId,
      created_at: begin,
    })
    this.#add('user_roles', { user_id: id, role_id: roleId })
    const assignments = { user_id: id, dealer_group_id: groupId }
    for (const dealership_id of level === 2 ? dealershipIds : [])
      this.#add('user_dealerships', { ...assignments, dealership_id })
    for (const department_id of departmentIds)
      this.#add('user_departments', { ...assignments, dealership_id: dealershipIds[0] as number, department_id })
    this.#signIn(id, roleId)
    return id
  }

  #signIn(userId: number, roleId: number): void {
    const now = new Date().toISOString()
    this.#add('sessions', {
      id: `bench ${userId}`,
      kind: 'api',
      token_hash: createHash('sha256').update(secretOf(userId)).digest('hex'),
      user_id: userId,
      active_role: roleId,
      authenticated_at: now,
      last_human_at: now,
      expires_at: never,
    })
  }
}
