import { z } from 'zod'
import { payeeSubTypes, payeeTypes } from '../../check-requests/fields.ts'
import { idField } from '../../values/fields.ts'

const text = z.string()

const problems = z
  .array(z.object({ line: z.int().describe('The first line of the file is 1'), message: text }))
  .describe('All problems that prevent the import, by line')

/** The payees that an import would add, and the problems in the file. */
export const payeePreviewReply = z
  .object({
    rows: z.array(
      z.object({
        line: z.int(),
        name: text,
        payee_type: z.enum(payeeTypes),
        payee_sub_type: z.enum(payeeSubTypes),
        address: text.nullable(),
        purpose_name: text.nullable(),
      }),
    ),
    problems,
  })
  .meta({ id: 'PayeePreview' })
export type PayeePreview = z.output<typeof payeePreviewReply>

/** The users that an import would add, and the problems in the file. */
export const peoplePreviewReply = z
  .object({
    rows: z.array(
      z.object({
        line: z.int(),
        name: text,
        email: text,
        role_names: z.array(text),
        place_names: z.array(text).describe('The dealer group, or its dealerships or departments'),
        approval_titles: z.array(text),
      }),
    ),
    problems,
    are_mailed: z.boolean().describe('True if each user is emailed a link to choose a password'),
  })
  .meta({ id: 'PeoplePreview' })
export type PeoplePreview = z.output<typeof peoplePreviewReply>

/** The effect of an import on an account in the file. */
const accountFates = ['added', 'changed', 'same'] as const

/** The effect of an import on a chart of accounts, and the problems in the file. */
export const accountPreviewReply = z
  .object({
    rows: z.array(
      z.object({ line: z.int(), number: text, name: text, is_active: z.boolean(), becomes: z.enum(accountFates) }),
    ),
    problems,
  })
  .meta({ id: 'AccountPreview' })
export type AccountPreview = z.output<typeof accountPreviewReply>

export const importedAccountsReply = z.object({ added: z.int(), changed: z.int() })

export const importedPayeesReply = z.object({ added: z.int() })

/** The users that were added. Includes passwords only if no email is set up, and only in the first response. */
export const importedPeopleReply = z.object({
  added: z.int(),
  people: z.array(z.object({ id: z.int(), name: text, email: text, password: text.nullable() })),
})
export type ImportedPeople = z.output<typeof importedPeopleReply>

/** The maximum size of an import file in characters, and of the request body in bytes. */
const longestFile = 600_000
export const mostBytesOfImport = 2_000_000

/** Body of an import call: the file's text and its dealer group. */
export const importBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  csv: z
    .string({ error: 'Choose a file.' })
    .min(1, { error: 'This file is empty. Its first line must name the columns.' })
    .max(longestFile, { error: 'This file is too large. Split the file, and import the parts one at a time.' }),
})
export type ImportInput = z.output<typeof importBody>

/** A column of an import file; its name in the header line, in any letter case. */
export interface ImportColumn<Name extends string> {
  readonly name: Name
  readonly isRequired?: boolean
}

/** The columns of a payee file, in form order. */
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

/** The columns of a user file. Several roles, locations, or titles are separated by semicolons within a cell. */
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

/** The columns of an account file. If Active is empty, new accounts are active and existing ones stay unchanged. */
export const accountImportColumns = [
  { name: 'Number', isRequired: true },
  { name: 'Name', isRequired: true },
  { name: 'Active' },
] as const satisfies readonly ImportColumn<string>[]
export type AccountImportColumn = (typeof accountImportColumns)[number]['name']

/** The values of the Access column, with their access levels. */
export const importedAccess = [
  { text: 'Dealer group', level: 1 },
  { text: 'Dealership', level: 2 },
  { text: 'Department', level: 3 },
] as const

/** Maximum number of rows in one import. */
export const mostImportedPayees = 1000
export const mostImportedPeople = 200
export const mostImportedAccounts = 2000

/** A sample payee file. */
export const payeeImportSample = `Name,Type,Sub Type,Address,Email,Phone,Usual Purpose,Note
Harbor Paint Supply,Business,Vendor,"1200 Dock Street
Astoria, OR 97103",billing@harborpaint.example,(503) 555-0142,Parts,Opens at 7
Renée Dubois,Individual,Customer,,,,Customer Refund,
`

/** A sample account file. */
export const accountImportSample = `Number,Name,Active
2310,Vehicle payoffs,Yes
6800,Shop supplies,Yes
1999,Suspense,No
`

/** A sample user file. */
export const peopleImportSample = `First Name,Last Name,Email,Username,Title,Roles,Primary Role,Access,Dealerships,Departments,Approval Titles
Dana,Whitfield,dana@example.com,,Service advisor,Requester,,Department,TOY,TOY/SVC,
Victor,Hale,victor@example.com,victor,General manager,Approver; Requester,Approver,Dealership,TOY; HON,,General manager @ TOY
Ivy,Chen,ivy@example.com,,Controller,Approver,,Dealer group,,,Controller
`
