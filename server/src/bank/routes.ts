import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { bankReportEndpoints, mostOutstanding } from '@check-requests/domain/bank/reports/endpoints.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { notFound } from '../platform/errors.ts'
import { inMemory, readForm } from '../platform/files/read-form.ts'
import type { Api } from '../platform/http/api.ts'
import { Spreadsheets } from '../platform/text/exports.ts'
import type { Services } from '../services.ts'
import { requireAccount } from './commands/account.ts'
import { drawSampleFile, lookAtClearing, writeClearing } from './commands/clearing.ts'
import { closeAccount, confirmAccount, discardChanges } from './commands/confirm-account.ts'
import { offerException, offerExceptions, resolveException } from './commands/exceptions.ts'
import { listWaitingRows, makePositivePay } from './commands/make-positive-pay.ts'
import {
  answerPositivePay,
  downloadPositivePay,
  refuseOwnFile,
  requireFile,
  saveBankFiles,
  saveClearingProfile,
} from './commands/positive-pay.ts'
import { drawReconciliation, exportReconciliation, findClearing, reconcileAt } from './commands/reconciliation.ts'
import { changeAccount, proposeAccount } from './commands/save-account.ts'
import { sendPositivePay } from './commands/send-positive-pay.ts'
import { countBox, discardBox, receiveBox, requireBox, useBox } from './commands/stock-boxes.ts'
import { readUnclaimed, saveUnclaimed } from './commands/unclaimed.ts'
import { askToUndoFile, confirmUndoFile, offerUndos, refusalsToUndo, refuseUndoFile } from './commands/undo-file.ts'
import { idsNamedBy, inOrder, presentAccount, presentBox } from './presenter/accounts.ts'
import {
  presentException,
  presentFile,
  presentFiles,
  presentForms,
  presentLook,
  presentReconciliation,
  presentUndo,
  presentWritten,
} from './presenter/files.ts'
import { worksWith } from './queries/access.ts'
import { listAccounts, namesOfDealerships, namesOfPeople, type ShownAccount } from './queries/accounts.ts'
import { listWritten } from './queries/clearing-state.ts'
import { listFiles, listSharedFiles } from './queries/positive-pay.ts'
import { listOutstanding } from './queries/reconciliation.ts'
import { listBoxes, withNext } from './queries/stock-boxes.ts'
import { openBankNames, openDestination } from './queries/stored-account.ts'

/** The maximum number of listed files or exceptions. */
const mostListed = 200

/** The maximum size of a bank file: 5 million characters, some of them two bytes long. */
const mostBytesOfClearing = 12_000_000

export function registerBanking(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller }) => {
    const accounts = await listAccounts(read, caller.scope.dealerGroupId)
    const seen = accounts.filter((account) => worksWith(caller, account))
    return { message: 'Bank accounts', data: await present(services, seen) }
  })
  api.on(endpoints.one, async ({ caller, params }) => ({
    message: 'Bank account',
    data: await presentOne(services, caller, params.id),
  }))
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const id = await proposeAccount(services, { caller, repeatable }, body)
    return { message: 'Bank account proposed', data: await presentOne(services, caller, id) }
  })
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => {
    const id = await changeAccount(services, { caller, repeatable }, params.id, body)
    return { message: 'Bank account updated', data: await presentOne(services, caller, id) }
  })
  api.on(endpoints.unclaimed, async ({ caller, params }) => ({
    message: 'Unclaimed property',
    data: await readUnclaimed(read, caller, params.id),
  }))
  api.on(endpoints.saveUnclaimed, async ({ caller, repeatable, params, body }) => {
    const id = await saveUnclaimed(services, { caller, repeatable }, params.id, body)
    return { message: 'Unclaimed-property table updated', data: await readUnclaimed(read, caller, id) }
  })
  registerActs(api, services)
  registerStock(api, services)
  registerPositivePay(api, services)
  registerClearing(api, services)
  registerReports(api, services)
}

function registerActs(api: Api<Authenticated>, services: Services): void {
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => {
    const id = await confirmAccount(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Bank account confirmed', data: await presentOne(services, caller, id) }
  })
  api.on(endpoints.discard, async ({ caller, repeatable, params, body }) => {
    const id = await discardChanges(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Changes discarded', data: await presentOne(services, caller, id) }
  })
  api.on(endpoints.close, async ({ caller, repeatable, params, body }) => {
    const id = await closeAccount(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Closing proposed', data: await presentOne(services, caller, id) }
  })
}

function registerStock(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const shown = async (caller: Caller, id: number) => {
    const { box, account } = await requireBox(read, caller, id)
    return presentBox(withNext(box, account))
  }
  api.on(stockEndpoints.list, async ({ caller, params }) => {
    const account = await requireAccount(read, caller, params.id)
    return { message: 'Stock boxes', data: inOrder(await listBoxes(read, account)).map(presentBox) }
  })
  api.on(stockEndpoints.receive, async ({ caller, repeatable, params, body }) => {
    const id = await receiveBox(services, { caller, repeatable }, params.id, body)
    return { message: 'Stock box received', data: await shown(caller, id) }
  })
  api.on(stockEndpoints.count, async ({ caller, repeatable, params, body }) => {
    const id = await countBox(services, { caller, repeatable }, params.id, body)
    return { message: 'Stock box counted', data: await shown(caller, id) }
  })
  api.on(stockEndpoints.use, async ({ caller, repeatable, params, body }) => {
    const id = await useBox(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Stock box in use', data: await shown(caller, id) }
  })
  api.on(stockEndpoints.discard, async ({ caller, repeatable, params, body }) => {
    const id = await discardBox(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Stock box discarded', data: await shown(caller, id) }
  })
}

function registerPositivePay(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const shown = async (caller: Caller, id: number) => presentFile((await requireFile(read, caller, id)).file)
  api.on(bankFileEndpoints.forms, async ({ caller, params }) => ({
    message: 'Bank files',
    data: await shownForms(services, caller, params.id),
  }))
  api.on(bankFileEndpoints.saveForms, async ({ caller, repeatable, params, body }) => {
    const id = await saveBankFiles(services, { caller, repeatable }, params.id, body)
    return { message: 'Bank account updated', data: await presentOne(services, caller, id) }
  })
  api.on(bankFileEndpoints.listPositivePay, async ({ caller, params }) => {
    const account = await requireAccount(read, caller, params.id)
    const waiting = await listWaitingRows(services, caller, account)
    const files = await listFiles(read, account, mostListed)
    const shared = await listSharedFiles(read, account, mostListed)
    return {
      message: 'Positive-pay files',
      data: presentFiles(account, waiting, [...files, ...shared], openDestination(services.secrets, account)),
    }
  })
  api.on(bankFileEndpoints.makePositivePay, async ({ caller, repeatable, params, body }) => {
    const id = await makePositivePay(services, { caller, repeatable }, params.id, body.with_account_ids)
    return { message: 'File created', data: await shown(caller, id) }
  })
  api.on(bankFileEndpoints.positivePayFile, async ({ caller, params }) =>
    downloadPositivePay(services, caller, params.id),
  )
  api.on(bankFileEndpoints.sendPositivePay, async ({ caller, repeatable, params, body }) => {
    const id = await sendPositivePay(services, { caller, repeatable }, params.id, body)
    return { message: body.bank_has_file ? 'Recorded' : 'File will be sent', data: await shown(caller, id) }
  })
  api.on(bankFileEndpoints.answerPositivePay, async ({ caller, repeatable, params, body }) => {
    const id = await answerPositivePay(services, { caller, repeatable }, params.id, body)
    return { message: 'Response recorded', data: await shown(caller, id) }
  })
}

function registerClearing(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(bankFileEndpoints.clearing, async ({ caller, params }) => {
    const { account, files, ...found } = await findClearing(services, caller, params.id)
    const refusals = await refusalsToUndo(read, caller, account, files)
    const undos = (await offerUndos(read, caller, account)).map(presentUndo)
    const written = files.map((file) => presentWritten(file, refusals.get(file.id)))
    return { message: 'Clearing', data: { ...found, undos, files: written } }
  })
  api.on(bankFileEndpoints.saveClearingColumns, async ({ caller, repeatable, params, body }) => {
    const id = await saveClearingProfile(services, { caller, repeatable }, params.id, body)
    return { message: 'Columns saved', data: await shownForms(services, caller, id) }
  })
  api.on(bankFileEndpoints.saveClearingProfile, async ({ caller, repeatable, params, body }) => {
    const id = await saveClearingProfile(services, { caller, repeatable }, params.id, body)
    return { message: 'File profile saved', data: await shownForms(services, caller, id) }
  })
  api.on(bankFileEndpoints.sampleFile, ({ caller, params }) =>
    drawSampleFile(services, caller, params.id, params.format),
  )
  api.on(bankFileEndpoints.previewClearing, async ({ caller, params, request }) => {
    const { file, fileName } = await readForm(request.raw, (content) => inMemory(content, mostBytesOfClearing))
    await refuseOwnFile(services, caller, params.id, file.bytes)
    const looked = await lookAtClearing(services, caller, params.id, { bytes: file.bytes, name: fileName })
    return { message: 'Bank payments', data: presentLook(looked) }
  })
  api.on(bankFileEndpoints.confirmClearing, async ({ caller, repeatable, params, body }) => ({
    message: 'Checks cleared',
    data: await writeClearing(services, { caller, repeatable }, params, body.expected),
  }))
  const written = async (caller: Caller, accountId: number, id: number) => {
    const account = await requireAccount(read, caller, accountId)
    const [file] = await listWritten(read, account, 1, id)
    if (!file) throw notFound('file')
    return presentWritten(file, (await refusalsToUndo(read, caller, account, [file])).get(id))
  }
  api.on(bankFileEndpoints.undoClearing, async ({ caller, repeatable, params, body }) => {
    const id = await askToUndoFile(services, { caller, repeatable }, params, body)
    return { message: 'Undo requested', data: await written(caller, params.id, id) }
  })
  api.on(bankFileEndpoints.confirmUndoClearing, async ({ caller, repeatable, params, body }) => {
    const id = await confirmUndoFile(services, { caller, repeatable }, params, body.version)
    return { message: 'File undone', data: await written(caller, params.id, id) }
  })
  api.on(bankFileEndpoints.refuseUndoClearing, async ({ caller, repeatable, params, body }) => {
    const id = await refuseUndoFile(services, { caller, repeatable }, params, body.version)
    return { message: 'Undo refused', data: await written(caller, params.id, id) }
  })
  api.on(bankFileEndpoints.listExceptions, async ({ caller, query }) => {
    const asked = { isOpen: query.state === 'open', limit: mostListed }
    const offered = await offerExceptions(read, caller, query.bank_account_id, asked)
    return {
      message: 'Exceptions',
      data: offered.map(({ exception, refusal }) => presentException(exception, refusal, services.clock())),
    }
  })
  api.on(bankFileEndpoints.resolveException, async ({ caller, repeatable, params, body }) => {
    const id = await resolveException(services, { caller, repeatable }, params.id, body)
    const { exception, refusal } = await offerException(read, caller, id)
    return { message: 'Exception updated', data: presentException(exception, refusal, services.clock()) }
  })
}

function registerReports(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const spreadsheets = new Spreadsheets()
  api.on(bankReportEndpoints.reconciliation, async ({ caller, params, query }) => {
    const report = await reconcileAt(read, caller, params.id, query.as_of)
    const outstanding = await listOutstanding(read, report.account, query.as_of, { limit: mostOutstanding })
    return { message: 'Reconciliation', data: presentReconciliation(report, outstanding) }
  })
  api.on(bankReportEndpoints.reconciliationPdf, async ({ caller, params, query }) => ({
    fileName: `reconciliation-${query.as_of}.pdf`,
    parts: await drawReconciliation(services, caller, params.id, query.as_of),
  }))
  api.on(bankReportEndpoints.reconciliationSheet, async ({ caller, params, query }) => ({
    fileName: `reconciliation-${query.as_of}.xlsx`,
    parts: await exportReconciliation(services, spreadsheets, caller, { accountId: params.id, asOf: query.as_of }),
  }))
}

async function shownForms({ config, database, secrets }: Services, caller: Caller, id: number) {
  const account = await requireAccount(database.read, caller, id)
  const allowsFolder = config.bankFilesDir !== undefined
  return presentForms(account, openBankNames(secrets, account), openDestination(secrets, account), allowsFolder)
}

async function presentOne(services: Services, caller: Caller, id: number) {
  const [account] = await present(services, [await requireAccount(services.database.read, caller, id)])
  if (!account) throw new Error('The bank account wasn’t returned.')
  return account
}

async function present({ database: { read } }: Services, accounts: readonly ShownAccount[]) {
  const ids = idsNamedBy(accounts)
  const names = {
    dealerships: await namesOfDealerships(read, ids.dealerships),
    people: await namesOfPeople(read, ids.people),
  }
  return accounts.map((account) => presentAccount(account, names))
}
