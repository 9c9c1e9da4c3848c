import { permissions } from '@check-requests/domain/access/permissions.ts'
import { handFields, requestBars } from '@check-requests/domain/check-requests/duties.ts'

import { statuses, transitions } from '@check-requests/domain/check-requests/lifecycle.ts'

/** A policy with one rule removed or one right added. */
export interface Mutant {
  readonly name: string
  /** Changes the loaded policy. Returns a function that restores it. */
  readonly apply: () => () => void
}

const roles = ['admin', 'requester', 'approver', 'processor']
const flags = ['own', 'decides', 'duty', 'stops', 'withdraws', 'needs', 'offers', 'completes']

/** The actions of the life cycle without a bank account that separation of duties can bar. */
const separated = ['decide', 'print', 'sign without account'] as const

/** Every rule of the permission table, the transition table, and separation of duties, each removed or widened. */
export const mutants: readonly Mutant[] = [
  ...Object.entries(permissions).flatMap(([action, row]) => permissionMutants(action, row)),
  ...transitions.flatMap((row, at) => transitionMutants(row, at)),
  ...separated.flatMap((act) =>
    requestBars[act].flatMap((bar) => bar.by.map((duty) => without(`${act} bars who ${duty} it`, bar, 'by', duty))),
  ),
  ...handFields.map((field, at) => removed(`${field} makes a hand`, handFields, at)),
]

function permissionMutants(action: string, row: object): Mutant[] {
  const { roles: may = [], own = [], at = [] } = row as Record<string, string[]>
  return [
    ...may.map((role) => without(`${action} by ${role}`, row, 'roles', role)),
    ...roles
      .filter((role) => !may.includes(role))
      .map((role) => changed(`${action} by ${role} as well`, row, 'roles', [...may, role])),
    ...own.map((role) => without(`${action} of their own only, by ${role}`, row, 'own', role)),
    ...at.map((status) => without(`${action} at ${status}`, row, 'at', status)),
    ...('at' in row ? [changed(`${action} at some statuses only`, row, 'at', undefined)] : []),
    ...('upToLevel' in row ? [changed(`${action} up to a level`, row, 'upToLevel', undefined)] : []),
  ]
}

function transitionMutants(row: object, at: number): Mutant[] {
  const { by, from, to } = row as Record<string, string>
  const name = `${by} from ${from} to ${to}`
  const others = statuses.filter((status) => status.name !== to)
  return [
    removed(name, transitions, at),
    ...flags.filter((flag) => flag in row).map((flag) => changed(`${name}: ${flag}`, row, flag, undefined)),
    changed(`${name}, to ${others[at % others.length]?.name} instead`, row, 'to', others[at % others.length]?.name),
  ]
}

function without(name: string, row: object, key: string, value: string): Mutant {
  const values = Reflect.get(row, key) as string[]
  return changed(
    name,
    row,
    key,
    values.filter((one) => one !== value),
  )
}

function changed(name: string, row: object, key: string, value: unknown): Mutant {
  const apply = () => {
    const before = Reflect.get(row, key)
    Reflect.set(row, key, value)
    return () => void Reflect.set(row, key, before)
  }
  return { name, apply }
}

function removed(name: string, table: readonly unknown[], at: number): Mutant {
  const rows = table as unknown[]
  const apply = () => {
    const taken = rows.splice(at, 1)
    return () => void rows.splice(at, 0, ...taken)
  }
  return { name, apply }
}
