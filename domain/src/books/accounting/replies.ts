import { z } from 'zod'
import { defaultField } from './chart-fields.ts'

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

/** Accounts of a chart that were looked for, and how many there are of them in all. */
export const accountsReply = z.object({ accounts: z.array(ledgerAccountReply), total: z.int() })
export type AccountsReply = z.output<typeof accountsReply>

/** What a dealer group has set about its chart of accounts: those that requests begin with, as they are now. */
export const chartReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    has_accounts: z.boolean(),
    defaults: z.array(defaultField.extend({ account_name: z.string(), is_active: z.boolean() })),
  })
  .meta({ id: 'ChartOfAccounts' })
export type ChartReply = z.output<typeof chartReply>

/** A line of a request as clients receive it, with the account's name as it is now. Amounts are dollars. */
export const accountingLineReply = z
  .object({
    account: z.string(),
    account_name: z.string(),
    control_number: z.string().nullable(),
    amount: z.number(),
  })
  .meta({ id: 'AccountingLine' })
export type AccountingLineReply = z.output<typeof accountingLineReply>
