import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { noteLook } from '../access/accounts/commands/record-auditor.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { divertCheck } from '../check-requests/commands/delivery-method.ts'
import { payBoth } from '../check-requests/commands/duplicates.ts'
import type { Api } from '../platform/http/api.ts'
import { Spreadsheets } from '../platform/text/exports.ts'
import type { Services } from '../services.ts'
import { allowException, askException, findReceivers, refuseException, takeBackException } from './commands/custody.ts'
import { confirmEntered, discardEntered, enterManual, enterOpening } from './commands/enter.ts'
import { handOver } from './commands/issue.ts'
import { accountsAsked, findVisibleOf, requireAccountOf, requireCheck, requireRun } from './commands/load.ts'
import { makeRun, reissueCheck } from './commands/make-run.ts'
import {
  drawAddressLabels,
  drawCoverSheet,
  drawPickUpList,
  drawSlip,
  listToMail,
  mailChecks,
} from './commands/ready-checks.ts'
import { readRedFlags } from './commands/red-flags.ts'
import { listCombinable, listWaiting } from './commands/refuse-printing.ts'
import {
  decodeCursor,
  encodeCursor,
  exportCsv,
  exportSpreadsheet,
  inDollars,
  pageOf,
  totalsOf,
} from './commands/register.ts'
import { copyRun, drawSamples, drawTestPage, openRun, runOf } from './commands/run-files.ts'
import { confirmRun, releaseRun } from './commands/settle-run.ts'
import { signChecks } from './commands/sign.ts'
import { readStale, writeLetters } from './commands/stale.ts'
import { askToUnclear, confirmUnclear, findClearingOf, refuseUnclear } from './commands/un-clear.ts'
import { agreeToVoid, confirmStop, renewStop, stopCheck, voidCheck } from './commands/void.ts'
import { contextOf, presentNumbers, presentRows, presentRun, presentWholeCheck } from './presenter/checks.ts'
import { presentToMail } from './presenter/reports.ts'
import { findHandOver, listEvents } from './queries/checks.ts'
import { withSignatures } from './queries/register-page.ts'
import { countNumbers, listRuns } from './queries/runs.ts'

export function registerChecks(api: Api<Authenticated>, services: Services): void {
  registerRuns(api, services)
  registerRegister(api, services)
  registerActs(api, services)
  registerPapers(api, services)
  registerStops(api, services)
  registerEntered(api, services)
  registerLeaving(api, services)
}

function registerRuns(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(printRunEndpoints.list, async ({ caller, query }) => {
    const account = await requireAccountOf(read, caller, query.bank_account_id)
    return { message: 'Print runs', data: (await listRuns(read, account)).map((run) => presentRun(run, account.name)) }
  })
  api.on(printRunEndpoints.waiting, async ({ caller, query }) => {
    const account = await requireAccountOf(read, caller, query.bank_account_id)
    return { message: 'Waiting for a reason', data: await listWaiting(read, caller, account) }
  })
  api.on(printRunEndpoints.combinable, async ({ caller, query }) => {
    const account = await requireAccountOf(read, caller, query.bank_account_id)
    return { message: 'Requests that can share a check', data: await listCombinable(read, caller, account) }
  })
  api.on(printRunEndpoints.payBoth, async ({ caller, repeatable, params, body }) => ({
    message: 'Reason saved',
    data: await payBoth(services, { caller, repeatable }, params.id, body),
  }))
  api.on(printRunEndpoints.one, async ({ caller, params }) => ({
    message: 'Print run',
    data: await runOf(services, caller, params.id),
  }))
  api.on(printRunEndpoints.progress, async ({ caller, params: { id } }) => {
    const { run } = await requireRun(read, caller, id)
    return { message: 'Progress', data: { count: run.count, drawn: services.checkPapers.drawnOf(id) ?? null } }
  })
  api.on(printRunEndpoints.make, async ({ caller, repeatable, body }) => {
    const id = await makeRun(services, { caller, repeatable }, body)
    return { message: 'Numbers reserved', data: await runOf(services, caller, id) }
  })
  api.on(printRunEndpoints.pdf, async ({ caller, params }) => openRun(services, caller, params.id))
  api.on(printRunEndpoints.testPage, async ({ caller, params }) =>
    drawTestPage(services, await requireAccountOf(read, caller, params.id)),
  )
  api.on(printRunEndpoints.confirm, async ({ caller, repeatable, params, body }) => {
    const id = await confirmRun(services, { caller, repeatable }, params.id, body)
    return { message: 'Print run settled', data: await runOf(services, caller, id) }
  })
  api.on(printRunEndpoints.release, async ({ caller, repeatable, params, body }) => {
    const id = await releaseRun(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Numbers released', data: await runOf(services, caller, id) }
  })
}

function registerRegister(api: Api<Authenticated>, services: Services): void {
  const { read, offload } = services.database
  const spreadsheets = new Spreadsheets()
  api.on(checkEndpoints.list, async ({ caller, query: { cursor, ...query } }) => {
    const accounts = await accountsAsked(read, caller, query)
    await noteLook(services, caller, { at: 'register' })
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    const after = cursor === undefined ? undefined : decodeCursor(cursor)
    const asked = { ...query, scope: caller.scope, after }
    const reading: typeof offload = query.as_of === undefined ? (work) => work(read) : offload
    const page = await reading((db) => pageOf(db, accounts, asked))
    const totals = after ? null : await reading((db) => totalsOf(db, accounts, asked))
    const next_cursor = page.next ? encodeCursor(page.next) : null
    return {
      message: 'Checks',
      data: { items: presentRows(page, names), next_cursor, totals: totals?.map(inDollars) ?? null },
    }
  })
  api.on(checkReportEndpoints.numbers, async ({ caller, query }) => {
    const ids = (await accountsAsked(read, caller, query)).map(({ id }) => id)
    return { message: 'Check numbers', data: (await offload((db) => countNumbers(db, ids))).map(presentNumbers) }
  })
  api.on(checkReportEndpoints.stale, async ({ caller, query }) => {
    const { items, count, cents } = await readStale(services, caller, query)
    return { message: 'Stale checks', data: { items, count, amount: centsToDollars(cents) } }
  })
  api.on(checkReportEndpoints.staleLetters, async ({ caller, query }) =>
    writeLetters(services, caller, query.bank_account_id),
  )
  api.on(checkReportEndpoints.redFlags, async ({ caller, query }) => ({
    message: 'Red flags',
    data: await offload((db) => readRedFlags(db, caller, query)),
  }))
  api.on(checkReportEndpoints.exportCsv, async ({ caller, query }) => {
    await noteLook(services, caller, { at: 'register' })
    return { fileName: 'checks.csv', parts: await exportCsv(services, caller, query) }
  })
  api.on(checkReportEndpoints.exportSpreadsheet, async ({ caller, query }) => {
    await noteLook(services, caller, { at: 'register' })
    return { fileName: 'checks.xlsx', parts: await exportSpreadsheet(spreadsheets, services, caller, query) }
  })
  api.on(checkEndpoints.one, async ({ caller, params }) => {
    const data = await checkOf(services, caller, params.id)
    await noteLook(services, caller, { at: 'check', id: params.id })
    return { message: 'Check', data }
  })
}

function registerActs(api: Api<Authenticated>, services: Services): void {
  api.on(checkEndpoints.sign, async ({ caller, repeatable, body }) => ({
    message: 'Signatures confirmed',
    data: await signChecks(services, { caller, repeatable }, body.check_ids),
  }))
  api.on(checkEndpoints.handOver, async ({ caller, repeatable, params, body }) => {
    const id = await handOver(services, { caller, repeatable }, params.id, body)
    return { message: 'Check handed over', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.askException, async ({ caller, repeatable, params, body }) => {
    const id = await askException(services, { caller, repeatable }, params.id, body)
    return { message: 'Exception requested', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.allowException, async ({ caller, repeatable, params, body }) => {
    const id = await allowException(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Exception allowed', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.refuseException, async ({ caller, repeatable, params, body }) => {
    const id = await refuseException(services, { caller, repeatable }, params.id, body)
    return { message: 'Exception refused', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.takeBackException, async ({ caller, repeatable, params, body }) => {
    const id = await takeBackException(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Exception taken back', data: await checkOf(services, caller, id) }
  })
  api.on(bankFileEndpoints.unclear, async ({ caller, repeatable, params, body }) => {
    const id = await askToUnclear(services, { caller, repeatable }, params.id, body)
    return { message: 'Undo requested', data: await checkOf(services, caller, id) }
  })
  api.on(bankFileEndpoints.confirmUnclear, async ({ caller, repeatable, params, body }) => {
    const id = await confirmUnclear(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Clearing undone', data: await checkOf(services, caller, id) }
  })
  api.on(bankFileEndpoints.refuseUnclear, async ({ caller, repeatable, params, body }) => {
    const id = await refuseUnclear(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Undo refused', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.void, async ({ caller, repeatable, params, body }) => {
    const id = await voidCheck(services, { caller, repeatable }, params.id, body)
    return { message: 'Check voided', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.agreeToVoid, async ({ caller, repeatable, params, body }) => {
    const id = await agreeToVoid(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Check voided', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.reissue, async ({ caller, repeatable, params }) => {
    const id = await reissueCheck(services, { caller, repeatable }, params.id)
    return { message: 'Numbers reserved', data: await runOf(services, caller, id) }
  })
}

function registerStops(api: Api<Authenticated>, services: Services): void {
  api.on(checkEndpoints.stop, async ({ caller, repeatable, params, body }) => {
    const id = await stopCheck(services, { caller, repeatable }, params.id, body)
    return { message: 'Check stopped', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.confirmStop, async ({ caller, repeatable, params, body }) => {
    const id = await confirmStop(services, { caller, repeatable }, params.id, body)
    return { message: 'Stop confirmed', data: await checkOf(services, caller, id) }
  })
  api.on(checkEndpoints.renewStop, async ({ caller, repeatable, params, body }) => {
    const id = await renewStop(services, { caller, repeatable }, params.id, body)
    return { message: 'Stop renewed', data: await checkOf(services, caller, id) }
  })
}

function registerEntered(api: Api<Authenticated>, services: Services): void {
  api.on(enteredCheckEndpoints.manual, async ({ caller, repeatable, body }) => {
    const id = await enterManual(services, { caller, repeatable }, body)
    return { message: 'Check entered', data: await checkOf(services, caller, id) }
  })
  api.on(enteredCheckEndpoints.opening, async ({ caller, repeatable, body }) => {
    const id = await enterOpening(services, { caller, repeatable }, body)
    return { message: 'Check entered', data: await checkOf(services, caller, id) }
  })
  api.on(enteredCheckEndpoints.confirm, async ({ caller, repeatable, params, body }) => {
    const id = await confirmEntered(services, { caller, repeatable }, params.id, body.version)
    return { message: 'Check confirmed', data: await checkOf(services, caller, id) }
  })
  api.on(enteredCheckEndpoints.discard, async ({ caller, repeatable, params, body }) => {
    const id = await discardEntered(services, { caller, repeatable }, params.id, body)
    return { message: 'Entry discarded', data: await checkOf(services, caller, id) }
  })
}

function registerPapers(api: Api<Authenticated>, services: Services): void {
  api.on(checkPaperEndpoints.coverSheet, async ({ caller, params }) => drawCoverSheet(services, caller, params.id))
  api.on(checkPaperEndpoints.copy, async ({ caller, repeatable, params, body }) =>
    copyRun(services, { caller, repeatable }, params.id, body.reason),
  )
  api.on(checkPaperEndpoints.micrSamples, async ({ caller, repeatable, params }) =>
    drawSamples(services, { caller, repeatable }, params.id),
  )
  api.on(checkPaperEndpoints.pickUpList, async ({ caller, query }) =>
    drawPickUpList(services, caller, query.bank_account_id),
  )
  api.on(checkPaperEndpoints.addressLabels, async ({ caller, query }) =>
    drawAddressLabels(services, caller, query.bank_account_id),
  )
}

function registerLeaving(api: Api<Authenticated>, services: Services): void {
  api.on(leavingEndpoints.receivers, async ({ caller, params, query }) => ({
    message: 'People',
    data: await findReceivers(services, caller, params.id, query.search),
  }))
  api.on(leavingEndpoints.slip, async ({ caller, params }) => drawSlip(services, caller, params.id))
  api.on(leavingEndpoints.toMail, async ({ caller }) => ({
    message: 'Checks to mail',
    data: (await listToMail(services, caller)).map(presentToMail),
  }))
  api.on(leavingEndpoints.mail, async ({ caller, repeatable, body }) => ({
    message: 'Checks mailed',
    data: { mailed: await mailChecks(services, { caller, repeatable }, body) },
  }))
  api.on(leavingEndpoints.divert, async ({ caller, repeatable, params, body }) => ({
    message: 'Delivery changed',
    data: await divertCheck(services, { caller, repeatable }, params.id, body),
  }))
}

async function checkOf(services: Services, caller: Caller, id: number) {
  const { read } = services.database
  const { check, account } = await requireCheck(read, caller, id)
  const context = contextOf(await withSignatures(read, [check]), id, account.name)
  return presentWholeCheck(check, context, {
    visible: await findVisibleOf(read, caller, context.combined),
    clearing: await findClearingOf(read, caller, id),
    events: await listEvents(read, id),
    handOver: await findHandOver(read, id),
  })
}
