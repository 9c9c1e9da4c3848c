import type { Endpoint } from '../../api/endpoint.ts'

/** The scopes of access tokens. `label`: the scope's name in the form. */
export const tokenScopes = [
  { name: 'read', label: 'Read check requests, checks, and payees' },
  { name: 'raise', label: 'Raise check requests and comment on them' },
  { name: 'documents', label: 'Read and attach documents' },
  { name: 'books', label: 'Read the chart of accounts, the check register, and bank reports, and export the journal' },
  { name: 'people', label: 'Read users' },
] as const

export type TokenScope = (typeof tokenScopes)[number]['name']

/** True for the name of a scope. */
export function isTokenScope(name: string): name is TokenScope {
  return tokenScopes.some((scope) => scope.name === name)
}

/** The endpoints of each scope, by id. Tokens can call no other endpoint (deny by default, decision 181). */
const endpointsOf: Readonly<Record<TokenScope, readonly string[]>> = {
  read: [
    ...['listCheckRequests', 'listAllCheckRequests', 'getCheckRequest', 'getSummary', 'getInsights', 'getHistory'],
    ...['exportCsv', 'exportSpreadsheet', 'findDuplicates', 'getApproval', 'getPayeeHistory', 'listComments'],
    ...['listChecks', 'getCheck', 'listPayeesOfGroup', 'getPayee', 'listPaymentsOfPayee'],
  ],
  raise: [
    ...['createCheckRequest', 'previewRequestNumber', 'previewApproval', 'findDuplicates', 'listPayees'],
    ...['listPayeeNames', 'getLastPlace', 'getUsualCoding', 'getDemands', 'writeComment'],
  ],
  documents: ['attachDocument', 'listAttachments', 'getAttachmentContent', 'getDocumentLimits', 'getCaseFile'],
  books: [
    ...['getJournal', 'listJournalExports', 'makeJournalExport', 'downloadJournalExport', 'getChartOfAccounts'],
    ...['listLedgerAccounts', 'listChecks', 'exportRegisterCsv', 'exportRegisterSpreadsheet', 'listBankAccounts'],
    ...['getReconciliation', 'getReconciliationPdf', 'getReconciliationSpreadsheet'],
  ],
  people: ['listUsers', 'listRequesters'],
}

/** The endpoints of every scope. Without ids of locations and purposes, a program can't name any. */
const endpointsOfAll: readonly string[] = [
  ...['listDealerGroups', 'listDealerships', 'listDepartments', 'listPurposes', 'listDeliveryMethods'],
]

/** The scopes with which a token can call this endpoint. Any one is enough. */
export function scopesToCall(id: Endpoint['id']): TokenScope[] {
  const names = tokenScopes.map(({ name }) => name)
  return endpointsOfAll.includes(id) ? names : names.filter((scope) => endpointsOf[scope].includes(id))
}

/** True if a token with these scopes can call this endpoint. */
export function tokenMayCall(scopes: readonly TokenScope[], id: Endpoint['id']): boolean {
  return scopesToCall(id).some((scope) => scopes.includes(scope))
}

/** How a token begins, so that secret scanners find it. */
export const tokenPrefix = 'crt_'

/** The calls that a token can make in a minute, and at the same time. */
export const tokenLimits = { aMinute: 600, atOnce: 10 }

/** How long a token can be valid, in days. The default is 90. */
export const tokenDays = { most: 365, usual: 90 }

/** How many tokens a user, and how many programs a dealer group, can have. */
export const mostTokens = { ofPerson: 10, ofGroup: 50 }
