import { accountingEndpoints } from '../accounting/endpoints.ts'
import { accountingExamples } from '../accounting/examples.ts'
import { approvalEndpoints } from '../approvals/endpoints.ts'
import { approvalExamples } from '../approvals/examples.ts'
import { attachmentEndpoints } from '../attachments/endpoints.ts'
import { attachmentExamples } from '../attachments/examples.ts'
import { auditEndpoints } from '../audit/endpoints.ts'
import { auditExamples } from '../audit/examples.ts'
import { auditorEndpoints } from '../auditors/endpoints.ts'
import { auditorExamples } from '../auditors/examples.ts'
import { bankingEndpoints } from '../banking/endpoints.ts'
import { bankingExamples } from '../banking/examples.ts'
import { bankFileEndpoints } from '../banking/files/endpoints.ts'
import { bankFileExamples } from '../banking/files/examples.ts'
import { bankReportEndpoints } from '../banking/reports/endpoints.ts'
import { bankReportExamples } from '../banking/reports/examples.ts'
import { stockEndpoints } from '../banking/stock/endpoints.ts'
import { stockExamples } from '../banking/stock/examples.ts'
import { caseFileEndpoints } from '../case-files/endpoints.ts'
import { caseFileExamples } from '../case-files/examples.ts'
import { checkRequestEndpoints } from '../check-requests/endpoints.ts'
import { checkRequestExamples } from '../check-requests/examples.ts'
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
import { commentEndpoints } from '../comments/endpoints.ts'
import { commentExamples } from '../comments/examples.ts'
import { confirmationEndpoints } from '../confirmations/endpoints.ts'
import { confirmationExamples } from '../confirmations/examples.ts'
import { controlEndpoints } from '../controls/endpoints.ts'
import { controlExamples } from '../controls/examples.ts'
import { delegationEndpoints } from '../delegations/endpoints.ts'
import { delegationExamples } from '../delegations/examples.ts'
import { demandEndpoints } from '../demands/endpoints.ts'
import { demandExamples } from '../demands/examples.ts'
import { draftEndpoints } from '../drafts/endpoints.ts'
import { draftExamples } from '../drafts/examples.ts'
import { identityProviderEndpoints } from '../identity-providers/endpoints.ts'
import { identityProviderExamples } from '../identity-providers/examples.ts'
import { importEndpoints } from '../imports/endpoints.ts'
import { importExamples } from '../imports/examples.ts'
import { inboxEndpoints } from '../inbox/endpoints.ts'
import { inboxExamples } from '../inbox/examples.ts'
import { installationEndpoints } from '../installation/endpoints.ts'
import { installationExamples } from '../installation/examples.ts'
import { jobEndpoints } from '../jobs/endpoints.ts'
import { jobExamples } from '../jobs/examples.ts'
import { journalEndpoints } from '../journal/endpoints.ts'
import { journalExamples } from '../journal/examples.ts'
import { organisationEndpoints } from '../organisation/endpoints.ts'
import { organisationExamples } from '../organisation/examples.ts'
import { payeeEndpoints } from '../payees/endpoints.ts'
import { payeeExamples } from '../payees/examples.ts'
import { proofEndpoints, secondFactorEndpoints } from '../second-factor/endpoints.ts'
import { proofExamples, secondFactorExamples } from '../second-factor/examples.ts'
import { sessionEndpoints } from '../sessions/endpoints.ts'
import { sessionExamples } from '../sessions/examples.ts'
import { suggestionEndpoints } from '../suggestions/endpoints.ts'
import { suggestionExamples } from '../suggestions/examples.ts'
import { userEndpoints } from '../users/endpoints.ts'
import { userExamples } from '../users/examples.ts'
import { viewEndpoints } from '../views/endpoints.ts'
import { viewExamples } from '../views/examples.ts'
import type { Endpoint } from './endpoint.ts'
import type { Example, ExamplesOf } from './example.ts'

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

/** Every call of the API, for the tests that check it against its rows. */
export const allEndpoints: readonly Endpoint[] = apiFeatures.flatMap(({ calls }) => calls.map(({ row }) => row))
