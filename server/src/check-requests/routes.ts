import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { type AccessLevel, leadsInto } from '@check-requests/domain/access/scope.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { createBodyAt } from '@check-requests/domain/check-requests/fields.ts'
import type { ListQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { formatRequestNumber } from '@check-requests/domain/check-requests/numbers.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { noteLook } from '../access/accounts/commands/record.ts'
import { listHoldersBelow } from '../access/accounts/queries/people.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import { scopeNamesOf } from '../access/sessions/queries/accounts.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { KeptResults } from '../platform/database/freshness.ts'
import type { Count } from '../platform/database/list.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { parse } from '../platform/http/validation.ts'
import { Spreadsheets } from '../platform/text/exports.ts'
import type { Services } from '../services.ts'
import { keepSimilar, showRequest } from './by-mail/commands/show-request.ts'
import { changeStatus, changeStatuses } from './commands/change-status.ts'
import { createRequest, numberParts } from './commands/create.ts'
import { drawInsights } from './commands/draw-insights.ts'
import { findDuplicates } from './commands/duplicates.ts'
import { exportCsv, exportSpreadsheet } from './commands/export-list.ts'
import { findPayeeHistory, findPayees, findUsualCoding, suggestCheckNumbers } from './commands/find-payees.ts'
import { findMarksOf } from './commands/findings.ts'
import { holdRequest, liftHold } from './commands/hold.ts'
import { removeRequest } from './commands/remove.ts'
import { changePriority, updateRequest } from './commands/update-request.ts'
import { presentClash, presentHistory, presentPlace, presentWhole } from './presenter.ts'
import { findNewestOf, findVisible } from './queries/detail/find.ts'
import { listHistory } from './queries/detail/history.ts'
import { summarise } from './queries/insights.ts'
import type { Counting } from './queries/list/find-page.ts'
import { listJson } from './queries/list/list.ts'
import { readWholeList } from './queries/list/whole-list.ts'
import { findPlaceCodes, listNumberClashes, peekNextNumber } from './queries/write/numbers.ts'

const freshBy = { freshBy: 'check-requests' } as const
const updateMessages = { content: 'Check Request Updated', delivery: 'Check delivery details updated' }

export function registerCheckRequests(api: Api<Authenticated>, services: Services): void {
  registerReads(api, services)
  registerExports(api, services)
  registerLookups(api, services)
  registerCommands(api, services)
}

function registerReads(api: Api<Authenticated>, services: Services): void {
  const { database, clock, freshness } = services
  const { read, offload } = database
  const counts = new KeptResults<Count>(freshness)
  const similar = keepSimilar(services)
  const countingFor =
    (caller: Caller): Counting =>
    (question, count) =>
      counts.of(scopeNamesOf(caller, freshBy.freshBy), question, count)
  api.on(
    endpoints.list,
    async ({ caller, query }) => ({
      message: 'Check requests',
      json: await readsOf(
        database,
        query,
      )((db) => listJson(db, { caller, query, now: clock(), counting: countingFor(caller) })),
    }),
    freshBy,
  )
  api.on(
    endpoints.summary,
    async ({ caller }) => ({ message: 'Summary', data: await summarise(read, caller) }),
    freshBy,
  )
  api.on(
    endpoints.insights,
    async ({ caller, query }) => ({
      message: 'Insights',
      data: await offload((db) => drawInsights(db, caller, query, clock())),
    }),
    freshBy,
  )
  api.on(
    endpoints.byUser,
    async ({ caller }) => ({ message: 'Check requests', items: wholeItems(readWholeList(database, caller)) }),
    freshBy,
  )
  api.on(
    endpoints.detail,
    async ({ caller, params }) => {
      const found = await showRequest(read, caller, params.id, { kept: similar, now: clock() })
      if (!found) throw notFound('check request')
      await noteLook(services, caller, { at: 'request', id: params.id })
      return { message: 'Check request', data: found.shown }
    },
    freshBy,
  )
  api.on(
    endpoints.history,
    async ({ caller, params }) => {
      if (!(await findVisible(read, caller, params.id))) throw notFound('check request')
      const history = await listHistory(read, params.id)
      return { message: 'History', data: history.map(presentHistory) }
    },
    freshBy,
  )
}

/** Offloads only lists of completed requests. Users decide in lists of open requests, so these are read directly. */
function readsOf({ read, offload }: Services['database'], { view }: ListQuery): typeof offload {
  return view === 'completed' ? offload : (work) => work(read)
}

function registerExports(api: Api<Authenticated>, { database, clock }: Services): void {
  const spreadsheets = new Spreadsheets()
  api.on(endpoints.exportCsv, async ({ caller, query }) => ({
    fileName: 'check-requests.csv',
    parts: exportCsv(database, caller, query, clock()),
  }))
  api.on(endpoints.exportSpreadsheet, async ({ caller, query }) => ({
    fileName: 'check-requests.xlsx',
    parts: await exportSpreadsheet(spreadsheets, database, caller, query, clock()),
  }))
}

function registerLookups(api: Api<Authenticated>, { database: { read }, clock }: Services): void {
  api.on(endpoints.nextNumber, async ({ caller, query }) => {
    const place = {
      dealerGroupId: query.dealer_group_id,
      dealershipId: query.dealership_id ?? null,
      departmentId: query.department_id ?? null,
    }
    const codes = leadsInto(caller.scope, place) ? await findPlaceCodes(read, place) : undefined
    if (!codes) throw notFound('dealer group, dealership, or department')
    const counter = await peekNextNumber(read, codes.group_code)
    return { message: 'Next number', data: { request_number: formatRequestNumber(numberParts(codes), counter) } }
  })
  api.on(suggestionEndpoints.lastPlace, async ({ caller, query }) => {
    const newest = await findNewestOf(read, query.requester_id ?? caller.userId)
    return { message: 'Last location', data: newest && seesRequest(caller, newest) ? presentPlace(newest) : null }
  })
  api.on(endpoints.duplicates, async ({ caller, query }) => ({
    message: 'Possible duplicates',
    data: await findDuplicates(read, caller, query, clock()),
  }))
  api.on(
    endpoints.marks,
    async ({ caller, query }) => ({ message: 'Marks', data: await findMarksOf(read, caller, query.ids) }),
    freshBy,
  )
  api.on(endpoints.nextCheckNumbers, async ({ caller, query }) => ({
    message: 'Next check numbers',
    data: await suggestCheckNumbers(read, caller, query.ids),
  }))
  api.on(suggestionEndpoints.payees, async ({ caller, query }) => ({
    message: 'Payees',
    data: await findPayees(read, caller, query, clock()),
  }))
  api.on(suggestionEndpoints.usualCoding, async ({ caller, query }) => ({
    message: 'Usual coding',
    data: await findUsualCoding(read, caller, query),
  }))
  api.on(suggestionEndpoints.payeeHistory, async ({ caller, params }) => ({
    message: 'Payee history',
    data: await findPayeeHistory(read, caller, params.id, clock()),
  }))
  api.on(
    endpoints.numberClashes,
    async ({ caller }) => {
      const clashes = (await listNumberClashes(read)).filter((row) => seesRequest(caller, row))
      return { message: 'Check number clashes', data: clashes.map(presentClash) }
    },
    freshBy,
  )
  api.on(endpoints.requesters, async ({ caller }) => {
    const people = await listHoldersBelow(read, roleNamed('requester').id, caller.scope)
    const data = people.map(({ userId, name, scope }) => ({
      id: userId,
      name,
      access_level: scope.level,
      dealer_group_id: scope.dealerGroupId,
      dealership_ids: [...scope.dealershipIds],
      department_ids: [...scope.departmentIds],
    }))
    return { message: 'Requesters', data }
  })
}

const createBodies = {
  0: createBodyAt(0),
  1: createBodyAt(1),
  2: createBodyAt(2),
  3: createBodyAt(3),
} as const satisfies Record<AccessLevel, unknown>

function registerCommands(api: Api<Authenticated>, services: Services): void {
  api.on(
    endpoints.create,
    async ({ caller, repeatable, request }) => {
      const body = parse(createBodies[caller.scope.level], request.body)
      return { message: 'Check Request Submitted', data: await createRequest(services, { caller, repeatable }, body) }
    },
    { ownBody: true },
  )
  api.on(
    endpoints.update,
    async ({ caller, repeatable, params, request }) => {
      const { updated, request: data } = await updateRequest(services, { caller, repeatable }, params.id, request.body)
      return { message: updateMessages[updated], data }
    },
    { ownBody: true },
  )
  api.on(endpoints.remove, async ({ caller, repeatable, params, body }) => ({
    message: 'Check Req deleted...',
    data: await removeRequest(services, { caller, repeatable }, params.id, body?.version),
  }))
  api.on(endpoints.changePriority, async ({ caller, repeatable, params, body }) => ({
    message: 'Priority Updated.',
    data: await changePriority(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.changeStatus, async ({ caller, repeatable, params, body }) => ({
    message: 'Comment Added',
    data: await changeStatus(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.hold, async ({ caller, repeatable, params, body }) => ({
    message: 'Check request put on hold',
    data: await holdRequest(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.liftHold, async ({ caller, repeatable, params, body }) => ({
    message: 'Hold lifted',
    data: await liftHold(services, { caller, repeatable }, params.id, body?.version),
  }))
  api.on(endpoints.changeStatuses, async ({ caller, repeatable, body, request }) => {
    const log = (error: unknown) => request.log.error({ err: error }, 'one of several check requests failed')
    const data = await changeStatuses(services, { caller, repeatable }, body, log)
    return { message: `${data.filter(({ done }) => done).length} of ${data.length} check requests updated`, data }
  })
}

async function* wholeItems(parts: ReturnType<typeof readWholeList>) {
  for await (const rows of parts) yield rows.map(({ request, history }) => presentWhole(request, history))
}
