import { identityProviderEndpoints } from '../access/identity-providers/endpoints.ts'
import { identityProviderExamples } from '../access/identity-providers/examples.ts'
import { proofEndpoints, secondFactorEndpoints } from '../access/second-factor/endpoints.ts'
import { proofExamples, secondFactorExamples } from '../access/second-factor/examples.ts'
import { sessionEndpoints } from '../access/sessions/endpoints.ts'
import { sessionExamples } from '../access/sessions/examples.ts'
import { delegationEndpoints } from '../approvals/delegations/endpoints.ts'
import { delegationExamples } from '../approvals/delegations/examples.ts'
import { approvalEndpoints } from '../approvals/endpoints.ts'
import { approvalExamples } from '../approvals/examples.ts'
import { bankingEndpoints } from '../bank/endpoints.ts'
import { bankingExamples } from '../bank/examples.ts'
import { bankFileEndpoints } from '../bank/files/endpoints.ts'
import { bankFileExamples } from '../bank/files/examples.ts'
import { bankReportEndpoints } from '../bank/reports/endpoints.ts'
import { bankReportExamples } from '../bank/reports/examples.ts'
import { stockEndpoints } from '../bank/stock/endpoints.ts'
import { stockExamples } from '../bank/stock/examples.ts'
import { accountingEndpoints } from '../books/accounting/endpoints.ts'
import { accountingExamples } from '../books/accounting/examples.ts'
import { journalEndpoints } from '../books/journal/endpoints.ts'
import { journalExamples } from '../books/journal/examples.ts'
import { commentEndpoints } from '../check-requests/comments/endpoints.ts'
import { commentExamples } from '../check-requests/comments/examples.ts'
import { draftEndpoints } from '../check-requests/drafts/endpoints.ts'
import { draftExamples } from '../check-requests/drafts/examples.ts'
import { checkRequestEndpoints } from '../check-requests/endpoints.ts'
import { checkRequestExamples } from '../check-requests/examples.ts'
import { demandEndpoints } from '../check-requests/required/endpoints.ts'
import { demandExamples } from '../check-requests/required/examples.ts'
import { viewEndpoints } from '../check-requests/views/endpoints.ts'
import { viewExamples } from '../check-requests/views/examples.ts'
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
import { attachmentEndpoints } from '../documents/attachments/endpoints.ts'
import { attachmentExamples } from '../documents/attachments/examples.ts'
import { caseFileEndpoints } from '../documents/case-files/endpoints.ts'
import { caseFileExamples } from '../documents/case-files/examples.ts'
import { inboxEndpoints } from '../notices/inbox/endpoints.ts'
import { inboxExamples } from '../notices/inbox/examples.ts'
import { importEndpoints } from '../operation/imports/endpoints.ts'
import { importExamples } from '../operation/imports/examples.ts'
import { installationEndpoints } from '../operation/installation/endpoints.ts'
import { installationExamples } from '../operation/installation/examples.ts'
import { jobEndpoints } from '../operation/jobs/endpoints.ts'
import { jobExamples } from '../operation/jobs/examples.ts'
import { organisationEndpoints } from '../organization/endpoints.ts'
import { organisationExamples } from '../organization/examples.ts'
import { payeeEndpoints } from '../payees/endpoints.ts'
import { payeeExamples } from '../payees/examples.ts'
import { auditorEndpoints } from '../people/auditors/endpoints.ts'
import { auditorExamples } from '../people/auditors/examples.ts'
import { confirmationEndpoints } from '../people/confirmations/endpoints.ts'
import { confirmationExamples } from '../people/confirmations/examples.ts'
import { controlEndpoints } from '../people/controls/endpoints.ts'
import { controlExamples } from '../people/controls/examples.ts'
import { userEndpoints } from '../people/users/endpoints.ts'
import { userExamples } from '../people/users/examples.ts'
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
  feature('Sessions', 'Log in and out, switch roles', sessionEndpoints, sessionExamples),
  feature('Proofs', 'Passkeys and codes, at the sign-in and later', proofEndpoints, proofExamples),
  feature('Second factor', 'One’s own passkeys, codes and recovery codes', secondFactorEndpoints, secondFactorExamples),
  feature('Users', 'Accounts, roles and access levels', userEndpoints, userExamples),
  feature(
    'Confirmations',
    'Changes of accounts that wait for a second person',
    confirmationEndpoints,
    confirmationExamples,
  ),
  feature('Controls', 'Changes that loosen a control and wait for a second person', controlEndpoints, controlExamples),
  feature(
    'Organization',
    'Dealer groups, dealerships, departments and lists of choices',
    organisationEndpoints,
    organisationExamples,
  ),
  feature('Check requests', 'Requests and their life cycle', checkRequestEndpoints, checkRequestExamples),
  feature('Approvals', 'Who must approve what, in which order', approvalEndpoints, approvalExamples),
  feature('Demands', 'What purposes demand of requests', demandEndpoints, demandExamples),
  feature('Accounting', 'Charts of accounts', accountingEndpoints, accountingExamples),
  feature('Payees', 'Who may be paid', payeeEndpoints, payeeExamples),
  feature('Imports', 'Payees, people and charts of accounts from CSV files', importEndpoints, importExamples),
  feature('Journal', 'The checks that were issued and voided, for the books', journalEndpoints, journalExamples),
  feature('Bank accounts', 'What checks are drawn on', bankingEndpoints, bankingExamples),
  feature('Stock boxes', 'Boxes of checks, and who has counted them', stockEndpoints, stockExamples),
  feature('Print runs', 'Checks that are printed together', printRunEndpoints, printRunExamples),
  feature('Checks', 'The register, and the life of each check', checkEndpoints, checkExamples),
  feature(
    'Reports of checks',
    'The register in files, and checks that want to be looked into',
    checkReportEndpoints,
    checkReportExamples,
  ),
  feature('Hand-over of checks', 'How a check leaves, and who takes it', leavingEndpoints, leavingExamples),
  feature('Papers of checks', 'What is printed around checks, on plain paper', checkPaperEndpoints, checkPaperExamples),
  feature(
    'Entered checks',
    'Checks that were written by hand, and those of the time before',
    enteredCheckEndpoints,
    enteredCheckExamples,
  ),
  feature(
    'Bank files',
    'Files for banks, what banks paid, and what somebody has to look into',
    bankFileEndpoints,
    bankFileExamples,
  ),
  feature('Bank reports', 'Book against bank', bankReportEndpoints, bankReportExamples),
  feature('Delegations', 'Who stands in for whom', delegationEndpoints, delegationExamples),
  feature('Documents', 'Invoices and other files of requests and drafts', attachmentEndpoints, attachmentExamples),
  feature('Comments', 'What people say about a request', commentEndpoints, commentExamples),
  feature('Case files', 'All about one request in one file', caseFileEndpoints, caseFileExamples),
  feature('Suggestions', 'What earlier requests say about the next', suggestionEndpoints, suggestionExamples),
  feature('Drafts', 'Forms that are not finished', draftEndpoints, draftExamples),
  feature('Views', 'Columns of lists, and views saved under a name', viewEndpoints, viewExamples),
  feature('Inbox', 'What people are told, and how', inboxEndpoints, inboxExamples),
  feature('Jobs', 'Work that is done in the background', jobEndpoints, jobExamples),
  feature('Auditors', 'Who reads everything and changes nothing, and their samples', auditorEndpoints, auditorExamples),
  feature('Identity providers', 'Sign-in by OpenID Connect', identityProviderEndpoints, identityProviderExamples),
  feature('Audit', 'Who did what, and whether the trail is intact', auditEndpoints, auditExamples),
  feature('Installation', 'How this installation runs', installationEndpoints, installationExamples),
]

/** Every call of the API, for tests that check each row. */
export const allEndpoints: readonly Endpoint[] = apiFeatures.flatMap(({ calls }) => calls.map(({ row }) => row))
