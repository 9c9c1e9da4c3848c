import type { Kysely, Transaction } from 'kysely'
import type { AccountingTables } from './accounting/tables.ts'
import type { ApprovalTables } from './approvals/tables.ts'
import type { AttachmentTables } from './attachments/tables.ts'
import type { AuditTables } from './audit/tables.ts'
import type { AuditorTables } from './auditors/tables.ts'
import type { BackupTables } from './backups/tables.ts'
import type { BankingTables } from './banking/tables.ts'
import type { CheckRequestTables } from './check-requests/tables.ts'
import type { CheckTables } from './checks/tables.ts'
import type { CommentTables } from './comments/tables.ts'
import type { ConfirmationTables } from './confirmations/tables.ts'
import type { ControlTables } from './controls/tables.ts'
import type { DelegationTables } from './delegations/tables.ts'
import type { DraftTables } from './drafts/tables.ts'
import type { IdentityProviderTables } from './identity-providers/tables.ts'
import type { InboxTables } from './inbox/tables.ts'
import type { JobTables } from './jobs/tables.ts'
import type { JournalTables } from './journal/tables.ts'
import type { MailTables } from './mail/tables.ts'
import type { OrganisationTables } from './organisation/tables.ts'
import type { PayeeTables } from './payees/tables.ts'
import type { AnsweredCallTable } from './platform/answered-calls.ts'
import type { Database } from './platform/database.ts'
import type { Keyring } from './platform/keyring.ts'
import type { SecondFactorTables } from './second-factor/tables.ts'
import type { SessionTables } from './sessions/tables.ts'
import type { UserTables } from './users/tables.ts'
import type { ViewTables } from './views/tables.ts'

/** The table of tables. */
export interface Tables
  extends OrganisationTables,
    AuditorTables,
    UserTables,
    SessionTables,
    SecondFactorTables,
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
    CommentTables,
    DraftTables,
    ViewTables,
    IdentityProviderTables,
    InboxTables,
    JobTables,
    JournalTables,
    MailTables,
    AuditTables {
  answered_calls: AnsweredCallTable
}

/** Whatever can be queried: the database or a transaction. */
export type Db = Kysely<Tables>

/** Where reads that need not take the time of the primary are run. */
export type Reads = Pick<Database<Tables>, 'offload'>

/** What a query demands that must not stand alone. */
export type Tx = Transaction<Tables>

/** An open database, and the keys that its audit trail is sealed with. */
export interface AppDatabase extends Database<Tables> {
  readonly keyring: Keyring
}
