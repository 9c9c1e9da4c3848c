import type { Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import * as baseline from './steps/0112-baseline.ts'
import * as access from './steps/access.ts'
import * as bank from './steps/bank.ts'
import * as checkRequests from './steps/check-requests.ts'
import * as notices from './steps/notices.ts'
import * as payees from './steps/payees.ts'
import * as totals from './steps/totals.ts'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect, report: (doing: string) => void): Promise<void>
  readonly insteadOf?: string
}

/** All migrations, in order. None of them can be reverted. */
export const migrations: Record<string, DialectMigration> = {
  '0112-baseline': baseline,
  '0120-joined-payees': { up: payees.joinedPayees },
  '0121-closed-again': { up: checkRequests.closedAgain },
  '0122-domains-in-use': { up: access.domainsInUse },
  '0123-payee-keys': { up: payees.payeeKeys },
  '0124-control-changes': { up: access.controlChanges },
  '0125-vouched-journal': { up: bank.vouchedJournal },
  '0126-factor-changes': { up: access.factorChanges },
  '0127-payee-documents': { up: payees.payeeDocuments },
  '0128-folded-again': { up: payees.foldedAgain },
  '0129-any-carrier': { up: checkRequests.anyCarrier },
  '0130-bank-file-profiles': { up: bank.bankFileProfiles },
  '0131-fewer-indexes': { up: checkRequests.fewerIndexes },
  '0132-undone-clearings': { up: bank.undoneClearings },
  '0133-sent-files': { up: bank.sentFiles },
  '0134-check-paper': { up: checkRequests.checkPaper },
  '0135-combined-requests': { up: checkRequests.combinedRequests },
  '0137-set-up': { up: access.setUp },
  '0140-recurring-requests': { up: checkRequests.recurringRequests },
  '0141-document-readings': { up: checkRequests.documentReadings },
  '0142-access-tokens': { up: access.accessTokens },
  '0143-webhooks': { up: notices.webhooks },
  '0144-bank-answers': { up: bank.bankAnswers },
  '0147-decision-links': { up: checkRequests.decisionLinks },
  '0149-webhook-turns': { up: notices.webhookTurns },
  '0150-kept-values': { up: checkRequests.keptValues },
  '0151-incoming-mail': { up: notices.incomingMail },
  '0152-drafts-from-emails': { up: notices.draftsFromEmails },
  '0155-weeks-in-any-zone': { up: totals.weeksInAnyZone },
  '0156-plain-counters': { up: totals.plainCounters },
  '0157-personal-chats': { up: notices.personalChats },
  '0158-repeated-payments': { up: bank.repeatedPayments },
  '0159-document-phrases': { up: checkRequests.documentPhrases },
  '0160-first-pages': { up: notices.firstPages },
  '0161-taken-roles': { up: access.takenRoles },
}
