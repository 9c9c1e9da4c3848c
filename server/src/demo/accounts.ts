import { type RoleId, roles } from '@check-requests/domain/access/roles.ts'
import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'

/** The password for every demo account (C1). */
export const demoPassword = 'check-request-demo'

/** A demo account. `places` lists the code of a group, then dealerships, then departments as `TOY/SVC`. */
export interface DemoAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string
  /** The account's roles, the primary role first. */
  readonly roleIds: readonly [RoleId, ...RoleId[]]
  readonly level: AccessLevel
  readonly group: 'LAG' | 'SUM' | null
  readonly dealerships?: readonly string[]
  readonly departments?: readonly string[]
  readonly active?: false
}

/** The demo users (C1). */
export const accounts: readonly DemoAccount[] = [
  {
    email: 'superadmin@example.com',
    firstName: 'Sam',
    lastName: 'Okafor',
    title: 'System owner',
    roleIds: [1],
    level: accessLevels.superAdmin,
    group: null,
  },
  {
    email: 'admin@lakeside.example',
    firstName: 'Grace',
    lastName: 'Lindqvist',
    title: 'Office manager',
    roleIds: [1],
    level: accessLevels.group,
    group: 'LAG',
  },
  {
    email: 'requester@lakeside.example',
    firstName: 'Maria',
    lastName: 'Delgado',
    title: 'Service advisor',
    roleIds: [2],
    level: accessLevels.department,
    group: 'LAG',
    dealerships: ['TOY'],
    departments: ['TOY/SVC', 'TOY/PRT'],
  },
  {
    email: 'requester2@lakeside.example',
    firstName: 'Tom',
    lastName: 'Becker',
    title: 'Title clerk',
    roleIds: [2],
    level: accessLevels.dealership,
    group: 'LAG',
    dealerships: ['HON', 'TOY'],
  },
  {
    email: 'approver@lakeside.example',
    firstName: 'Denise',
    lastName: 'Carver',
    title: 'Controller',
    roleIds: [3],
    level: accessLevels.group,
    group: 'LAG',
  },
  {
    email: 'approver2@lakeside.example',
    firstName: 'Victor',
    lastName: 'Hale',
    title: 'General manager, Toyota',
    roleIds: [3],
    level: accessLevels.dealership,
    group: 'LAG',
    dealerships: ['TOY'],
  },
  {
    email: 'processor@lakeside.example',
    firstName: 'Priya',
    lastName: 'Nair',
    title: 'Accounts payable',
    roleIds: [4],
    level: accessLevels.group,
    group: 'LAG',
  },
  {
    email: 'manager@lakeside.example',
    firstName: 'Luis',
    lastName: 'Romero',
    title: 'General manager, Honda and Ford',
    roleIds: [3, 2],
    level: accessLevels.dealership,
    group: 'LAG',
    dealerships: ['HON', 'FRD'],
  },
  {
    email: 'inactive@lakeside.example',
    firstName: 'Karen',
    lastName: 'Voss',
    title: 'Parts counter',
    roleIds: [2],
    level: accessLevels.department,
    group: 'LAG',
    dealerships: ['FRD'],
    departments: ['FRD/SVC'],
    active: false,
  },
  {
    email: 'requester@summit.example',
    firstName: 'Ben',
    lastName: 'Whitaker',
    title: 'Office clerk',
    roleIds: [2],
    level: accessLevels.group,
    group: 'SUM',
  },
  {
    email: 'approver@summit.example',
    firstName: 'Ellen',
    lastName: 'Marsh',
    title: 'Controller',
    roleIds: [3],
    level: accessLevels.group,
    group: 'SUM',
  },
  {
    email: 'processor@summit.example',
    firstName: 'Omar',
    lastName: 'Haddad',
    title: 'Accounts payable',
    roleIds: [4],
    level: accessLevels.group,
    group: 'SUM',
  },
  {
    email: 'everyone@summit.example',
    firstName: 'Joan',
    lastName: 'Fletcher',
    title: 'Owner',
    roleIds: [2, 3, 4, 1],
    level: accessLevels.group,
    group: 'SUM',
  },
]

/** The accounts listed on the login screen. */
const shows: Readonly<Record<string, string>> = {
  'superadmin@example.com': 'Sees both groups, and confirms accounts',
  'admin@lakeside.example': 'Settles the bank’s exceptions, and reads the audit trail',
  'requester@lakeside.example': 'Raises requests for two departments',
  'requester2@lakeside.example': 'Raises requests for two dealerships',
  'approver@lakeside.example': 'Decides as the controller, and signs checks',
  'approver2@lakeside.example': 'Decides above $10,000',
  'processor@lakeside.example': 'Prints, mails, and hands over checks',
  'manager@lakeside.example': 'Can’t approve own requests, and confirms undone clearings',
  'inactive@lakeside.example': 'Can’t log in: the account is inactive',
  'requester@summit.example': 'Raises requests for Summit Motors',
  'approver@summit.example': 'Approves the requests of Summit Motors',
  'processor@summit.example': 'Records check numbers by hand, without a bank account',
  'everyone@summit.example': 'Has all roles, in a group without separation of duties',
}

export const demoAccounts = accounts.map(({ email, firstName, lastName, title, roleIds }) => {
  const labels = roleIds.map((id) => roles.find((role) => role.id === id)?.label).join(', ')
  return {
    email,
    password: demoPassword,
    description: `${firstName} ${lastName}, ${title} (${labels}). ${shows[email]}.`,
  }
})
