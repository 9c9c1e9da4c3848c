/** A column of a file that is imported; its name in the first line, in any letter case. */
export interface ImportColumn<Name extends string> {
  readonly name: Name
  readonly isRequired?: boolean
}

/** The columns of a file of payees, as the form has them. */
export const payeeImportColumns = [
  { name: 'Name', isRequired: true },
  { name: 'Type', isRequired: true },
  { name: 'Sub Type', isRequired: true },
  { name: 'Address' },
  { name: 'Email' },
  { name: 'Phone' },
  { name: 'Usual Purpose' },
  { name: 'Note' },
] as const satisfies readonly ImportColumn<string>[]
export type PayeeImportColumn = (typeof payeeImportColumns)[number]['name']

/** The columns of a file of people. Several roles, places or titles stand in one cell, with semicolons between them. */
export const peopleImportColumns = [
  { name: 'First Name', isRequired: true },
  { name: 'Last Name', isRequired: true },
  { name: 'Email', isRequired: true },
  { name: 'Username' },
  { name: 'Title' },
  { name: 'Roles', isRequired: true },
  { name: 'Primary Role' },
  { name: 'Access', isRequired: true },
  { name: 'Dealerships' },
  { name: 'Departments' },
  { name: 'Approval Titles' },
] as const satisfies readonly ImportColumn<string>[]
export type PeopleImportColumn = (typeof peopleImportColumns)[number]['name']

/** The columns of a file of accounts. Where Active says nothing, a new account is in use, and another stays as it is. */
export const accountImportColumns = [
  { name: 'Number', isRequired: true },
  { name: 'Name', isRequired: true },
  { name: 'Active' },
] as const satisfies readonly ImportColumn<string>[]
export type AccountImportColumn = (typeof accountImportColumns)[number]['name']

/** What the column Access says, with the access level that it means. */
export const importedAccess = [
  { text: 'Dealer group', level: 1 },
  { text: 'Dealership', level: 2 },
  { text: 'Department', level: 3 },
] as const

/** At most this many rows are imported at once. */
export const mostImportedPayees = 1000
export const mostImportedPeople = 200
export const mostImportedAccounts = 2000

/** A file of payees to begin with. */
export const payeeImportSample = `Name,Type,Sub Type,Address,Email,Phone,Usual Purpose,Note
Harbor Paint Supply,Business,Vendor,"1200 Dock Street
Astoria, OR 97103",billing@harborpaint.example,(503) 555-0142,Parts,Opens at 7
Renée Dubois,Individual,Customer,,,,Customer Refund,
`

/** A file of accounts to begin with. */
export const accountImportSample = `Number,Name,Active
2310,Vehicle payoffs,Yes
6800,Shop supplies,Yes
1999,Suspense,No
`

/** A file of people to begin with. */
export const peopleImportSample = `First Name,Last Name,Email,Username,Title,Roles,Primary Role,Access,Dealerships,Departments,Approval Titles
Dana,Whitfield,dana@example.com,,Service advisor,Requester,,Department,TOY,TOY/SVC,
Victor,Hale,victor@example.com,victor,General manager,Approver; Requester,Approver,Dealership,TOY; HON,,General manager @ TOY
Ivy,Chen,ivy@example.com,,Controller,Approver,,Dealer group,,,Controller
`
