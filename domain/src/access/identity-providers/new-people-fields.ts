import { z } from 'zod'
import { idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { isRoleId, type RoleId } from '../roles.ts'
import { accessLevels } from '../scope.ts'

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
