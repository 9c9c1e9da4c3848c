import type { CheckPapers } from './checks/documents/papers.ts'
import type { Config } from './config.ts'
import type { Inspections } from './documents/attachments/documents/inspect.ts'
import type { CaseFiles } from './documents/case-files/documents/make.ts'
import type { MailParser } from './documents/incoming-mail/documents/parse-mail.ts'
import type { FirstPages } from './documents/readings/commands/first-pages.ts'
import type { Readings } from './documents/readings/documents/read.ts'
import type { News } from './notices/inbox/commands/notices.ts'
import type { Backups } from './operation/backups/commands/backups.ts'
import type { Clock } from './platform/clock.ts'
import type { Random } from './platform/crypto/hashes.ts'
import type { PasswordHasher } from './platform/crypto/passwords.ts'
import type { SealedFile } from './platform/crypto/sealed-file.ts'
import type { Secrets } from './platform/crypto/secrets.ts'
import type { ChangeFeed } from './platform/database/change-feed.ts'
import type { Notices, Trail, UnitOfWork } from './platform/database/commit.ts'
import type { Freshness } from './platform/database/freshness.ts'
import type { StoredFiles } from './platform/files/stored-files.ts'
import type { AnsweredCalls } from './platform/http/answered-calls.ts'
import type { KnownUntil } from './platform/http/networks.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Metrics } from './platform/measures/metrics.ts'
import type { AppDatabase, Tables } from './tables.ts'
import type { AuditEvent } from './trail/commands/append.ts'
import type { Verifications } from './trail/commands/verifications.ts'

/** The services that every feature receives. Features share nothing else. */
export interface Services {
  readonly config: Config
  readonly database: AppDatabase
  readonly clock: Clock
  readonly random: Random
  readonly freshness: Freshness
  readonly feed: ChangeFeed
  readonly answeredCalls: AnsweredCalls<Tables>
  readonly passwords: PasswordHasher
  /** Networks with too many failed logins, by key. */
  readonly blockedNetworks: KnownUntil
  /** The document files, stored outside the database. */
  readonly files: StoredFiles
  /** Opens uploaded documents. */
  readonly inspections: Inspections
  /** Takes received emails apart. */
  readonly mailParser: MailParser
  /** Reads what documents say. */
  readonly readings: Readings
  /** Draws first pages of documents for emails. */
  readonly firstPages: FirstPages
  /** Builds case files. */
  readonly caseFiles: CaseFiles
  /** Passes emails to the mail server. Undefined if email isn't configured. */
  readonly mailer: Mailer | undefined
  /** The collected metrics. Undefined if metrics are off. */
  readonly metrics: Metrics | undefined
  /** Draws checks and the papers printed with them. */
  readonly checkPapers: CheckPapers
  /** Encrypts secrets that must be readable later, such as account numbers. */
  readonly secrets: Secrets
  /** The audit trail, which `commit` writes for every command. */
  readonly trail: Trail<Tables, AuditEvent>
  /** The users' notices, which `commit` offers every command. */
  readonly notices: Notices<Tables, News>
  /** Verifies the audit trail. */
  readonly verifications: Verifications
  /** Backs up the installation. Undefined if no backup location is configured. */
  readonly backups: Backups | undefined
  /** Signed audit trail heads, stored outside the database. Undefined if no file is configured. */
  readonly checkpoints: SealedFile | undefined
}

/** The transaction that a command runs in. */
export type Unit = UnitOfWork<Tables, AuditEvent, News>
