import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './access/accounts/tables.ts'
import type { IdentityProviderTables } from './access/identity-providers/tables.ts'
import type { ConfirmationTables } from './access/pending-accounts/tables.ts'
import type { ControlTables } from './access/pending-controls/tables.ts'
import type { SecondFactorTables } from './access/second-factor/tables.ts'
import type { SessionTables } from './access/sessions/tables.ts'
import type { TokenTables } from './access/tokens/tables.ts'
import type { DelegationTables } from './approvals/delegations/tables.ts'
import type { ApprovalTables } from './approvals/tables.ts'
import type { BankingTables } from './bank/tables.ts'
import type { AccountingTables } from './books/accounting/tables.ts'
import type { JournalTables } from './books/journal/tables.ts'
import type { DecisionLinkTables } from './check-requests/by-mail/tables.ts'
import type { CommentTables } from './check-requests/comments/tables.ts'
import type { DraftTables } from './check-requests/drafts/tables.ts'
import type { RecurringTables } from './check-requests/recurring/tables.ts'
import type { CheckRequestTables } from './check-requests/tables.ts'
import type { ViewTables } from './check-requests/views/tables.ts'
import type { CheckTables } from './checks/tables.ts'
import type { AttachmentTables } from './documents/attachments/tables.ts'
import type { IncomingMailTables } from './documents/incoming-mail/tables.ts'
import type { ReadingTables } from './documents/readings/tables.ts'
import type { InboxTables } from './notices/inbox/tables.ts'
import type { MailTables } from './notices/mail/tables.ts'
import type { WebhookTables } from './notices/webhooks/tables.ts'
import type { BackupTables } from './operation/backups/tables.ts'
import type { JobTables } from './operation/jobs/tables.ts'
import type { OrganizationTables } from './organization/tables.ts'
import type { PayeeTables } from './payees/tables.ts'
import type { Keyring } from './platform/crypto/keyring.ts'
import type { Database } from './platform/database/database.ts'
import type { AnsweredCallTable } from './platform/http/answered-calls.ts'
import type { AuditTables } from './trail/tables.ts'

/** The table types of the database. */
export interface Tables
  extends OrganizationTables,
    AccountTables,
    SessionTables,
    SecondFactorTables,
    TokenTables,
    CheckRequestTables,
    ApprovalTables,
    PayeeTables,
    AccountingTables,
    DelegationTables,
    BackupTables,
    BankingTables,
    CheckTables,
    ConfirmationTables,
    ControlTables,
    AttachmentTables,
    IncomingMailTables,
    ReadingTables,
    CommentTables,
    DecisionLinkTables,
    DraftTables,
    RecurringTables,
    ViewTables,
    IdentityProviderTables,
    InboxTables,
    JobTables,
    JournalTables,
    MailTables,
    WebhookTables,
    AuditTables {
  answered_calls: AnsweredCallTable
}

/** Anything that accepts queries: the database or a transaction. */
export type Db = Kysely<Tables>

/** Runs reads that don't need the primary database. */
export type Reads = Pick<Database<Tables>, 'offload'>

/** The type that a query requires when it must run in a transaction. */
export type Tx = Transaction<Tables>

/** An open database and the keys that seal its audit trail. */
export interface AppDatabase extends Database<Tables> {
  readonly keyring: Keyring
}
