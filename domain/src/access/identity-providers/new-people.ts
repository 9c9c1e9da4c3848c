import { z } from 'zod'
import { idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { isRoleId, type RoleId, roleNamed } from '../roles.ts'
import { type AccessLevel, accessLevels } from '../scope.ts'

/** The claims that a provider sends about a user, by claim name. */
export type NamedClaims = Readonly<Record<string, unknown>>

/** The initial roles and locations of a user. */
export interface FirstAccess {
  /** All role ids without duplicates; never empty. */
  readonly roleIds: readonly RoleId[]
  /** The roles granted by the provider's claims. */
  readonly givenRoleIds: readonly RoleId[]
  readonly primaryRole: RoleId
  readonly level: AccessLevel
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

const requester = roleNamed('requester').id
const personName = nameField('Name is required')

/**
 * The initial access of a user created by a provider; undefined if neither the defaults nor the claims grant a role
 * (decision 127). Claim values must match exactly; a value without a mapping row grants nothing.
 */
export function firstAccessOf(rules: NewPeople, claims: NamedClaims): FirstAccess | undefined {
  const givenRoleIds = rolesNamedBy(rules, claims)
  const byDefault = rules.requester_by_default ? [requester] : []
  const roleIds = sorted([...byDefault, ...givenRoleIds])
  const primaryRole = byDefault[0] ?? givenRoleIds[0]
  if (primaryRole === undefined) return undefined
  return { roleIds, givenRoleIds, primaryRole, ...placesOf(rules, claims) }
}

/** The ids of the roles that the claims name; empty without a mapping. */
export function rolesNamedBy({ role_claim, roles }: NewPeople, claims: NamedClaims): RoleId[] {
  const values = valuesOf(claims, role_claim)
  return sorted(roles.filter(({ value }) => values.has(value)).map(({ role_id }) => role_id))
}

/**
 * The roles previously granted by the role mapping that the claims no longer name. Empty without a role mapping,
 * because then the provider doesn't assign roles.
 */
export function rolesLost(rules: NewPeople, claims: NamedClaims, given: readonly RoleId[]): RoleId[] {
  if (rules.role_claim === null) return []
  const named = rolesNamedBy(rules, claims)
  return given.filter((id) => !named.includes(id))
}

/** First and last name from the provider; undefined if either is missing or can't be stored. */
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

/** The strings in a claim, which is either a single string or a list. */
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
  .max(100, { error: 'Enter at most 100 characters.' })
  .regex(/^\S+$/, { error: 'Enter the name of a claim, such as groups.' })
  .nullable()

const valueField = nameField('Enter a claim value.')

const roleField = z.custom<RoleId>((id) => typeof id === 'number' && isRoleId(id), { error: 'Choose a role.' })

const ids = z.array(idField('Choose at least one location.')).max(500)

const levels = [accessLevels.group, accessLevels.dealership, accessLevels.department] as const

/**
 * How a provider creates users at their first sign-in. All new users get the default locations and, if
 * `requester_by_default` is set, the Requester role. Claims can add roles and replace the locations.
 */
export const newPeople = z
  .strictObject({
    requester_by_default: z.boolean(),
    access_level: z.literal(levels, { error: 'Access level is required' }),
    dealership_ids: ids,
    department_ids: ids,
    first_name_claim: claimField.describe('Null to use the claim given_name'),
    last_name_claim: claimField.describe('Null to use the claim family_name'),
    role_claim: claimField,
    roles: z.array(z.strictObject({ value: valueField, role_id: roleField })).max(mostRows),
    place_claim: claimField,
    places: z
      .array(
        z.strictObject({
          value: valueField,
          dealership_id: idField('Choose a dealership.'),
          department_id: idField('Choose a department.').nullable(),
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
      'Make every new user a requester, or map claim values to roles',
    ],
    [
      level >= accessLevels.dealership !== dealership_ids.length > 0,
      'dealership_ids',
      level >= accessLevels.dealership
        ? 'Dealership is required for this access level'
        : 'Remove the dealerships for this access level',
    ],
    [
      (level === accessLevels.department) !== department_ids.length > 0,
      'department_ids',
      level === accessLevels.department
        ? 'Department is required for this access level'
        : 'Remove the departments for this access level',
    ],
    [(rules.role_claim === null) !== (roles.length === 0), 'roles', 'Enter a claim and at least one value'],
    [(rules.place_claim === null) !== (places.length === 0), 'places', 'Enter a claim and at least one value'],
    // A user covers whole dealerships or whole departments, never a mix (A12).
    [
      new Set(places.map(({ department_id }) => department_id === null)).size > 1,
      'places',
      'Map all values to dealerships, or all of them to departments',
    ],
  ]
  return problems.flatMap(([isWrong, field, message]) => (isWrong ? [[field, message]] : []))
}
