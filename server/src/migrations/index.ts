import type { Kysely } from 'kysely'
import * as initial from './0001-initial.ts'
import * as lifecycleGuard from './0002-lifecycle-guard.ts'
import * as counters from './0003-counters.ts'
import * as search from './0004-search.ts'
import * as trail from './0005-trail.ts'
import * as choices from './0006-choices.ts'
import * as matchKeys from './0007-likeness.ts'
import * as tenantIsolation from './0008-group-walls.ts'
import * as lookups from './0009-lookups.ts'
import * as keysByGroup from './0010-keys-by-group.ts'
import * as insights from './0011-insights.ts'
import * as drafts from './0012-drafts.ts'
import * as secondPayees from './0013-second-payees.ts'
import * as idleLimits from './0014-idle-limits.ts'
import * as hands from './0017-hands.ts'
import * as holdsAndCheckNumbers from './0018-holds-and-check-numbers.ts'
import * as loginDevices from './0019-login-devices.ts'
import * as comparedTexts from './0020-compared-texts.ts'
import * as trailMacs from './0021-trail-macs.ts'
import * as currentKey from './0022-current-key.ts'
import * as failedLogins from './0025-failed-logins.ts'
import * as secondPerson from './0026-second-person.ts'
import * as filterIndexes from './0027-filter-indexes.ts'
import * as trailOrder from './0028-trail-order.ts'
import * as savedViews from './0029-saved-views.ts'
import * as foldedTexts from './0030-folded-texts.ts'
import * as viewsByGroup from './0031-views-by-group.ts'
import * as payees from './0032-payees.ts'
import * as givenCheckNumbers from './0037-given-check-numbers.ts'
import * as searchedNotes from './0038-searched-notes.ts'
import * as attachments from './0040-attachments.ts'
import * as inbox from './0041-inbox.ts'
import * as jobs from './0042-jobs.ts'
import * as mails from './0043-mails.ts'
import * as comments from './0045-comments.ts'
import * as sessionOrigins from './0048-session-origins.ts'
import * as reminders from './0049-reminders.ts'
import * as passwordLinks from './0050-password-links.ts'
import * as localSettings from './0051-local-settings.ts'
import * as waitingIndex from './0055-waiting-index.ts'
import * as approvals from './0056-approvals.ts'
import * as approvalQueue from './0057-approval-queue.ts'
import * as payeeList from './0058-payee-list.ts'
import * as delegations from './0059-delegations.ts'
import * as routedAnew from './0060-routed-anew.ts'
import * as withdrawals from './0061-withdrawals.ts'
import * as invoiceNumbers from './0062-invoice-numbers.ts'
import * as approvalClocks from './0063-approval-clocks.ts'
import * as mergedPayees from './0064-merged-payees.ts'
import * as demands from './0065-demands.ts'
import * as unheldTitles from './0066-unheld-titles.ts'
import * as payoffs from './0067-payoffs.ts'
import * as waitingTitles from './0068-waiting-titles.ts'
import * as accounting from './0069-accounting.ts'
import * as journal from './0070-journal.ts'
import * as checks from './0071-checks.ts'
import * as bankFiles from './0072-bank-files.ts'
import * as paidThoughAlike from './0073-paid-though-alike.ts'
import * as handOverExceptions from './0074-hand-over-exceptions.ts'
import * as unclaimedProperty from './0075-unclaimed-property.ts'
import * as datedChecks from './0076-dated-checks.ts'
import * as clearingDays from './0077-clearing-days.ts'
import * as reconciliation from './0078-reconciliation.ts'
import * as enteredChecks from './0079-entered-checks.ts'
import * as stockBoxes from './0080-stock-boxes.ts'
import * as lapsedStops from './0081-lapsed-stops.ts'
import * as counterReminders from './0082-counter-reminders.ts'
import * as auditors from './0083-auditors.ts'
import * as checkTotals from './0084-check-totals.ts'
import * as registerIndexes from './0085-register-indexes.ts'
import * as payeeJoins from './0086-payee-joins.ts'
import * as divertedChecks from './0087-diverted-checks.ts'
import * as fieldOffsets from './0088-field-offsets.ts'
import * as backups from './0089-backups.ts'
import * as identityProviders from './0090-identity-providers.ts'
import * as secondFactor from './0091-second-factor.ts'
import * as registerAmounts from './0092-register-amounts.ts'
import * as secondPayeeKeys from './0093-second-payee-keys.ts'
import * as formerNames from './0094-former-names.ts'
import * as demandedFactors from './0095-demanded-factors.ts'
import * as inactivePlaces from './0096-inactive-places.ts'
import * as domainsInOrder from './0097-domains-in-order.ts'
import * as peopleOfProviders from './0098-people-of-providers.ts'
import * as sessionsAtProviders from './0099-sessions-at-providers.ts'
import * as joinedNames from './0100-joined-names.ts'
import * as checksByAmount from './0110-checks-by-amount.ts'
import * as defaultBankAccounts from './0111-default-bank-accounts.ts'
import * as joinedPayees from './0120-joined-payees.ts'
import * as closedAgain from './0121-closed-again.ts'
import * as domainsInUse from './0122-domains-in-use.ts'
import * as payeeKeys from './0123-payee-keys.ts'
import * as controlChanges from './0124-control-changes.ts'
import * as vouchedJournal from './0125-vouched-journal.ts'
import * as factorChanges from './0126-factor-changes.ts'
import * as payeeDocuments from './0127-payee-documents.ts'
import * as foldedAgain from './0128-folded-again.ts'
import type { Dialect } from './dialect.ts'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect, report: (doing: string) => void): Promise<void>
}

/** All migrations, in order; forward only. */
export const migrations: Record<string, DialectMigration> = {
  '0001-initial': initial,
  '0002-lifecycle-guard': lifecycleGuard,
  '0003-counters': counters,
  '0004-search': search,
  '0005-trail': trail,
  '0006-choices': choices,
  '0007-likeness': matchKeys,
  '0008-group-walls': tenantIsolation,
  '0009-lookups': lookups,
  '0010-keys-by-group': keysByGroup,
  '0011-insights': insights,
  '0012-drafts': drafts,
  '0013-second-payees': secondPayees,
  '0014-idle-limits': idleLimits,
  '0017-hands': hands,
  '0018-holds-and-check-numbers': holdsAndCheckNumbers,
  '0019-login-devices': loginDevices,
  '0020-compared-texts': comparedTexts,
  '0021-trail-macs': trailMacs,
  '0022-current-key': currentKey,
  '0025-failed-logins': failedLogins,
  '0026-second-person': secondPerson,
  '0027-filter-indexes': filterIndexes,
  '0028-trail-order': trailOrder,
  '0029-saved-views': savedViews,
  '0030-folded-texts': foldedTexts,
  '0031-views-by-group': viewsByGroup,
  '0032-payees': payees,
  '0037-given-check-numbers': givenCheckNumbers,
  '0038-searched-notes': searchedNotes,
  '0040-attachments': attachments,
  '0041-inbox': inbox,
  '0042-jobs': jobs,
  '0043-mails': mails,
  '0045-comments': comments,
  '0048-session-origins': sessionOrigins,
  '0049-reminders': reminders,
  '0050-password-links': passwordLinks,
  '0051-local-settings': localSettings,
  '0055-waiting-index': waitingIndex,
  '0056-approvals': approvals,
  '0057-approval-queue': approvalQueue,
  '0058-payee-list': payeeList,
  '0059-delegations': delegations,
  '0060-routed-anew': routedAnew,
  '0061-withdrawals': withdrawals,
  '0062-invoice-numbers': invoiceNumbers,
  '0063-approval-clocks': approvalClocks,
  '0064-merged-payees': mergedPayees,
  '0065-demands': demands,
  '0066-unheld-titles': unheldTitles,
  '0067-payoffs': payoffs,
  '0068-waiting-titles': waitingTitles,
  '0069-accounting': accounting,
  '0070-journal': journal,
  '0071-checks': checks,
  '0072-bank-files': bankFiles,
  '0073-paid-though-alike': paidThoughAlike,
  '0074-hand-over-exceptions': handOverExceptions,
  '0075-unclaimed-property': unclaimedProperty,
  '0076-dated-checks': datedChecks,
  '0077-clearing-days': clearingDays,
  '0078-reconciliation': reconciliation,
  '0079-entered-checks': enteredChecks,
  '0080-stock-boxes': stockBoxes,
  '0081-lapsed-stops': lapsedStops,
  '0082-counter-reminders': counterReminders,
  '0083-auditors': auditors,
  '0084-check-totals': checkTotals,
  '0085-register-indexes': registerIndexes,
  '0086-payee-joins': payeeJoins,
  '0087-diverted-checks': divertedChecks,
  '0088-field-offsets': fieldOffsets,
  '0089-backups': backups,
  '0090-identity-providers': identityProviders,
  '0091-second-factor': secondFactor,
  '0092-register-amounts': registerAmounts,
  '0093-second-payee-keys': secondPayeeKeys,
  '0094-former-names': formerNames,
  '0095-demanded-factors': demandedFactors,
  '0096-inactive-places': inactivePlaces,
  '0097-domains-in-order': domainsInOrder,
  '0098-people-of-providers': peopleOfProviders,
  '0099-sessions-at-providers': sessionsAtProviders,
  '0100-joined-names': joinedNames,
  '0110-checks-by-amount': checksByAmount,
  '0111-default-bank-accounts': defaultBankAccounts,
  '0120-joined-payees': joinedPayees,
  '0121-closed-again': closedAgain,
  '0122-domains-in-use': domainsInUse,
  '0123-payee-keys': payeeKeys,
  '0124-control-changes': controlChanges,
  '0125-vouched-journal': vouchedJournal,
  '0126-factor-changes': factorChanges,
  '0127-payee-documents': payeeDocuments,
  '0128-folded-again': foldedAgain,
}
