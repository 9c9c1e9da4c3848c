import type { CheckPapers } from './checks/documents/papers.ts'
import type { Config } from './config.ts'
import type { Inspections } from './documents/attachments/documents/inspect.ts'
import type { CaseFiles } from './documents/case-files/documents/make.ts'
import type { Backups } from './operation/backups/commands/backups.ts'
import type { Clock } from './platform/clock.ts'
import type { Random } from './platform/crypto/hashes.ts'
import type { PasswordHasher } from './platform/crypto/passwords.ts'
import type { SealedFile } from './platform/crypto/sealed-file.ts'
import type { Secrets } from './platform/crypto/secrets.ts'
import type { ChangeFeed } from './platform/database/change-feed.ts'
import type { Trail, UnitOfWork } from './platform/database/commit.ts'
import type { Freshness } from './platform/database/freshness.ts'
import type { StoredFiles } from './platform/files/stored-files.ts'
import type { AnsweredCalls } from './platform/http/answered-calls.ts'
import type { KnownUntil } from './platform/http/networks.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Metrics } from './platform/measures/metrics.ts'
import type { AppDatabase, Tables } from './tables.ts'
import type { AuditEvent } from './trail/commands/append.ts'
import type { Verifications } from './trail/commands/verifications.ts'

/** What every feature receives; nothing else is shared. */
export interface Services {
  readonly config: Config
  readonly database: AppDatabase
  readonly clock: Clock
  readonly random: Random
  readonly freshness: Freshness
  readonly feed: ChangeFeed
  readonly answeredCalls: AnsweredCalls<Tables>
  readonly passwords: PasswordHasher
  /** Networks that have failed to log in too often, by key. */
  readonly blockedNetworks: KnownUntil
  /** The files of documents, outside the database. */
  readonly files: StoredFiles
  /** Opens documents that people send. */
  readonly inspections: Inspections
  /** Makes case files. */
  readonly caseFiles: CaseFiles
  /** Hands mails to the mail server; undefined where nobody is told by mail. */
  readonly mailer: Mailer | undefined
  /** What is measured; undefined where nobody asks for it. */
  readonly metrics: Metrics | undefined
  /** Draws checks and papers around them. */
  readonly checkPapers: CheckPapers
  /** Seals secrets that have to be read again, such as account numbers. */
  readonly secrets: Secrets
  /** The audit trail, which `commit` writes for every command. */
  readonly trail: Trail<Tables, AuditEvent>
  /** Verifies the trail. */
  readonly verifications: Verifications
  /** Copies the installation, where the settings name a place for that. */
  readonly backups: Backups | undefined
  /** Signed heads of the audit trail outside the database, where the settings name a file for them. */
  readonly checkpoints: SealedFile | undefined
}

/** The transaction in which a command works. */
export type Unit = UnitOfWork<Tables, AuditEvent>
