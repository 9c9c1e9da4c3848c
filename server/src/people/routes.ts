import { auditorEndpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import { type AuditorReply, refusalToAudit } from '@check-requests/domain/people/auditors/fields.ts'
import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { type DecidedChange, refusalToConfirm, refusalToStop } from '@check-requests/domain/people/controls/controls.ts'
import {
  type ControlChange as ControlChangeReply,
  controlEndpoints,
} from '@check-requests/domain/people/controls/endpoints.ts'
import { type AuditorRow, findAuditor, listAuditors } from '../access/accounts/queries/auditors.ts'
import { listPeople } from '../access/accounts/queries/people.ts'
import { listAdmins } from '../access/pending-accounts/commands/second-people.ts'
import { decidedOf } from '../access/pending-controls/commands/hold.ts'
import { listOpenChanges, type OpenChange, saysOf } from '../access/pending-controls/queries/changes.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { inTurns, readOnce } from '../platform/threads/promises.ts'
import type { Services } from '../services.ts'
import { confirmAuditor, drawSample, endAuditor, proposeAuditor } from './auditors/commands/auditors.ts'
import { confirmAccount, dismissAnnouncement, listWaiting, stopAccount } from './confirmations/commands/decide.ts'
import { confirmChange, stopChange } from './controls/listeners/take-effect.ts'

export function registerAuditors(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const auditor = await findAuditor(read, id)
    if (!auditor) throw notFound('auditor')
    return presentAuditor(auditor)
  }
  api.on(auditorEndpoints.list, async ({ caller }) => {
    const groupId = caller.scope.dealerGroupId
    const auditors = (await listAuditors(read, groupId)).map(presentAuditor)
    const held = new Set(auditors.map(({ user }) => user.id))
    const candidates = (await listPeople(read, groupId)).flatMap((person) => {
      const { userId: id, name, scope } = person
      const isOut = held.has(id) || id === caller.userId || refusalToAudit({ ...person, level: scope.level })
      return isOut || scope.dealerGroupId === null ? [] : [{ id, name, dealer_group_id: scope.dealerGroupId }]
    })
    return { message: 'Auditors', data: { auditors, candidates } }
  })
  api.on(auditorEndpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Auditor access requested',
    data: await one(await proposeAuditor(services, { caller, repeatable }, body.user_id)),
  }))
  api.on(auditorEndpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'Auditor access change confirmed',
    data: await one(await confirmAuditor(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(auditorEndpoints.end, async ({ caller, repeatable, params, body }) => ({
    message: 'End of auditor access requested',
    data: await one(await endAuditor(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(auditorEndpoints.sample, async ({ caller, repeatable, body }) =>
    drawSample(services, { caller, repeatable }, body),
  )
}

function presentAuditor(row: AuditorRow): AuditorReply {
  const { id, version, dealer_group_id, user_id, state, asked_by_id, asked_by_name, asked_at, confirmed_at } = row
  const { confirmed_by_id, confirmed_by_name } = row
  return {
    id,
    version,
    dealer_group_id,
    state,
    asked_at,
    confirmed_at,
    user: { id: user_id, name: `${row.first_name} ${row.last_name}` },
    asked_by: { id: asked_by_id, name: asked_by_name },
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Unknown user' },
  }
}

export function registerConfirmations(api: Api<Authenticated>, services: Services): void {
  // Never answered from the cache, because a pending change can take effect merely because time passes.
  api.on(confirmationEndpoints.list, async ({ caller }) => ({
    message: 'Account changes pending confirmation',
    data: await listWaiting(services, caller),
  }))
  api.on(confirmationEndpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'The account change is confirmed.',
    data: await confirmAccount(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(confirmationEndpoints.stop, async ({ caller, repeatable, params, body }) => ({
    message: 'The account change is stopped.',
    data: await stopAccount(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(confirmationEndpoints.dismiss, async ({ caller }) => ({
    message: 'Announcement dismissed',
    data: await dismissAnnouncement(services, caller),
  }))
}

export function registerControls(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(controlEndpoints.list, async ({ caller }) => {
    const open = await listOpenChanges(read, caller.scope.dealerGroupId)
    const now = services.clock()
    const shown: ControlChangeReply[] = []
    const adminsOf = readOnce((groupId: number) => listAdmins(read, groupId, now))
    await inTurns(open, async (change) => {
      const decided = await decidedOf(read, change, now, await adminsOf(change.dealer_group_id))
      shown.push(presentChange(caller.userId, change, decided))
    })
    return { message: 'Changes that loosen a control', data: shown }
  })
  api.on(controlEndpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is confirmed.',
    data: await confirmChange(services, { caller, repeatable }, params.id, body.version),
  }))
  api.on(controlEndpoints.stop, async ({ caller, repeatable, params, body }) => ({
    message: 'The change is stopped.',
    data: await stopChange(services, { caller, repeatable }, params.id, body.version),
  }))
}

/** A change as this user sees it. */
function presentChange(userId: number, change: OpenChange, decided: DecidedChange): ControlChangeReply {
  const { id, version, dealer_group_id, dealer_group_name, control, asked_at, effective_at } = change
  return {
    id,
    version,
    dealer_group_id,
    dealer_group_name,
    control,
    asked_at,
    effective_at,
    subject: change.bank_account_name,
    says: saysOf(change),
    asked_by: { id: change.asked_by_id, name: change.asked_by_name },
    second_people: decided.secondPeople.map(({ name }) => name),
    alone: decided.inEffect,
    confirm_refusal: refusalToConfirm(userId, decided)?.sentence ?? null,
    stop_refusal: refusalToStop(userId, decided)?.sentence ?? null,
  }
}
