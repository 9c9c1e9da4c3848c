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
