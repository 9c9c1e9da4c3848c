import { z } from 'zod'
import { payeeSubTypes, payeeTypes } from '../../check-requests/fields.ts'
import { idField } from '../../values/fields.ts'

const text = z.string()

const problems = z
  .array(z.object({ line: z.int().describe('The first line of the file is 1'), message: text }))
  .describe('All that keeps the file from being imported, by line')

/** What an import of payees would add, and what is wrong with the file. */
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

/** What an import of people would add, and what is wrong with the file. */
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
    are_mailed: z.boolean().describe('Everybody is mailed a link to choose their password'),
  })
  .meta({ id: 'PeoplePreview' })
export type PeoplePreview = z.output<typeof peoplePreviewReply>

/** What becomes of an account that a file names. */
const accountFates = ['added', 'changed', 'same'] as const

/** What an import would do to a chart of accounts, and what is wrong with the file. */
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

/** The accounts that were added; passwords only where no mail is set, and only in the first answer. */
export const importedPeopleReply = z.object({
  added: z.int(),
  people: z.array(z.object({ id: z.int(), name: text, email: text, password: text.nullable() })),
})
export type ImportedPeople = z.output<typeof importedPeopleReply>

/** How large the text of a file may be, in characters, and the body of a call that carries it, in bytes. */
const longestFile = 600_000
export const mostBytesOfImport = 2_000_000

/** Body of a call about a file: its text as it is, and the dealer group that it is for. */
export const importBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  csv: z
    .string({ error: 'Choose a file' })
    .min(1, { error: 'This file is empty. Its first line has to name the columns.' })
    .max(longestFile, { error: 'This file is too large. Split it, and import one part after the other.' }),
})
export type ImportInput = z.output<typeof importBody>

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
