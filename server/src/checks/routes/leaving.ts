import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { divertCheck } from '../../check-requests/commands/delivery-method.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { findReceivers } from '../commands/custody.ts'
import { accountsAsked } from '../commands/load.ts'
import {
  drawAddressLabels,
  drawCoverSheet,
  drawPickUpList,
  drawSlip,
  listToLeave,
  mailChecks,
} from '../commands/ready-checks.ts'
import { copyRun, drawSamples } from '../commands/run-files.ts'
import { offerToSign } from '../commands/sign.ts'
import { presentToLeave } from '../presenter/reports.ts'
import { dealershipsOf, requestsOf } from '../queries/of-request.ts'

export function registerLeaving(api: Api<Authenticated>, services: Services): void {
  registerPapers(api, services)
  api.on(leavingEndpoints.receivers, async ({ caller, params, query }) => ({
    message: 'People',
    data: await findReceivers(services, caller, params.id, query.search),
  }))
  api.on(leavingEndpoints.slip, async ({ caller, params }) => drawSlip(services, caller, params.id))
  const { read } = services.database
  api.on(leavingEndpoints.toSign, async ({ caller }) => {
    const offered = await offerToSign(read, caller, await accountsAsked(read, caller, {}))
    return { message: 'Checks to sign', data: offered.map(({ id, refusal = null }) => ({ check_id: id, refusal })) }
  })
  const ready = async (caller: Caller, leaves: Parameters<typeof listToLeave>[3]) => {
    const checks = await listToLeave(read, caller, await accountsAsked(read, caller, {}), leaves)
    const paid = checks.flatMap(({ check, combined }) => requestsOf(check, combined))
    const dealerships = await dealershipsOf(read, paid)
    return { message: 'Checks', data: checks.map((check) => presentToLeave(check, dealerships)) }
  }
  api.on(leavingEndpoints.toMail, ({ caller }) => ready(caller, 'mailed'))
  api.on(leavingEndpoints.toHandOver, ({ caller }) => ready(caller, 'picked up'))
  api.on(leavingEndpoints.mail, async ({ caller, repeatable, body, request }) => {
    const log = (error: unknown) => request.log.error({ err: error }, 'one of several checks failed')
    return { message: 'Checks mailed', data: await mailChecks(services, { caller, repeatable }, body, log) }
  })
  api.on(leavingEndpoints.divert, async ({ caller, repeatable, params, body }) => ({
    message: 'Delivery changed',
    data: await divertCheck(services, { caller, repeatable }, params.id, body),
  }))
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
