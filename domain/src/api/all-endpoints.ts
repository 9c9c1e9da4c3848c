import { identityProviderEndpoints } from '../access/identity-providers/endpoints.ts'
import { identityProviderExamples } from '../access/identity-providers/examples.ts'
import { proofEndpoints, secondFactorEndpoints } from '../access/second-factor/endpoints.ts'
import { proofExamples, secondFactorExamples } from '../access/second-factor/examples.ts'
import { sessionEndpoints } from '../access/sessions/endpoints.ts'
import { sessionExamples } from '../access/sessions/examples.ts'
import { setUpEndpoints } from '../access/set-up/endpoints.ts'
import { setUpExamples } from '../access/set-up/examples.ts'
import { tokenEndpoints } from '../access/tokens/endpoints.ts'
import { tokenExamples } from '../access/tokens/examples.ts'
import { delegationEndpoints } from '../approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '../approvals/endpoints.ts'
import { approvalExamples, delegationExamples } from '../approvals/examples.ts'
import { bankingEndpoints } from '../bank/endpoints.ts'
import { bankingExamples } from '../bank/examples.ts'
import { bankFileEndpoints } from '../bank/files/endpoints.ts'
import { bankFileExamples } from '../bank/files/examples.ts'
import { bankReportEndpoints } from '../bank/reports/endpoints.ts'
import { bankReportExamples } from '../bank/reports/examples.ts'
import { stockEndpoints } from '../bank/stock/endpoints.ts'
import { stockExamples } from '../bank/stock/examples.ts'
import { accountingEndpoints } from '../books/accounting/endpoints.ts'
import { accountingExamples, journalExamples } from '../books/examples.ts'
import { journalEndpoints } from '../books/journal/endpoints.ts'
import { byMailEndpoints } from '../check-requests/by-mail/endpoints.ts'
import { byMailExamples } from '../check-requests/by-mail/examples.ts'
import { commentEndpoints } from '../check-requests/comments/endpoints.ts'
import { draftEndpoints } from '../check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints } from '../check-requests/endpoints.ts'
import {
  checkRequestExamples,
  commentExamples,
  draftExamples,
  requirementExamples,
  viewExamples,
} from '../check-requests/examples.ts'
import { recurringEndpoints } from '../check-requests/recurring/endpoints.ts'
import { recurringExamples } from '../check-requests/recurring/examples.ts'
import { requirementEndpoints } from '../check-requests/required/endpoints.ts'
import { viewEndpoints } from '../check-requests/views/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '../checks/endpoints.ts'
import { enteredCheckEndpoints } from '../checks/entered/endpoints.ts'
import { enteredCheckExamples } from '../checks/entered/examples.ts'
import { checkExamples, printRunExamples } from '../checks/examples.ts'
import { leavingEndpoints } from '../checks/leaving/endpoints.ts'
import { leavingExamples } from '../checks/leaving/examples.ts'
import { checkPaperEndpoints } from '../checks/papers/endpoints.ts'
import { checkPaperExamples } from '../checks/papers/examples.ts'
import { checkReportEndpoints } from '../checks/reports/endpoints.ts'
import { checkReportExamples } from '../checks/reports/examples.ts'
import { dashboardEndpoints } from '../dashboard/endpoints.ts'
import { dashboardExamples } from '../dashboard/examples.ts'
import { attachmentEndpoints, caseFileEndpoints } from '../documents/attachments/endpoints.ts'
import { attachmentExamples, caseFileExamples, incomingMailExamples, readingExamples } from '../documents/examples.ts'
import { incomingMailEndpoints } from '../documents/incoming-mail/endpoints.ts'
import { readingEndpoints } from '../documents/readings/endpoints.ts'
import { inboxExamples, webhookExamples } from '../notices/examples.ts'
import { inboxEndpoints } from '../notices/inbox/endpoints.ts'
import { webhookEndpoints } from '../notices/webhooks/endpoints.ts'
import { importExamples, installationExamples, jobExamples } from '../operation/examples.ts'
import { importEndpoints } from '../operation/imports/endpoints.ts'
import { installationEndpoints } from '../operation/installation/endpoints.ts'
import { jobEndpoints } from '../operation/jobs/endpoints.ts'
import { organizationEndpoints } from '../organization/endpoints.ts'
import { organizationExamples } from '../organization/examples.ts'
import { payeeEndpoints } from '../payees/endpoints.ts'
import { payeeExamples } from '../payees/examples.ts'
import { auditorEndpoints } from '../people/auditors/endpoints.ts'
import { confirmationEndpoints } from '../people/confirmations/endpoints.ts'
import { controlEndpoints } from '../people/controls/endpoints.ts'
import {
  auditorExamples,
  confirmationExamples,
  controlExamples,
  invitationExamples,
  userExamples,
} from '../people/examples.ts'
import { invitationEndpoints } from '../people/invitations/endpoints.ts'
import { userEndpoints } from '../people/users/endpoints.ts'
import { suggestionEndpoints } from '../suggestions/endpoints.ts'
import { suggestionExamples } from '../suggestions/examples.ts'
import { auditEndpoints } from '../trail/endpoints.ts'
import { auditExamples } from '../trail/examples.ts'
import type { Endpoint, Example, ExamplesOf } from './endpoint.ts'

/** The calls of one feature, with an example of each. */
export interface ApiFeature {
  readonly name: string
  readonly description: string
  readonly calls: readonly { readonly row: Endpoint; readonly example: Example }[]
}

function feature<Table extends Readonly<Record<string, Endpoint>>>(
  name: string,
  description: string,
  table: Table,
  examples: ExamplesOf<Table> & Readonly<Record<string, Example>>,
): ApiFeature {
  const calls = Object.entries(table).map(([key, row]) => ({ row, example: examples[key] as Example }))
  return { name, description, calls }
}

/** Every call of the API by feature, for the page that documents it. */
export const apiFeatures: readonly ApiFeature[] = [
  feature('Sessions', 'Log in, log out, and switch roles', sessionEndpoints, sessionExamples),
  feature('Set-up', 'Set up an empty installation', setUpEndpoints, setUpExamples),
  feature('Proofs', 'Proofs of identity by passkey or code, at sign-in and later', proofEndpoints, proofExamples),
  feature(
    'Second factor',
    'The caller’s passkeys, codes, and recovery codes',
    secondFactorEndpoints,
    secondFactorExamples,
  ),
  feature('Access tokens', 'Access for scripts and programs', tokenEndpoints, tokenExamples),
  feature('Webhooks', 'Calls to programs and chats when something happens', webhookEndpoints, webhookExamples),
  feature('Users', 'Accounts, roles, and access levels', userEndpoints, userExamples),
  feature('Invitations', 'Users who choose their own password', invitationEndpoints, invitationExamples),
  feature(
    'Confirmations',
    'Account changes pending confirmation by a second person',
    confirmationEndpoints,
    confirmationExamples,
  ),
  feature('Controls', 'Changes that loosen a control and need a second person', controlEndpoints, controlExamples),
  feature(
    'Organization',
    'Dealer groups, dealerships, departments, purposes, and delivery methods',
    organizationEndpoints,
    organizationExamples,
  ),
  feature('Dashboard', 'What waits for the caller', dashboardEndpoints, dashboardExamples),
  feature('Check requests', 'Requests and their life cycle', checkRequestEndpoints, checkRequestExamples),
  feature('Approvals', 'Who must approve what, and in which order', approvalEndpoints, approvalExamples),
  feature('Demands', 'Requirements for requests by purpose', requirementEndpoints, requirementExamples),
  feature('Accounting', 'Charts of accounts', accountingEndpoints, accountingExamples),
  feature('Payees', 'Payees and their verification', payeeEndpoints, payeeExamples),
  feature('Imports', 'Payees, users, and charts of accounts from CSV files', importEndpoints, importExamples),
  feature('Journal', 'Issued and voided checks for bookkeeping', journalEndpoints, journalExamples),
  feature('Bank accounts', 'The accounts that checks are drawn on', bankingEndpoints, bankingExamples),
  feature('Stock boxes', 'Boxes of check paper and their counts', stockEndpoints, stockExamples),
  feature('Print runs', 'Checks printed together', printRunEndpoints, printRunExamples),
  feature('Checks', 'The check register, and the life cycle of each check', checkEndpoints, checkExamples),
  feature(
    'Check reports',
    'Register exports, and checks that need attention',
    checkReportEndpoints,
    checkReportExamples,
  ),
  feature('Check handover', 'How checks are handed over, and who receives them', leavingEndpoints, leavingExamples),
  feature(
    'Check papers',
    'Cover sheets and other papers printed along with checks',
    checkPaperEndpoints,
    checkPaperExamples,
  ),
  feature(
    'Entered checks',
    'Handwritten checks, and checks issued in an earlier system',
    enteredCheckEndpoints,
    enteredCheckExamples,
  ),
  feature(
    'Bank files',
    'Files for banks, checks that banks paid, and exceptions to resolve',
    bankFileEndpoints,
    bankFileExamples,
  ),
  feature('Bank reports', 'Reconciliation of the books with the bank', bankReportEndpoints, bankReportExamples),
  feature('Delegations', 'Approvers who act for absent approvers', delegationEndpoints, delegationExamples),
  feature('Documents', 'Invoices and other files of requests and drafts', attachmentEndpoints, attachmentExamples),
  feature('Comments', 'Comments on requests', commentEndpoints, commentExamples),
  feature('Case files', 'Everything about a request in one PDF', caseFileEndpoints, caseFileExamples),
  feature('Incoming email', 'Emails whose attachments become drafts', incomingMailEndpoints, incomingMailExamples),
  feature('Readings', 'What invoices and other documents say, read on the server', readingEndpoints, readingExamples),
  feature('Suggestions', 'Suggestions based on earlier requests', suggestionEndpoints, suggestionExamples),
  feature('Drafts', 'Unfinished check request forms', draftEndpoints, draftExamples),
  feature('Decisions by email', 'The link in an approver’s email', byMailEndpoints, byMailExamples),
  feature('Recurring requests', 'Requests that repeat on a schedule', recurringEndpoints, recurringExamples),
  feature('Views', 'List columns and saved views', viewEndpoints, viewExamples),
  feature('Inbox', 'Notices, and how users receive them', inboxEndpoints, inboxExamples),
  feature('Jobs', 'Background jobs', jobEndpoints, jobExamples),
  feature(
    'Auditors',
    'Auditors, who can read everything and change nothing, and samples of checks for them',
    auditorEndpoints,
    auditorExamples,
  ),
  feature('Identity providers', 'Sign-in with OpenID Connect', identityProviderEndpoints, identityProviderExamples),
  feature('Audit', 'Who did what, and whether the audit trail is intact', auditEndpoints, auditExamples),
  feature('Installation', 'Status of this installation', installationEndpoints, installationExamples),
]

/** Every call of the API, for tests that check each one. */
export const allEndpoints: readonly Endpoint[] = apiFeatures.flatMap(({ calls }) => calls.map(({ row }) => row))
