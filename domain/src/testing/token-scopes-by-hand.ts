import { type TokenScope, tokenScopes } from '../access/tokens/scopes.ts'

/** What each scope of access tokens opens, handwritten. Everything else is closed to tokens (decision 181). */
const table = `
listDealerGroups              read raise documents books people
listDealerships               read raise documents books people
listDepartments               read raise documents books people
listPurposes                  read raise documents books people
listDeliveryMethods           read raise documents books people
listCheckRequests             read
listAllCheckRequests          read
getCheckRequest               read
getSummary                    read
getInsights                   read
getHistory                    read
getApproval                   read
getPayeeHistory               read
exportCsv                     read
exportSpreadsheet             read
listComments                  read
getCheck                      read
listPayeesOfGroup             read
getPayee                      read
listPaymentsOfPayee           read
findDuplicates                read raise
createCheckRequest            raise
previewRequestNumber          raise
previewApproval               raise
listPayees                    raise
listPayeeNames                raise
getLastPlace                  raise
getUsualCoding                raise
getDemands                    raise
writeComment                  raise
attachDocument                documents
listAttachments               documents
getAttachmentContent          documents
getDocumentLimits             documents
getCaseFile                   documents
listChecks                    read books
getJournal                    books
listJournalExports            books
makeJournalExport             books
downloadJournalExport         books
getChartOfAccounts            books
listLedgerAccounts            books
exportRegisterCsv             books
exportRegisterSpreadsheet     books
listBankAccounts              books
getReconciliation             books
getReconciliationPdf          books
getReconciliationSpreadsheet  books
listUsers                     people
listRequesters                people
`

/** The scopes that open an endpoint, by its id. */
export const tokenScopesByHand: ReadonlyMap<string, readonly TokenScope[]> = new Map(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [id = '', ...scopes] = row.split(/ +/)
      return [id, tokenScopes.map(({ name }) => name).filter((name) => scopes.includes(name))]
    }),
)
