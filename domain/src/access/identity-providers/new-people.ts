import { z } from 'zod'
import { idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { isRoleId, type RoleId, roleNamed } from '../roles.ts'
import { type AccessLevel, accessLevels } from '../scope.ts'

/** What a provider says about somebody, by the names of its claims. */
export type NamedClaims = Readonly<Record<string, unknown>>

/** The roles and places in which somebody begins. */
export interface FirstAccess {
  /** All roles, by id, each once; never empty. */
  readonly roleIds: readonly RoleId[]
  /** Those of them that a claim gave. */
  readonly givenRoleIds: readonly RoleId[]
  readonly primaryRole: RoleId
  readonly level: AccessLevel
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

const requester = roleNamed('requester').id
const personName = nameField('Name is required')

/**
 * The access of somebody whom a provider creates; undefined where nothing gives them a role (decision 127). A value
 * counts letter by letter, and one that no row has gives nothing.
 */
export function firstAccessOf(rules: NewPeople, claims: NamedClaims): FirstAccess | undefined {
  const givenRoleIds = rolesNamedBy(rules, claims)
  const byDefault = rules.requester_by_default ? [requester] : []
  const roleIds = sorted([...byDefault, ...givenRoleIds])
  const primaryRole = byDefault[0] ?? givenRoleIds[0]
  if (primaryRole === undefined) return undefined
  return { roleIds, givenRoleIds, primaryRole, ...placesOf(rules, claims) }
}

/** The roles that the claims name, by id; none without a mapping. */
export function rolesNamedBy({ role_claim, roles }: NewPeople, claims: NamedClaims): RoleId[] {
  const values = valuesOf(claims, role_claim)
  return sorted(roles.filter(({ value }) => values.has(value)).map(({ role_id }) => role_id))
}

/**
 * Which of the roles that a mapping once gave to somebody their claims do not name any more. Of a provider without a
 * mapping of roles, none: then nobody says anything about them.
 */
export function rolesLost(rules: NewPeople, claims: NamedClaims, given: readonly RoleId[]): RoleId[] {
  if (rules.role_claim === null) return []
  const named = rolesNamedBy(rules, claims)
  return given.filter((id) => !named.includes(id))
}

/** First and last name as a provider says them; undefined where one is missing or cannot be stored. */
export function namesOf(rules: NewPeople, claims: NamedClaims): { first: string; last: string } | undefined {
  const first = personName.safeParse(ownValue(claims, rules.first_name_claim ?? 'given_name'))
  const last = personName.safeParse(ownValue(claims, rules.last_name_claim ?? 'family_name'))
  return first.success && last.success ? { first: first.data, last: last.data } : undefined
}

function placesOf(rules: NewPeople, claims: NamedClaims) {
  const values = valuesOf(claims, rules.place_claim)
  const named = rules.places.filter(({ value }) => values.has(value))
  if (named.length === 0)
    return {
      level: rules.access_level,
      dealershipIds: sorted(rules.dealership_ids),
      departmentIds: sorted(rules.department_ids),
    }
  const departmentIds = sorted(named.flatMap(({ department_id }) => department_id ?? []))
  return {
    level: departmentIds.length > 0 ? accessLevels.department : accessLevels.dealership,
    dealershipIds: sorted(named.map(({ dealership_id }) => dealership_id)),
    departmentIds,
  }
}

/** The texts that a claim has, be it one or a list. */
function valuesOf(claims: NamedClaims, name: string | null): ReadonlySet<string> {
  const value = name === null ? undefined : ownValue(claims, name)
  return new Set([value].flat().filter((one) => typeof one === 'string'))
}

function ownValue(claims: NamedClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined
}

function sorted<Id extends number>(ids: readonly Id[]): Id[] {
  return [...new Set(ids)].toSorted((one, other) => one - other)
}

const mostRows = 100

const claimField = z
  .string()
  .trim()
  .max(100, { error: 'At most 100 characters' })
  .regex(/^\S+$/, { error: 'Enter the name of a claim, such as groups' })
  .nullable()

const valueField = nameField('Enter a value of the claim')

const roleField = z.custom<RoleId>((id) => typeof id === 'number' && isRoleId(id), { error: 'Choose a role' })

const ids = z.array(idField('Choose places')).max(500)

const levels = [accessLevels.group, accessLevels.dealership, accessLevels.department] as const

/**
 * How a provider creates people at their first sign-in. What everybody gets: the role Requester, if
 * `requester_by_default`, and the places. Claims may name roles, and places instead of those.
 */
export const newPeople = z
  .strictObject({
    requester_by_default: z.boolean(),
    access_level: z.literal(levels, { error: 'Access level is required' }),
    dealership_ids: ids,
    department_ids: ids,
    first_name_claim: claimField.describe('given_name where it is null'),
    last_name_claim: claimField.describe('family_name where it is null'),
    role_claim: claimField,
    roles: z.array(z.strictObject({ value: valueField, role_id: roleField })).max(mostRows),
    place_claim: claimField,
    places: z
      .array(
        z.strictObject({
          value: valueField,
          dealership_id: idField('Choose a dealership'),
          department_id: idField('Choose a department').nullable(),
        }),
      )
      .max(mostRows),
  })
  .check(
    z.superRefine((rules, context) => {
      for (const [field, message] of problemsOf(rules)) context.addIssue({ code: 'custom', path: [field], message })
    }),
  )
export type NewPeople = z.output<typeof newPeople>

type Rules = Pick<
  NewPeople,
  | 'requester_by_default'
  | 'access_level'
  | 'dealership_ids'
  | 'department_ids'
  | 'role_claim'
  | 'roles'
  | 'place_claim'
  | 'places'
>

function problemsOf(rules: Rules): [field: string, message: string][] {
  const { access_level: level, dealership_ids, department_ids, roles, places } = rules
  const problems: [boolean, string, string][] = [
    [
      !rules.requester_by_default && roles.length === 0,
      'roles',
      'Let everybody be a requester, or say which claim gives which role',
    ],
    [
      level >= accessLevels.dealership !== dealership_ids.length > 0,
      'dealership_ids',
      level >= accessLevels.dealership
        ? 'Dealership is required for this access level'
        : 'Leave the dealerships out for this access level',
    ],
    [
      (level === accessLevels.department) !== department_ids.length > 0,
      'department_ids',
      level === accessLevels.department
        ? 'Department is required for this access level'
        : 'Leave the departments out for this access level',
    ],
    [(rules.role_claim === null) !== (roles.length === 0), 'roles', 'Enter a claim, and what its values mean'],
    [(rules.place_claim === null) !== (places.length === 0), 'places', 'Enter a claim, and what its values mean'],
    // Somebody covers whole dealerships or departments, never some of each (A12).
    [
      new Set(places.map(({ department_id }) => department_id === null)).size > 1,
      'places',
      'Let all values name dealerships, or all of them departments',
    ],
  ]
  return problems.flatMap(([isWrong, field, message]) => (isWrong ? [[field, message]] : []))
}
