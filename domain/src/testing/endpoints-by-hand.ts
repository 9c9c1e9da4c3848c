import type { Action } from '../access/permissions.ts'

/** The expected policy of each call of the API, handwritten from section 7 of the specification and the decisions. */
const table = `
session.use
  getSession switchRole changePassword updateCheckRequest dismissConfirmationNotice saveListLayout markInboxRead saveNoticeChoices
  addOwnChat testOwnChat resumeOwnChat removeOwnChat
  listOwnSessions endOwnSession endOtherSessions
  getProofOptions giveFreshProof
  getOwnSecondFactor getPasskeyCreationOptions addPasskey renamePasskey removePasskey beginCodes confirmCodes removeCodes renewRecoveryCodes
inbox.read
  listInbox getNoticeChoices getOwnChat
controls.read
  listControlChanges
controls.decide
  confirmControlChange stopControlChange
account-confirmations.read
  listAccountConfirmations
account-confirmations.decide
  confirmAccount stopAccount
users.read
  listUsers listRequesters listFailedLogins
users.write
  createUser inviteUser inviteUserAgain updateUser deleteUser endSessions listSessionsOfUser endSessionOfUser resetSecondFactor
  previewPeopleImport importPeople
approvers.read
  listApprovers
approval-policy.read
  getApprovalPolicyDraft tryApprovalPolicy tryApprovalPolicyOnHistory listApprovalPolicyVersions listApprovalTitles
approval-policy.write
  saveApprovalPolicyDraft discardApprovalPolicyDraft publishApprovalPolicy createApprovalTitle updateApprovalTitle setApprovalTitlesOfUser
payees.read
  listPayeesOfGroup getPayee listLikePayees listLikePayeesOfRequest listPaymentsOfPayee listDocumentsOfPayee listTaxFormDocuments
payees.write
  createPayee updatePayee blockPayee unblockPayee mergePayee updatePayeeSettings previewPayeeImport importPayees
payees.verify
  verifyPayee getTaxForm saveTaxForm addTaxFormDocument exportTaxList
demands.write
  updateDemands
accounting.write
  createLedgerAccount updateLedgerAccount updateDefaultAccounts previewAccountImport importAccounts
journal.read
  getJournal listJournalExports
journal.write
  updateJournal closeJournalMonth makeJournalExport downloadJournalExport
bank-accounts.read
  listBankAccounts getBankAccount getCheckTestPage getBankFiles getUnclaimedProperty listStockBoxes
bank-accounts.write
  proposeBankAccount updateBankAccount confirmBankAccount discardBankAccountChanges closeBankAccount updateBankFiles updateUnclaimedProperty
stock-boxes.write
  receiveStockBox countStockBox useStockBox discardStockBox
checks.read
  listPrintRuns getPrintRun getPrintRunProgress listChecks countCheckNumbers listStaleChecks getStaleLetters exportRegisterCsv exportRegisterSpreadsheet getCheck listPositivePayFiles listCheckExceptions
  getCoverSheet getPickUpList getAddressLabels listReceivers getHandOverSlip listChecksToMail listChecksToHandOver
  getClearing getReconciliation getReconciliationPdf getReconciliationSpreadsheet
checks.print
  listPrintsWaiting listCombinableRequests printMicrSamples makePrintRun getPrintRunPdf confirmPrintRun releasePrintRun reissueCheck copyPrintRun enterManualCheck enterOpeningCheck
checks.allow-exception
  allowHandOverException refuseHandOverException
checks.sign
  signChecks listChecksToSign
checks.reconcile
  makePositivePayFile getPositivePayFile getSampleBankFile sendPositivePayFile answerPositivePayFile previewClearing confirmClearing resolveCheckException
  updateClearingColumns updateClearingProfile undoClearing confirmUndoClearing refuseUndoClearing
  unclearCheck confirmUnclearCheck refuseUnclearCheck
checks.hand-over
  handOverCheck mailChecks askHandOverException takeBackHandOverException
checks.void
  voidCheck stopCheck renewCheckStop
checks.look-into
  listRedFlags
checks.agree-to-void
  agreeToVoidCheck confirmCheckStop
checks.confirm-entered
  confirmEnteredCheck discardEnteredCheck
auditors.read
  listAuditors
auditors.write
  proposeAuditor confirmAuditor endAuditor
webhooks.read
  listWebhooks listWebhookDeliveries
webhooks.write
  createWebhook endWebhook resumeWebhook testWebhook rotateWebhookSecret resendWebhookDelivery
tokens.read
  listTokens
tokens.write
  createToken endToken
identity-providers.read
  listIdentityProviders
identity-providers.write
  proposeIdentityProvider updateIdentityProvider confirmIdentityProvider endIdentityProvider testIdentityProvider forgetIdentity
check-samples.draw
  drawCheckSample
delegations.read
  listDelegations listDelegationCandidates
delegations.write
  createDelegation deleteDelegation
recurring-requests.read
  listRecurringRequests
recurring-requests.write
  createRecurringRequest updateRecurringRequest
jobs.read
  listJobs
jobs.run
  runJob
organisation.read
  listDealerGroups listDealerships listDepartments listPurposes listDeliveryMethods getLocalSettings getPayeeSettings
  getSecondFactorRules getPasswordsOfGroup getConnections getDemands getChartOfAccounts listLedgerAccounts
organisation.write
  createDealership updateDealership deleteDealership createDepartment updateDepartment
departments.delete
  deleteDepartment
dealer-groups.write
  createDealerGroup updateDealerGroup deleteDealerGroup
local-settings.write
  updateLocalSettings updateSecondFactorRules switchPasswords updateConnections updateRecurringLimit
installation.read
  getInstallation
installation.test
  sendTestMail
installation.confirm
  confirmKeyCopies
choices.write
  updatePurpose updateDeliveryMethod
incoming-mail.read
  listIncomingMail
incoming-mail.write
  addMailAddress removeMailAddress giveKeptMail discardKeptMail
readings.repeat
  countKeptValues readDocumentAgain
attachments.add
  attachDocument removeAttachment
comments.write
  writeComment editComment deleteComment
check-requests.read
  getReading getReadWords listReadings getCaseFile listComments listMentionable listAttachments getAttachmentContent getDocumentLimits listCheckRequests getSummary listWaiting getInsights listAllCheckRequests exportCsv exportSpreadsheet getCheckRequest getHistory
  getPayeeHistory getApproval
check-requests.create
  attachDocumentToDraft listAttachmentsOfDraft listReadingsOfDraft previewRequestNumber getLastPlace getUsualCoding listCodingOfDocuments listPayees listPayeeNames previewApproval createCheckRequest listDrafts createDraft getDraft updateDraft deleteDraft submitRecurringRequest
check-requests.delete
  deleteCheckRequest
check-requests.change-priority
  changePriority
check-requests.change-status
  changeStatus changeStatuses
check-requests.hold
  holdCheckRequest liftHold
check-requests.divert
  divertCheck
check-requests.pay-though-alike
  payThoughAlike
check-requests.route-anew
  routeCheckRequestAnew
views.read
  listViews
views.write
  createView updateView deleteView
duplicates.read
  findDuplicates listMarks
check-numbers.read
  suggestCheckNumbers
check-number-clashes.read
  listCheckNumberClashes
audit.read
  listAuditEntries verifyAudit exportAudit
public
  logIn logOut openPasswordLink choosePassword listDemoAccounts findIdentityProvider beginSignIn finishSignIn receiveBackChannelLogout
  findSetUp enterSetUpCode setUp
  getPasskeySignInOptions signInWithPasskey getSecondStepOptions finishSecondStep takeBackFactorChange
  openDecisionLink openDocumentByLink decideByLink
`

/** The action of an endpoint, by its id. */
export const actionByHand: ReadonlyMap<string, Action | 'public'> = new Map(
  table
    .trim()
    .split(/\n(?=\S)/)
    .flatMap((block) => {
      const [action, ...ids] = block.split(/\s+/)
      return ids.map((id) => [id, action as Action])
    }),
)
