import type { Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import * as baseline from './steps/0112-baseline.ts'
import * as joinedPayees from './steps/0120-joined-payees.ts'
import * as closedAgain from './steps/0121-closed-again.ts'
import * as domainsInUse from './steps/0122-domains-in-use.ts'
import * as payeeKeys from './steps/0123-payee-keys.ts'
import * as controlChanges from './steps/0124-control-changes.ts'
import * as vouchedJournal from './steps/0125-vouched-journal.ts'
import * as factorChanges from './steps/0126-factor-changes.ts'
import * as payeeDocuments from './steps/0127-payee-documents.ts'
import * as foldedAgain from './steps/0128-folded-again.ts'
import * as anyCarrier from './steps/0129-any-carrier.ts'
import * as bankFileProfiles from './steps/0130-bank-file-profiles.ts'
import * as fewerIndexes from './steps/0131-fewer-indexes.ts'
import * as undoneClearings from './steps/0132-undone-clearings.ts'
import * as sentFiles from './steps/0133-sent-files.ts'
import * as checkPaper from './steps/0134-check-paper.ts'
import * as combinedRequests from './steps/0135-combined-requests.ts'
import * as setUp from './steps/0137-set-up.ts'
import * as recurringRequests from './steps/0140-recurring-requests.ts'
import * as documentReadings from './steps/0141-document-readings.ts'
import * as accessTokens from './steps/0142-access-tokens.ts'
import * as webhooks from './steps/0143-webhooks.ts'
import * as bankAnswers from './steps/0144-bank-answers.ts'
import * as decisionLinks from './steps/0147-decision-links.ts'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect, report: (doing: string) => void): Promise<void>
  readonly insteadOf?: string
}

/** All migrations, in order. None of them can be reverted. */
export const migrations: Record<string, DialectMigration> = {
  '0112-baseline': baseline,
  '0120-joined-payees': joinedPayees,
  '0121-closed-again': closedAgain,
  '0122-domains-in-use': domainsInUse,
  '0123-payee-keys': payeeKeys,
  '0124-control-changes': controlChanges,
  '0125-vouched-journal': vouchedJournal,
  '0126-factor-changes': factorChanges,
  '0127-payee-documents': payeeDocuments,
  '0128-folded-again': foldedAgain,
  '0129-any-carrier': anyCarrier,
  '0130-bank-file-profiles': bankFileProfiles,
  '0131-fewer-indexes': fewerIndexes,
  '0132-undone-clearings': undoneClearings,
  '0133-sent-files': sentFiles,
  '0134-check-paper': checkPaper,
  '0135-combined-requests': combinedRequests,
  '0137-set-up': setUp,
  '0140-recurring-requests': recurringRequests,
  '0141-document-readings': documentReadings,
  '0142-access-tokens': accessTokens,
  '0143-webhooks': webhooks,
  '0144-bank-answers': bankAnswers,
  '0147-decision-links': decisionLinks,
}
