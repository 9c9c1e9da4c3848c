import { z } from 'zod'
import { severalOf, wordsField } from '../../check-requests/list/filters.ts'
import { idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { accountNumberField, mostLines } from './lines.ts'

const mostDefaults = 2000

const accountNameField = nameField('Account name is required', 100)

/** Query for the accounts in a chart, by number; accounts whose number begins with the search words come first. */
export const accountsQuery = z.strictObject({
  search: wordsField.default('').describe('Words that must all appear in the number or name'),
  numbers: severalOf(
    (text) => accountNumberField.safeParse(text).data,
    'Account numbers, separated by commas',
    mostLines,
  )
    .optional()
    .describe('Only these accounts'),
  in_use: z.literal('true').optional().describe('Only accounts that are in use'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AccountsQuery = z.output<typeof accountsQuery>

/** Body of a call that adds an account to a dealer group's chart. */
export const createAccountBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  number: accountNumberField,
  name: accountNameField,
  is_active: z.boolean().default(true),
})
export type CreateAccountInput = z.output<typeof createAccountBody>

/** Body of a change to an account. Its number can't change because requests refer to it. */
export const updateAccountBody = z.strictObject({
  name: accountNameField.optional(),
  is_active: z.boolean().optional(),
  version: versionField,
})
export type UpdateAccountInput = z.output<typeof updateAccountBody>

/** The default account for requests with this purpose. */
const defaultField = z.strictObject({
  purpose_id: idField('Purpose is required'),
  dealership_id: z
    .int()
    .positive()
    .nullable()
    .describe('Null for all dealerships that have no default account of their own'),
  account: accountNumberField,
})

/** Body of a change to the default accounts. Omitted purposes have no default account. */
export const defaultAccountsBody = z.strictObject({
  defaults: z
    .array(defaultField)
    .max(mostDefaults)
    .refine((list) => new Set(list.map((one) => `${one.purpose_id} ${one.dealership_id}`)).size === list.length, {
      error: 'List each purpose only once per dealership.',
    }),
  version: versionField,
})
export type DefaultAccountsInput = z.output<typeof defaultAccountsBody>

/** One account of a chart. */
export const ledgerAccountReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    number: z.string(),
    name: z.string(),
    is_active: z.boolean(),
  })
  .meta({ id: 'LedgerAccount' })
export type LedgerAccount = z.output<typeof ledgerAccountReply>

/** Matching accounts of a chart, and the total number of matches. */
export const accountsReply = z.object({ accounts: z.array(ledgerAccountReply), total: z.int() })
export type AccountsReply = z.output<typeof accountsReply>

/** A dealer group's chart settings: the current default accounts of requests. */
export const chartReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    has_accounts: z.boolean(),
    defaults: z.array(defaultField.extend({ account_name: z.string(), is_active: z.boolean() })),
  })
  .meta({ id: 'ChartOfAccounts' })
export type ChartReply = z.output<typeof chartReply>

/** An accounting line of a request as returned to clients, with the account's current name. Amounts in dollars. */
export const accountingLineReply = z
  .object({
    account: z.string(),
    account_name: z.string(),
    control_number: z.string().nullable(),
    amount: z.number(),
  })
  .meta({ id: 'AccountingLine' })
export type AccountingLineReply = z.output<typeof accountingLineReply>
