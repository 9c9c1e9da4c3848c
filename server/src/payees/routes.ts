import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { leadsInto } from '@check-requests/domain/access/scope.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { findVisible } from '../check-requests/queries/detail/find.ts'
import { listDocumentsOf } from '../documents/attachments/queries/attachments.ts'
import { requireGroup } from '../organization/commands/record.ts'
import { bestFirst, encodeCursor, mostBest, pageOf } from '../platform/database/list.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { Spreadsheets } from '../platform/text/exports.ts'
import type { Services } from '../services.ts'
import { blockPayee, unblockPayee, verifyPayee } from './commands/change-state.ts'
import { mergePayee } from './commands/merge.ts'
import { requirePayee } from './commands/payee.ts'
import { changePayee, createPayee, savePayeeSettings } from './commands/save-payee.ts'
import { findLikePayees, findLikeRequest } from './commands/similar.ts'
import { exportReported, saveTaxForm, seeTaxForm } from './commands/tax-forms.ts'
import {
  positionOf,
  presentDocuments,
  presentName,
  presentPayee,
  presentPayments,
  presentSettings,
} from './presenter.ts'
import { findPayeeSettings, listPayments } from './queries/of-requests.ts'
import { findNames, findShownPayee, listMergedInto, listPayees } from './queries/payees.ts'

/** The maximum number of listed documents for a payee. */
const mostDocuments = 200

/** The maximum number of suggested names. */
const mostNames = 8

export function registerPayees(api: Api<Authenticated>, services: Services): void {
  registerReads(api, services)
  registerChanges(api, services)
  registerTaxForms(api, services)
  registerSettings(api, services)
}

/** Presents a payee to users who work with its dealer group. */
async function present({ database: { read } }: Services, caller: Caller, id: number) {
  await requirePayee(read, caller, id)
  const payee = await findShownPayee(read, id)
  if (!payee) throw notFound('payee')
  const from = await listMergedInto(read, id)
  return { ...presentPayee(payee), ...(from.length > 0 && { merged_from: from.map(({ id, name }) => ({ id, name })) }) }
}

function registerReads(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller, query: { dealer_group_id, cursor, ...query } }) => {
    if (dealer_group_id !== undefined) await requireGroup(read, caller, dealer_group_id)
    const group = dealer_group_id ?? caller.scope.dealerGroupId
    const { position: after, shownBefore } = cursor === undefined ? { shownBefore: [] } : positionOf(cursor)
    const mostNamed = Math.min(mostBest, query.limit - 1)
    const hasNamed = query.search.trim() !== '' && !after && mostNamed > 0
    const named = hasNamed ? await listPayees(read, group, { ...query, limit: mostNamed }, { isWhole: true }) : []
    const limit = query.limit + 1 + shownBefore.length
    const rows = bestFirst(await listPayees(read, group, { ...query, limit }, { after }), named, shownBefore)
    const { shown, last } = pageOf(rows, query.limit)
    const above = [...shownBefore, ...named.map(({ id }) => id)]
    const next_cursor = last ? encodeCursor([last.name_key, last.id, above]) : null
    return { message: 'Payees', data: { items: shown.map(presentPayee), next_cursor } }
  })
  api.on(endpoints.one, async ({ caller, params }) => ({
    message: 'Payee',
    data: await present(services, caller, params.id),
  }))
  api.on(endpoints.similarity, async ({ caller, params }) => ({
    message: 'Similar payees',
    data: await findLikePayees(read, await requirePayee(read, caller, params.id)),
  }))
  api.on(endpoints.requestSimilarity, async ({ caller, params }) => {
    const request = await findVisible(read, caller, params.id)
    if (!request) throw notFound('check request')
    return { message: 'Payees similar to those in this request', data: await findLikeRequest(read, request) }
  })
  api.on(endpoints.payments, async ({ caller, params }) => {
    const { rows, isCut } = await listPayments(read, await requirePayee(read, caller, params.id))
    const seen = rows.filter((row) => seesRequest(caller, row))
    return { message: 'Payments', data: presentPayments(seen, isCut) }
  })
  api.on(endpoints.documents, async ({ caller, params }) => {
    const { rows } = await listPayments(read, await requirePayee(read, caller, params.id))
    const seen = rows.filter((row) => seesRequest(caller, row))
    const ids = seen.map(({ id }) => id)
    const documents = await listDocumentsOf(read, ids, mostDocuments)
    return { message: 'Documents', data: presentDocuments(documents, seen) }
  })
  api.on(endpoints.names, async ({ caller, query: { dealer_group_id: dealerGroupId, search } }) => {
    if (!leadsInto(caller.scope, { dealerGroupId, dealershipId: null, departmentId: null }))
      throw notFound('dealer group')
    const settings = await findPayeeSettings(read, dealerGroupId)
    const names = settings?.payee_list === 1 ? await findNames(read, dealerGroupId, search, mostNames) : []
    return { message: 'Payees', data: names.map(presentName) }
  })
}

function registerChanges(api: Api<Authenticated>, services: Services): void {
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const id = await createPayee(services, { caller, repeatable }, body)
    return { message: 'Payee added', data: await present(services, caller, id) }
  })
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => {
    const id = await changePayee(services, { caller, repeatable }, params.id, body)
    return { message: 'Payee updated', data: await present(services, caller, id) }
  })
  api.on(endpoints.verify, async ({ caller, repeatable, params, body }) => {
    const id = await verifyPayee(services, { caller, repeatable }, params.id, body)
    return { message: 'Payee verified', data: await present(services, caller, id) }
  })
  api.on(endpoints.merge, async ({ caller, repeatable, params, body }) => {
    const id = await mergePayee(services, { caller, repeatable }, params.id, body)
    return { message: 'Payees merged', data: await present(services, caller, id) }
  })
  api.on(endpoints.block, async ({ caller, repeatable, params, body }) => {
    const id = await blockPayee(services, { caller, repeatable }, params.id, body)
    return { message: 'Payee blocked', data: await present(services, caller, id) }
  })
  api.on(endpoints.unblock, async ({ caller, repeatable, params, body }) => {
    const id = await unblockPayee(services, { caller, repeatable }, params.id, body)
    return { message: 'Payee unblocked', data: await present(services, caller, id) }
  })
}

function registerTaxForms(api: Api<Authenticated>, services: Services): void {
  const spreadsheets = new Spreadsheets()
  api.on(endpoints.taxForm, async ({ caller, params }) => ({
    message: 'W-9',
    data: await seeTaxForm(services, caller, params.id),
  }))
  api.on(endpoints.taxList, async ({ caller, query }) => ({
    fileName: `payees-${query.year}.xlsx`,
    parts: await exportReported(services, spreadsheets, caller, query),
  }))
  api.on(endpoints.saveTaxForm, async ({ caller, repeatable, params, body }) => {
    const id = await saveTaxForm(services, { caller, repeatable }, params.id, body)
    return { message: 'W-9 saved', data: await present(services, caller, id) }
  })
}

function registerSettings(api: Api<Authenticated>, services: Services): void {
  const settingsOf = async (caller: Caller, id: number) =>
    presentSettings(await requireGroup(services.database.read, caller, id))
  api.on(endpoints.settings, async ({ caller, params }) => ({
    message: 'Settings',
    data: await settingsOf(caller, params.id),
  }))
  api.on(endpoints.saveSettings, async ({ caller, repeatable, params, body }) => {
    const id = await savePayeeSettings(services, { caller, repeatable }, params.id, body)
    return { message: 'Settings updated', data: await settingsOf(caller, id) }
  })
}
