import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { noteLook } from '../../access/accounts/commands/record.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { payBoth } from '../../check-requests/commands/duplicates.ts'
import type { Api } from '../../platform/http/api.ts'
import { Spreadsheets } from '../../platform/text/exports.ts'
import type { Services } from '../../services.ts'
import { allowException, askException, refuseException, takeBackException } from '../commands/custody.ts'
import { confirmEntered, discardEntered, enterManual, enterOpening } from '../commands/enter.ts'
import { handOver } from '../commands/issue.ts'
import { accountsAsked, findVisibleOf, requireAccountOf, requireCheck, requireRun } from '../commands/load.ts'
import { makeRun, reissueCheck } from '../commands/make-run.ts'
import { readRedFlags } from '../commands/red-flags.ts'
import { listCombinable, listWaiting } from '../commands/refuse-printing.ts'
import {
  decodeCursor,
  encodeCursor,
  exportCsv,
  exportSpreadsheet,
  inDollars,
  pageOf,
  totalsOf,
} from '../commands/register.ts'
import { drawTestPage, openRun, runOf } from '../commands/run-files.ts'
import { confirmRun, releaseRun } from '../commands/settle-run.ts'
import { signChecks } from '../commands/sign.ts'
import { readStale, writeLetters } from '../commands/stale.ts'
import { askToUnclear, confirmUnclear, findClearingOf, refuseUnclear } from '../commands/un-clear.ts'
import { agreeToVoid, confirmStop, renewStop, stopCheck, voidCheck } from '../commands/void.ts'
import { contextOf, presentNumbers, presentRows, presentRun, presentWholeCheck } from '../presenter/checks.ts'
import { findHandOver, listEvents } from '../queries/checks.ts'
import { withSignatures } from '../queries/register-page.ts'
import { countNumbers, listRuns } from '../queries/runs.ts'
import { registerLeaving } from './leaving.ts'

export function registerChecks(api: Api<Authenticated>, services: Services): void {
  registerRuns(api, services)
  registerRegister(api, services)
  registerActs(api, services)
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
    const { id, ...lists } = await makeRun(services, { caller, repeatable }, body)
    return { message: 'Numbers reserved', data: { ...(await runOf(services, caller, id)), ...lists } }
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
    const { after, shownBefore } = cursor === undefined ? { shownBefore: [] } : decodeCursor(cursor)
    const asked = { ...query, scope: caller.scope, after }
    const reading: typeof offload = query.as_of === undefined ? (work) => work(read) : offload
    const page = await reading((db) => pageOf(db, accounts, asked, shownBefore))
    const totals = after ? null : await reading((db) => totalsOf(db, accounts, asked))
    const next_cursor = page.next ? encodeCursor(page.next, page.above) : null
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
  api.on(checkEndpoints.sign, async ({ caller, repeatable, body, request }) => {
    const log = (error: unknown) => request.log.error({ err: error }, 'one of several checks failed')
    const data = await signChecks(services, { caller, repeatable }, body.check_ids, log)
    return { message: 'Signatures confirmed', data }
  })
  api.on(checkEndpoints.handOver, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Check handed over', handOver(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.askException, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Exception requested', askException(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.allowException, ({ caller, repeatable, params, body }) =>
    changed(
      services,
      caller,
      'Exception allowed',
      allowException(services, { caller, repeatable }, params.id, body.version),
    ),
  )
  api.on(checkEndpoints.refuseException, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Exception declined', refuseException(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.takeBackException, ({ caller, repeatable, params, body }) =>
    changed(
      services,
      caller,
      'Exception taken back',
      takeBackException(services, { caller, repeatable }, params.id, body.version),
    ),
  )
  api.on(bankFileEndpoints.unclear, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Undo requested', askToUnclear(services, { caller, repeatable }, params.id, body)),
  )
  api.on(bankFileEndpoints.confirmUnclear, ({ caller, repeatable, params, body }) =>
    changed(
      services,
      caller,
      'Clearing undone',
      confirmUnclear(services, { caller, repeatable }, params.id, body.version),
    ),
  )
  api.on(bankFileEndpoints.refuseUnclear, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Undo refused', refuseUnclear(services, { caller, repeatable }, params.id, body.version)),
  )
  api.on(checkEndpoints.void, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Check voided', voidCheck(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.agreeToVoid, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Check voided', agreeToVoid(services, { caller, repeatable }, params.id, body.version)),
  )
  api.on(checkEndpoints.reissue, async ({ caller, repeatable, params }) => {
    const { id } = await reissueCheck(services, { caller, repeatable }, params.id)
    return { message: 'Numbers reserved', data: await runOf(services, caller, id) }
  })
}

function registerStops(api: Api<Authenticated>, services: Services): void {
  api.on(checkEndpoints.stop, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Check stopped', stopCheck(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.confirmStop, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Stop confirmed', confirmStop(services, { caller, repeatable }, params.id, body)),
  )
  api.on(checkEndpoints.renewStop, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Stop renewed', renewStop(services, { caller, repeatable }, params.id, body)),
  )
}

function registerEntered(api: Api<Authenticated>, services: Services): void {
  api.on(enteredCheckEndpoints.manual, ({ caller, repeatable, body }) =>
    changed(services, caller, 'Check entered', enterManual(services, { caller, repeatable }, body)),
  )
  api.on(enteredCheckEndpoints.opening, ({ caller, repeatable, body }) =>
    changed(services, caller, 'Check entered', enterOpening(services, { caller, repeatable }, body)),
  )
  api.on(enteredCheckEndpoints.confirm, ({ caller, repeatable, params, body }) =>
    changed(
      services,
      caller,
      'Check confirmed',
      confirmEntered(services, { caller, repeatable }, params.id, body.version),
    ),
  )
  api.on(enteredCheckEndpoints.discard, ({ caller, repeatable, params, body }) =>
    changed(services, caller, 'Entry discarded', discardEntered(services, { caller, repeatable }, params.id, body)),
  )
}

/** The reply to a change of a check. */
async function changed(services: Services, caller: Caller, message: string, change: Promise<number>) {
  return { message, data: await checkOf(services, caller, await change) }
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
